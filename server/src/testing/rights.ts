import {
  type Access,
  type DisplayKey,
  ROLES,
  ROUTES,
  type Role,
  type RouteName,
  type TokenRole,
} from '@placard/contract'
import { SAMPLE_DISPLAY } from '../operations/seed/service.ts'

/** The rights of each route, stated independently. A missing route does not compile, and a difference fails a test. */
export const RIGHTS: Record<RouteName, Access> = {
  checkWebPage: 'editor',
  checkFeed: 'editor',
  findTowns: 'viewer',
  setTown: 'editor',
  changeItems: 'editor',
  changeLines: 'editor',
  setLayout: 'editor',
  setCornerPiece: 'editor',
  moveCornerPiece: 'editor',
  getTime: 'public',
  signIn: 'public',
  finishSignIn: 'public',
  startPasskeySignIn: 'public',
  signInByPasskey: 'public',
  startPasskeyStep: 'public',
  finishSignInByPasskey: 'public',
  getSingleSignOn: 'public',
  startSingleSignOn: 'public',
  signUp: 'public',
  signOut: 'public',
  getPasswordResets: 'public',
  requestPasswordReset: 'public',
  completePasswordReset: 'public',
  getManifest: 'public',
  streamManifest: 'public',
  getPastManifest: 'viewer',
  reportScreen: 'public',
  enterScreen: 'public',
  streamScreen: 'public',
  answerCommand: 'public',
  helloAgent: 'public',
  streamAgent: 'public',
  reportAgent: 'public',
  sendAgentPicture: 'public',
  getAgentFile: 'public',
  beatScreen: 'public',
  tellPlays: 'public',
  readInvitation: 'public',
  readSetup: 'public',
  finishSetup: 'public',
  getApiDocument: 'public',
  quietAlerts: 'public',
  unsubscribeFromAlerts: 'public',

  getSession: 'signed-in',
  getAccount: 'signed-in',
  changePassword: 'signed-in',
  listSessions: 'signed-in',
  removeSession: 'signed-in',
  removeOtherSessions: 'signed-in',
  beginSecondFactor: 'signed-in',
  confirmSecondFactor: 'signed-in',
  removeSecondFactor: 'signed-in',
  listPasskeys: 'signed-in',
  startPasskey: 'signed-in',
  createPasskey: 'signed-in',
  renamePasskey: 'signed-in',
  removePasskey: 'signed-in',
  turnSecondFactorOnByPasskey: 'signed-in',
  startPasskeyProof: 'signed-in',
  removeSecondFactorByPasskey: 'signed-in',
  acceptInvitation: 'signed-in',

  listDisplays: 'viewer',
  listPlaylists: 'viewer',
  listTables: 'viewer',
  getTable: 'viewer',
  streamTable: 'viewer',
  listTableActivity: 'viewer',
  getLibrary: 'viewer',
  listLibraryFiles: 'viewer',
  getLibraryFile: 'viewer',
  findKnownFile: 'editor',
  createDeck: 'editor',
  addLibraryFile: 'editor',
  updateLibraryFile: 'editor',
  labelLibraryFiles: 'editor',
  putLibraryFiles: 'editor',
  replaceLibraryFile: 'editor',
  removeLibraryFiles: 'editor',
  bringBackLibraryFiles: 'editor',
  getProgramme: 'viewer',
  getVisits: 'viewer',
  streamProgramme: 'viewer',
  listActivity: 'viewer',
  listScreens: 'viewer',
  getPlays: 'viewer',
  getAdviceFacts: 'viewer',
  leaveAdvice: 'editor',
  exportPlays: 'viewer',
  listOrganisationScreens: 'viewer',
  leaveOrganisation: 'viewer',
  getAlerts: 'viewer',
  updateAlertChoice: 'viewer',

  findPairing: 'editor',
  showPairing: 'editor',
  pairScreen: 'editor',
  changePairedScreen: 'editor',
  letGoScreen: 'editor',
  commandScreens: 'editor',
  getMachine: 'viewer',
  changeMachine: 'editor',
  commandMachine: 'editor',
  getScreenPicture: 'viewer',
  updateMachine: 'editor',
  getAgentUpdates: 'owner',
  changeAgentUpdates: 'owner',
  startAgentUpdates: 'owner',
  listEnrolments: 'editor',
  createEnrolment: 'editor',
  withdrawEnrolment: 'editor',
  getWall: 'viewer',
  setWall: 'editor',
  showTestCard: 'editor',

  undoActivity: 'editor',
  undoTogether: 'editor',
  previewRestore: 'editor',
  restoreProgramme: 'editor',
  createPlaylist: 'editor',
  updatePlaylist: 'editor',
  includePlaylist: 'editor',
  removePlaylist: 'editor',
  bringBackPlaylist: 'editor',
  createTable: 'editor',
  checkTableSource: 'editor',
  getTableSource: 'editor',
  setTableSource: 'editor',
  removeTableSource: 'editor',
  readTableSource: 'editor',
  updateTable: 'editor',
  removeTable: 'editor',
  bringBackTable: 'editor',
  createColumn: 'editor',
  updateColumn: 'editor',
  removeColumn: 'editor',
  createRows: 'editor',
  changeRows: 'editor',
  updateRow: 'editor',
  removeRow: 'editor',
  putRow: 'editor',
  moveRows: 'editor',
  sortRows: 'editor',
  undoTableActivity: 'editor',
  restoreTable: 'editor',
  listMoveIns: 'editor',
  getMoveIn: 'editor',
  beginMoveIn: 'editor',
  tellMoveIn: 'editor',
  bringPlaylist: 'editor',
  bringTable: 'editor',
  removeMoveIn: 'editor',
  createItem: 'editor',
  updateItem: 'editor',
  moveItem: 'editor',
  removeItem: 'editor',
  createLine: 'editor',
  updateLine: 'editor',
  moveLine: 'editor',
  removeLine: 'editor',
  uploadMedia: 'editor',
  createUpload: 'editor',
  getUploadOffset: 'editor',
  appendToUpload: 'editor',
  removeUpload: 'editor',
  finishUpload: 'editor',
  updateScreen: 'editor',
  removeScreen: 'editor',
  muteIncident: 'editor',

  listTakeOvers: 'viewer',
  getTakeOver: 'viewer',
  startTakeOver: 'take-over',
  prolongTakeOver: 'take-over',
  endTakeOver: 'take-over',
  resumeTakeOver: 'take-over',
  prepareTakeOver: 'take-over',
  updatePreparedTakeOver: 'take-over',
  removePreparedTakeOver: 'take-over',
  raiseTakeOver: 'take-over',
  showTakeOver: 'public',
  listInserts: 'viewer',
  startInsert: 'insert',
  prolongInsert: 'insert',
  endInsert: 'insert',
  resumeInsert: 'insert',
  raiseInsert: 'insert',

  getProposals: 'contributor',
  propose: 'contributor',
  takeBackProposal: 'contributor',
  uploadProposalPicture: 'contributor',
  createProposalLink: 'editor',
  withdrawProposalLink: 'editor',
  approveProposal: 'editor',
  refuseProposal: 'editor',
  updateProposalChoice: 'owner',
  readProposalLink: 'public',
  sendProposalPicture: 'public',
  sendProposal: 'public',
  takeBackSentProposal: 'public',

  listOrganisationActivity: 'owner',
  createDisplay: 'owner',
  updateDisplay: 'owner',
  getDisplayContents: 'owner',
  removeDisplay: 'owner',
  getStorage: 'owner',
  getBrand: 'viewer',
  updateBrand: 'owner',
  listMembers: 'owner',
  updateMember: 'owner',
  removeMember: 'owner',
  getSignInRule: 'owner',
  setSignInRule: 'owner',
  listInvitations: 'owner',
  createInvitation: 'owner',
  removeInvitation: 'owner',
  listTokens: 'owner',
  getAssistantAccess: 'owner',
  createToken: 'owner',
  removeToken: 'owner',
  listWebhooks: 'owner',
  createWebhook: 'owner',
  updateWebhook: 'owner',
  removeWebhook: 'owner',
  changeWebhookSecret: 'owner',
  testWebhook: 'owner',
  listWebhookDeliveries: 'owner',
  getWebhookDelivery: 'owner',
  resendWebhookDelivery: 'owner',
  resendWebhookDeliveries: 'owner',

  listOrganisations: 'operator',
  createOrganisation: 'operator',
  getOrganisation: 'operator',
  updateOrganisation: 'operator',
  removeOrganisation: 'operator',
  suspendOrganisation: 'operator',
  resumeOrganisation: 'operator',
  listOrganisationDisplays: 'operator',
  createOrganisationDisplay: 'operator',
  listWaitingAccounts: 'operator',
  removeWaitingAccount: 'operator',
  listSubscriptions: 'operator',
  createSubscription: 'operator',
  inviteSubscriber: 'operator',
  updateSubscription: 'operator',
  removeSubscription: 'operator',
}

