import { MAX_PICTURE_BYTES } from '../../platform/constants.ts'
import { PictureId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { AgentHello, AgentOrder, AgentPictureQuery, AgentReport, AgentWord } from '../agent.ts'
import { ChangeMachine, MachineCommand, ScreenMachine } from '../machine.ts'
import { ScreenId } from '../screen.ts'

const screen = organisation.extend({ screenId: ScreenId })
const MACHINE = `${ORGANISATION}/screens/:screenId/machine` as const

/**
 * The agent's calls carry the cookie of its paired screen, `Origin` and `X-Requested-With: placard`, as those of the screen's page do.
 * Without a valid secret each of them answers `screen-not-found`, and nothing is stored.
 */
export const AGENT_ROUTES = {
  /** An agent reports itself and what it can do, after each start. */
  helloAgent: {
    method: 'POST',
    path: '/api/screen/agent',
    access: 'public',
    body: AgentHello,
    response: AgentWord,
  },
  /** Sends the event `agent` (AgentWord) on connect and on every change, and a heartbeat. `screen-not-found` before the first hello. */
  streamAgent: { method: 'GET', path: '/api/screen/agent/live', access: 'public', response: 'stream' },
  /** Vital signs, events and answers to commands. */
  reportAgent: {
    method: 'POST',
    path: '/api/screen/agent/reports',
    access: 'public',
    body: AgentReport,
    response: 'none',
  },
  /** A JPEG or WebP that belongs to an open `picture` command. A picture without one is refused. */
  sendAgentPicture: {
    method: 'POST',
    path: '/api/screen/agent/pictures',
    access: 'public',
    query: AgentPictureQuery,
    body: 'image',
    response: 'none',
  },
  getMachine: { method: 'GET', path: MACHINE, access: 'viewer', params: screen, response: ScreenMachine },
  /** The last save wins. */
  changeMachine: {
    method: 'PATCH',
    path: MACHINE,
    access: 'editor',
    params: screen,
    body: ChangeMachine,
    response: 'none',
  },
  /** Valid for AGENT_COMMAND_LIVES_MS, and carried out once. */
  commandMachine: {
    method: 'POST',
    path: `${MACHINE}/commands`,
    access: 'editor',
    params: screen,
    body: AgentOrder,
    response: MachineCommand,
    creates: true,
  },
  getScreenPicture: {
    method: 'GET',
    path: `${MACHINE}/pictures/:pictureId`,
    access: 'viewer',
    params: screen.extend({ pictureId: PictureId }),
    response: 'picture',
  },
} as const satisfies Routes

export const AGENT_DETAILS = {
  helloAgent: {
    summary: 'Reports the agent of a screen and what its machine can do. Agents send this automatically.',
    errors: ['screen-not-found'],
    ofScreen: true,
    onFullDisk: true,
  },
  streamAgent: {
    summary: 'Streams its commands to the agent of a screen.',
    errors: ['screen-not-found', 'too-many-streams'],
    ofScreen: true,
  },
  reportAgent: {
    summary: 'Reports the state of the machine beneath a screen. Agents send this automatically.',
    errors: ['screen-not-found'],
    precedence: 'statistics',
    ofScreen: true,
    bodyBytes: 16_384,
  },
  sendAgentPicture: {
    summary: 'Sends a picture of what a screen shows. Agents send this automatically.',
    errors: ['screen-not-found', 'picture-not-wanted', 'file-too-large', 'not-an-image', 'image-damaged'],
    precedence: 'statistics',
    ofScreen: true,
    takesRoom: true,
    bodyBytes: MAX_PICTURE_BYTES,
  },
  getMachine: {
    summary: 'Returns the vital signs, the commands and the pictures of the machine beneath a screen.',
    errors: [],
  },
  changeMachine: {
    summary: 'Changes what the machine beneath a screen may do.',
    errors: [],
  },
  commandMachine: {
    summary: 'Sends a command to the machine beneath a screen.',
    errors: ['machine-cannot', 'too-many-commands'],
  },
  getScreenPicture: {
    summary: 'Returns a picture of what a screen showed.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof AGENT_ROUTES>
