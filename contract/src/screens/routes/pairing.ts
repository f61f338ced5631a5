import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import {
  AnswerCommand,
  ChangePairedScreen,
  CommandScreens,
  EnteredScreen,
  EnterScreen,
  OrganisationScreens,
  PairedScreen,
  Pairing,
  PairingCode,
  PairScreen,
  ShowPairing,
} from '../pairing.ts'
import { ScreenId } from '../screen.ts'

const code = organisation.extend({ code: PairingCode })
const screen = organisation.extend({ screenId: ScreenId })
const SCREENS = `${ORGANISATION}/screens` as const
const PAIRING = `${ORGANISATION}/pairing/:code` as const

export const PAIRING_ROUTES = {
  /** A screen announces itself. It gets its place, or a code by which somebody can assign it one. */
  enterScreen: {
    method: 'POST',
    path: '/api/screen',
    access: 'public',
    body: EnterScreen,
    response: EnteredScreen,
  },
  /** For a screen that plays nothing yet: sends the event `screen` with its status (ScreenWord). */
  streamScreen: { method: 'GET', path: '/api/screen/live', access: 'public', response: 'stream' },
  /** Only for paired screens. An answer to an unknown or already answered command is dropped silently. */
  answerCommand: {
    method: 'POST',
    path: '/api/screen/answers',
    access: 'public',
    body: AnswerCommand,
    response: 'none',
  },
  findPairing: { method: 'GET', path: PAIRING, access: 'editor', params: code, response: Pairing },
  /** The screen shows the display's name while somebody is choosing. */
  showPairing: {
    method: 'POST',
    path: `${PAIRING}/shown`,
    access: 'editor',
    params: code,
    body: ShowPairing,
    response: 'none',
  },
  pairScreen: {
    method: 'POST',
    path: PAIRING,
    access: 'editor',
    params: code,
    body: PairScreen,
    response: PairedScreen,
    creates: true,
  },
  listOrganisationScreens: {
    method: 'GET',
    path: SCREENS,
    access: 'viewer',
    params: organisation,
    response: OrganisationScreens,
  },
  /** Changes its name, its location or its display. The last save wins. */
  changePairedScreen: {
    method: 'PATCH',
    path: `${SCREENS}/:screenId`,
    access: 'editor',
    params: screen,
    body: ChangePairedScreen,
    response: PairedScreen,
  },
  /** Its secret becomes invalid, and the screen shows a code. */
  letGoScreen: {
    method: 'DELETE',
    path: `${SCREENS}/:screenId`,
    access: 'editor',
    params: screen,
    response: 'none',
  },
  /** Valid for COMMAND_LIVES_MS, and carried out once. `go-elsewhere` requires an owner. */
  commandScreens: {
    method: 'POST',
    path: `${SCREENS}/commands`,
    access: 'editor',
    params: organisation,
    body: CommandScreens,
    response: 'none',
  },
} as const satisfies Routes

export const PAIRING_DETAILS = {
  enterScreen: {
    summary: 'Returns the display of a screen, or a pairing code for it. Screens send this automatically.',
    errors: [],
    ofScreen: true,
    onFullDisk: true,
  },
  streamScreen: {
    summary: 'Streams the pairing state to a waiting screen.',
    errors: ['too-many-streams', 'screen-not-found'],
    ofScreen: true,
  },
  answerCommand: {
    summary: 'Reports the result of a command. Screens send this automatically.',
    errors: ['screen-not-found'],
    precedence: 'statistics',
    ofScreen: true,
    onFullDisk: true,
  },
  findPairing: {
    summary: 'Returns the screen that shows a pairing code.',
    errors: ['pairing-code-not-found'],
  },
  showPairing: {
    summary: 'Shows the name of a display on the waiting screen.',
    errors: ['pairing-code-not-found'],
    onFullDisk: true,
  },
  pairScreen: {
    summary: 'Pairs a screen, as a new one or in place of an earlier one.',
    errors: ['pairing-code-not-found', 'screen-not-found', 'name-missing', 'too-many-screens'],
  },
  listOrganisationScreens: {
    summary: 'Lists all screens of the organisation with their state.',
    errors: [],
  },
  changePairedScreen: {
    summary: 'Renames a paired screen, or moves it to another display.',
    errors: ['name-missing'],
  },
  letGoScreen: {
    summary: 'Ends the pairing of a screen.',
    errors: [],
    onFullDisk: true,
  },
  commandScreens: {
    summary: 'Sends a command to paired screens.',
    errors: ['screen-not-found', 'link-not-valid'],
  },
} as const satisfies DetailsOf<typeof PAIRING_ROUTES>
