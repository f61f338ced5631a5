import type { RouteName } from './route.ts'

/** What the calls are about, in the order in which the documentation shows them. */
export const ROUTE_TAGS = [
  'Displays',
  'Items',
  'Ticker',
  'Files',
  'Screens',
  'Activity',
  'Player',
  'Members',
  'Tokens',
  'Account',
  'Provider',
  'Documentation',
] as const
export type RouteTag = (typeof ROUTE_TAGS)[number]

/** Each call in one sentence, for whoever writes a program. A route without one does not compile. */
export const ROUTE_SUMMARIES: Record<RouteName, { tag: RouteTag; summary: string }> = {
  listDisplays: { tag: 'Displays', summary: 'Lists the displays that the caller may use.' },
  createDisplay: { tag: 'Displays', summary: 'Makes an empty display.' },
  getProgramme: { tag: 'Displays', summary: 'Reads a display with all its items and lines, hidden ones too.' },
  streamProgramme: { tag: 'Displays', summary: 'Streams a display: the whole of it now, and again after each change.' },
  updateDisplay: { tag: 'Displays', summary: 'Changes the name or the time zone of a display.' },
  getDisplayContents: { tag: 'Displays', summary: 'Counts what the removal of a display would take along.' },
  removeDisplay: { tag: 'Displays', summary: 'Removes a display for good, with all that it holds.' },

  createItem: { tag: 'Items', summary: 'Adds a picture, a film or a YouTube film to the end of the loop.' },
  updateItem: { tag: 'Items', summary: 'Changes an item; what is left out stays.' },
  moveItem: { tag: 'Items', summary: 'Moves an item to another place in the loop.' },
  removeItem: { tag: 'Items', summary: 'Removes an item.' },

  createLine: { tag: 'Ticker', summary: 'Adds a text to the end of the ticker.' },
  updateLine: { tag: 'Ticker', summary: 'Changes a text of the ticker.' },
  moveLine: { tag: 'Ticker', summary: 'Moves a text to another place in the ticker.' },
  removeLine: { tag: 'Ticker', summary: 'Removes a text from the ticker.' },

  uploadMedia: { tag: 'Files', summary: 'Stores a small picture; the answer has the address to put into an item.' },
  createUpload: { tag: 'Files', summary: 'Begins an upload in pieces (tus 1.0.0, creation).' },
  getUploadOffset: { tag: 'Files', summary: 'Tells how many bytes of an upload have arrived (tus 1.0.0).' },
  appendToUpload: { tag: 'Files', summary: 'Sends the next piece of an upload (tus 1.0.0).' },
  removeUpload: { tag: 'Files', summary: 'Gives up an upload (tus 1.0.0, termination).' },
  finishUpload: { tag: 'Files', summary: 'Makes a stored picture of an upload that has arrived whole.' },

  listScreens: { tag: 'Screens', summary: 'Lists the screens that play a display, and how each of them is.' },
  updateScreen: { tag: 'Screens', summary: 'Names a screen.' },
  removeScreen: { tag: 'Screens', summary: 'Forgets a screen.' },
  reportScreen: { tag: 'Screens', summary: 'Tells how a screen is; players send it by themselves.' },

  listActivity: { tag: 'Activity', summary: 'Lists who changed what on a display, newest first.' },
  listOrganisationActivity: {
    tag: 'Activity',
    summary: 'Lists what happened in the whole organisation, sign-ins too.',
  },
  undoActivity: { tag: 'Activity', summary: 'Undoes one entry of the activity log.' },
  previewRestore: { tag: 'Activity', summary: 'Tells what going back to an earlier state would do.' },
  restoreDisplay: { tag: 'Activity', summary: 'Makes a display hold what it held before.' },

  getManifest: { tag: 'Player', summary: 'Reads what a display plays: its visible items and its lines.' },
  streamManifest: { tag: 'Player', summary: 'Streams what a display plays: now, and again after each change.' },
  getTime: { tag: 'Player', summary: 'Tells the time of the server.' },

  listMembers: { tag: 'Members', summary: 'Lists who belongs to the organisation.' },
  updateMember: { tag: 'Members', summary: 'Changes what somebody may do.' },
  removeMember: { tag: 'Members', summary: 'Removes somebody from the organisation.' },
  leaveOrganisation: { tag: 'Members', summary: 'Leaves the organisation.' },
  listInvitations: { tag: 'Members', summary: 'Lists the invitations that still count.' },
  createInvitation: { tag: 'Members', summary: 'Makes an invitation; its token is told this once.' },
  removeInvitation: { tag: 'Members', summary: 'Withdraws an invitation.' },
  readInvitation: { tag: 'Members', summary: 'Tells its holder what an invitation offers.' },
  acceptInvitation: { tag: 'Members', summary: 'Joins an organisation by an invitation.' },

  listTokens: { tag: 'Tokens', summary: 'Lists the API tokens of the organisation.' },
  createToken: { tag: 'Tokens', summary: 'Makes an API token; its secret is told this once.' },
  removeToken: { tag: 'Tokens', summary: 'Revokes an API token.' },

  signIn: { tag: 'Account', summary: 'Signs in with a password.' },
  finishSignIn: { tag: 'Account', summary: 'Goes on with a sign-in that asks for the second factor.' },
  signUp: { tag: 'Account', summary: 'Makes an account.' },
  getSession: { tag: 'Account', summary: 'Tells who is signed in and what they may manage.' },
  signOut: { tag: 'Account', summary: 'Ends the session.' },
  getPasswordResets: { tag: 'Account', summary: 'Tells how a forgotten password is replaced here.' },
  requestPasswordReset: { tag: 'Account', summary: 'Asks for a link for a new password.' },
  completePasswordReset: { tag: 'Account', summary: 'Sets a new password by such a link.' },
  getAccount: { tag: 'Account', summary: 'Reads one’s own account.' },
  changePassword: { tag: 'Account', summary: 'Changes one’s own password.' },
  listSessions: { tag: 'Account', summary: 'Lists where one is signed in.' },
  removeSession: { tag: 'Account', summary: 'Signs out one other device.' },
  removeOtherSessions: { tag: 'Account', summary: 'Signs out all other devices.' },
  beginSecondFactor: { tag: 'Account', summary: 'Begins to set up two-factor sign-in.' },
  confirmSecondFactor: { tag: 'Account', summary: 'Turns two-factor sign-in on.' },
  removeSecondFactor: { tag: 'Account', summary: 'Turns two-factor sign-in off.' },

  listOrganisations: { tag: 'Provider', summary: 'Lists every organisation with what it has.' },
  createOrganisation: { tag: 'Provider', summary: 'Makes an organisation.' },
  getOrganisation: { tag: 'Provider', summary: 'Reads one organisation with what it has.' },
  updateOrganisation: { tag: 'Provider', summary: 'Changes the name or the quota of an organisation.' },
  removeOrganisation: { tag: 'Provider', summary: 'Removes an unsubscribed organisation for good.' },
  suspendOrganisation: { tag: 'Provider', summary: 'Unsubscribes an organisation.' },
  resumeOrganisation: { tag: 'Provider', summary: 'Subscribes an organisation again.' },
  listOrganisationDisplays: { tag: 'Provider', summary: 'Lists the displays of any organisation.' },
  createOrganisationDisplay: { tag: 'Provider', summary: 'Makes an empty display for any organisation.' },
  listWaitingAccounts: { tag: 'Provider', summary: 'Lists the accounts that wait to be subscribed.' },
  listSubscriptions: { tag: 'Provider', summary: 'Lists everybody who is subscribed.' },
  createSubscription: { tag: 'Provider', summary: 'Subscribes somebody.' },
  updateSubscription: { tag: 'Provider', summary: 'Changes a subscription.' },
  removeSubscription: { tag: 'Provider', summary: 'Ends a subscription.' },

  getApiDocument: { tag: 'Documentation', summary: 'This document, in OpenAPI 3.1.' },
}
