import { MAX_PICTURE_BYTES } from '../../platform/constants.ts'
import { PictureId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { AgentHello, AgentOrder, AgentPictureQuery, AgentReport, AgentWord } from '../agent.ts'
import { AgentUpdates, ChangeAgentUpdates, StartAgentUpdates } from '../agent-updates.ts'
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
  /** The file of the agent, of the server's own version. The agent verifies it by the signed statement of its word. */
  getAgentFile: { method: 'GET', path: '/api/screen/agent/file', access: 'public', response: 'file' },
  /** The machine installs the server's version of the agent now, and not in a quiet hour. One that has failed is tried once more. */
  updateMachine: {
    method: 'POST',
    path: `${MACHINE}/update`,
    access: 'editor',
    params: screen,
    response: 'none',
  },
  getAgentUpdates: {
    method: 'GET',
    path: `${ORGANISATION}/agent-updates`,
    access: 'owner',
    params: organisation,
    response: AgentUpdates,
  },
  /** The last save wins. */
  changeAgentUpdates: {
    method: 'PATCH',
    path: `${ORGANISATION}/agent-updates`,
    access: 'owner',
    params: organisation,
    body: ChangeAgentUpdates,
    response: 'none',
  },
  startAgentUpdates: {
    method: 'POST',
    path: `${ORGANISATION}/agent-updates`,
    access: 'owner',
    params: organisation,
    body: StartAgentUpdates,
    response: 'none',
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
  getAgentFile: {
    summary: 'Returns the file of the agent. Agents fetch it automatically.',
    errors: ['screen-not-found', 'media-not-found'],
    precedence: 'statistics',
    ofScreen: true,
  },
  updateMachine: {
    summary: 'Updates the agent of a machine now.',
    errors: ['machine-cannot'],
  },
  getAgentUpdates: {
    summary:
      'Returns the versions of the agent on the machines of an organisation, and how far a new version has come.',
    errors: [],
  },
  changeAgentUpdates: {
    summary: 'Changes if new versions of the agent are installed automatically, and pauses or continues that.',
    errors: [],
  },
  startAgentUpdates: {
    summary: 'Begins to install a new version of the agent, or continues after it was stopped.',
    errors: ['screen-not-found', 'machine-cannot'],
  },
  getScreenPicture: {
    summary: 'Returns a picture of what a screen showed.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof AGENT_ROUTES>