/** Routes for personal matters, which no program may call, whatever its rights. Stated independently as well. */
export const NOT_FOR_PROGRAMS: ReadonlySet<RouteName> = new Set([
  'signIn',
  'finishSignIn',
  'startPasskeySignIn',
  'signInByPasskey',
  'startPasskeyStep',
  'finishSignInByPasskey',
  'startSingleSignOn',
  'signUp',
  'signOut',
  'requestPasswordReset',
  'completePasswordReset',
  'finishSetup',
  'leaveOrganisation',
  'getSignInRule',
  'setSignInRule',
  'listEnrolments',
  'createEnrolment',
  'withdrawEnrolment',
  'listTokens',
  'getAssistantAccess',
  'createToken',
  'removeToken',
  'updateAlertChoice',
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'removeWebhook',
  'changeWebhookSecret',
  'testWebhook',
  'listWebhookDeliveries',
  'getWebhookDelivery',
  'resendWebhookDelivery',
  'resendWebhookDeliveries',
  'startTakeOver',
  'prolongTakeOver',
  'endTakeOver',
  'resumeTakeOver',
  'prepareTakeOver',
  'updatePreparedTakeOver',
  'removePreparedTakeOver',
  'createProposalLink',
  'approveProposal',
  'refuseProposal',
  'updateProposalChoice',
  'propose',
  'takeBackProposal',
  'uploadProposalPicture',
])

