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
    status: 200,
  },
  /** For a screen that plays nothing yet: sends the event `screen` with its status (ScreenWord). */
  streamScreen: { method: 'GET', path: '/api/screen/live', access: 'public', response: 'stream', status: 200 },
  /** Only for paired screens. An answer to an unknown or already answered command is dropped silently. */
  answerCommand: {
    method: 'POST',
    path: '/api/screen/answers',
    access: 'public',
    body: AnswerCommand,
    response: 'none',
    status: 204,
  },
  findPairing: { method: 'GET', path: PAIRING, access: 'editor', params: code, response: Pairing, status: 200 },
  /** The screen shows the display's name while somebody is choosing. */
  showPairing: {
    method: 'POST',
    path: `${PAIRING}/shown`,
    access: 'editor',
    params: code,
    body: ShowPairing,
    response: 'none',
    status: 204,
  },
  pairScreen: {
    method: 'POST',
    path: PAIRING,
    access: 'editor',
    params: code,
    body: PairScreen,
    response: PairedScreen,
    status: 201,
  },
  listOrganisationScreens: {
    method: 'GET',
    path: SCREENS,
    access: 'viewer',
    params: organisation,
    response: OrganisationScreens,
    status: 200,
  },
  /** Changes its name, its location or its display. The last save wins. */
  changePairedScreen: {
    method: 'PATCH',
    path: `${SCREENS}/:screenId`,
    access: 'editor',
    params: screen,
    body: ChangePairedScreen,
    response: PairedScreen,
    status: 200,
  },
  /** Its secret becomes invalid, and the screen shows a code. */
  letGoScreen: {
    method: 'DELETE',
    path: `${SCREENS}/:screenId`,
    access: 'editor',
    params: screen,
    response: 'none',
    status: 204,
  },
  /** Valid for COMMAND_LIVES_MS, and carried out once. `go-elsewhere` requires an owner. */
  commandScreens: {
    method: 'POST',
    path: `${SCREENS}/commands`,
    access: 'editor',
    params: organisation,
    body: CommandScreens,
    response: 'none',
    status: 204,
  },
} as const satisfies Routes

export const PAIRING_DETAILS = {
  enterScreen: {
    tag: 'Screens',
    summary: 'Returns the display of a screen, or a pairing code for it. Screens send this automatically.',
    errors: [],
    ofScreen: true,
    onFullDisk: true,
  },
  streamScreen: {
    tag: 'Screens',
    summary: 'Streams the pairing state to a waiting screen.',
    errors: ['too-many-streams', 'screen-not-found'],
    ofScreen: true,
  },
  answerCommand: {
    tag: 'Screens',
    summary: 'Reports the result of a command. Screens send this automatically.',
    errors: ['screen-not-found'],
    precedence: 'statistics',
    ofScreen: true,
    onFullDisk: true,
  },
  findPairing: {
    tag: 'Screens',
    summary: 'Returns the screen that shows a pairing code.',
    errors: ['pairing-code-not-found'],
  },
  showPairing: {
    tag: 'Screens',
    summary: 'Shows the name of a display on the waiting screen.',
    errors: ['pairing-code-not-found'],
    onFullDisk: true,
  },
  pairScreen: {
    tag: 'Screens',
    summary: 'Pairs a screen, as a new one or in place of an earlier one.',
    errors: ['pairing-code-not-found', 'screen-not-found', 'name-missing', 'too-many-screens'],
  },
  listOrganisationScreens: {
    tag: 'Screens',
    summary: 'Lists all screens of the organisation with their state.',
    errors: [],
  },
  changePairedScreen: {
    tag: 'Screens',
    summary: 'Renames a paired screen, or moves it to another display.',
    errors: ['name-missing'],
  },
  letGoScreen: {
    tag: 'Screens',
    summary: 'Ends the pairing of a screen.',
    errors: [],
    onFullDisk: true,
  },
  commandScreens: {
    tag: 'Screens',
    summary: 'Sends a command to paired screens.',
    errors: ['screen-not-found', 'link-not-valid'],
  },
} as const satisfies DetailsOf<typeof PAIRING_ROUTES>