/** The calls on the rows of a table. */
const OF_ROWS: readonly RouteName[] = [
  'createRows',
  'changeRows',
  'updateRow',
  'removeRow',
  'putRow',
  'moveRows',
  'sortRows',
  'undoTableActivity',
]

/** Routes of the whole organisation, which people who are limited to some displays may not call. Stated independently as well. */
const OF_ALL: ReadonlySet<RouteName> = new Set([
  'setLayout',
  'setCornerPiece',
  'moveCornerPiece',
  'listTables',
  'checkTableSource',
  'getTableSource',
  'setTableSource',
  'removeTableSource',
  'readTableSource',
  'getTable',
  'streamTable',
  'listTableActivity',
  'createTable',
  'updateTable',
  'removeTable',
  'bringBackTable',
  'createColumn',
  'updateColumn',
  'removeColumn',
  ...OF_ROWS,
  'restoreTable',
  'createPlaylist',
  'updatePlaylist',
  'includePlaylist',
  'removePlaylist',
  'bringBackPlaylist',
  'bringPlaylist',
  'bringTable',
  'prepareTakeOver',
  'updatePreparedTakeOver',
  'removePreparedTakeOver',
])

/** The calls of an organisation that somebody who is limited to tables may make, with these tables. Stated independently as well. */
export const OF_TABLES: ReadonlySet<RouteName> = new Set([
  'listTables',
  'getTable',
  'streamTable',
  'listTableActivity',
  ...OF_ROWS,
  'leaveOrganisation',
])

export type Actor = {
  session: boolean
  /** Calls with an API token. */
  token?: boolean
  role?: Role
  limitedTo?: DisplayKey
  /** Limited to one table, and to no display. */
  ofTable?: boolean
  operator?: boolean
  /** May start take-overs. A token with this right can do nothing else. */
  mayTakeOver?: boolean
  /** A token that may start inserts, and can do nothing else. */
  mayInsert?: boolean
  /** Lacks the step that the organisation requires at sign-in. */
  lacksStep?: boolean
}

/** The role of a token that has these rights. */
export function tokenRoleOf({ role, mayTakeOver, mayInsert }: Actor): TokenRole {
  if (mayTakeOver) return 'take-over'
  if (mayInsert) return 'insert'
  return role === 'viewer' ? 'viewer' : 'editor'
}

export type Outcome =
  | 'let in'
  | 'not-signed-in'
  | 'not-subscribed'
  | 'second-step-required'
  | 'not-allowed'
  | 'display-not-found'
  | 'playlist-not-found'
  | 'table-not-found'

/** The rule in words: docs/rules/access.md. */
export function expected(name: RouteName, actor: Actor, key: DisplayKey): Outcome {
  const access = RIGHTS[name]
  const { path } = ROUTES[name]
  if (actor.token && (access === 'signed-in' || NOT_FOR_PROGRAMS.has(name))) return 'not-allowed'
  if (access === 'public') return 'let in'
  if (!actor.session) return 'not-signed-in'
  if (access === 'signed-in') return 'let in'
  if (access === 'operator') return actor.operator ? 'let in' : 'not-allowed'
  if (!actor.role) return 'not-subscribed'
  if (actor.lacksStep) return 'second-step-required'
  if (actor.token && actor.mayTakeOver && access !== 'take-over') return 'not-allowed'
  if (actor.token && actor.mayInsert && access !== 'insert') return 'not-allowed'
  if (path.includes(':organisationId') && key.organisationId !== SAMPLE_DISPLAY.organisationId)
    return 'display-not-found'
  if (actor.ofTable && !OF_TABLES.has(name)) return 'not-allowed'
  if (path.includes(':displayId') && actor.limitedTo && actor.limitedTo !== key) return 'display-not-found'
  if (actor.limitedTo && OF_ALL.has(name)) return 'not-allowed'
  if (access === 'take-over') return actor.role === 'owner' || actor.mayTakeOver ? 'let in' : 'not-allowed'
  if (access === 'insert') return ['editor', 'owner'].includes(actor.role) || actor.mayInsert ? 'let in' : 'not-allowed'
  return ROLES.indexOf(actor.role) >= ROLES.indexOf(access) ? 'let in' : 'not-allowed'
}

/** Query strings of calls that would be refused without one. */
export const QUESTIONS: Partial<Record<RouteName, string>> = {
  getPastManifest: '?at=1',
  getPlays: '?from=2026-11-01&to=2026-11-02',
  exportPlays: '?from=2026-11-01&to=2026-11-02',
}
