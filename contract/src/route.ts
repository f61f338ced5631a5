import {
  BeginSecondFactor,
  ChangePassword,
  CompletePasswordReset,
  ConfirmSecondFactor,
  FinishSignIn,
  OwnAccount,
  OwnSession,
  PasswordResets,
  RecoveryCodes,
  RemoveSecondFactor,
  RequestPasswordReset,
  SecondFactorSecret,
  SecondFactorWanted,
  Session,
  SessionId,
  SignedUp,
  SignIn,
  SignUp,
} from './account.ts'
import {
  ActivityId,
  ActivityPage,
  ActivityQuery,
  Restored,
  RestorePoint,
  RestorePreview,
  RestoreQuery,
} from './activity.ts'
import { CreateDisplay, Display, DisplayContents, Programme, UpdateDisplay } from './display.ts'
import { DisplayId, InvitationId, ItemId, LineId, MemberId, OrganisationId, TokenId, UploadId } from './id.ts'
import { CreateItem, Item, UpdateItem } from './item.ts'
import { CreateLine, Line, UpdateLine } from './line.ts'
import { Manifest } from './manifest.ts'
import { MediaFile, Upload } from './media.ts'
import {
  CreateInvitation,
  Invitation,
  InvitationCreated,
  InvitationKey,
  InvitationOffer,
  Member,
  type Role,
  UpdateMember,
} from './member.ts'
import { Move } from './move.ts'
import {
  CreateSubscription,
  SubscriberInvited,
  Subscription,
  SubscriptionCreated,
  UpdateSubscription,
  WaitingAccount,
} from './operator.ts'
import { CreateOrganisation, Organisation, Storage, UpdateOrganisation } from './organisation.ts'
import { ScreenBeat, ScreenId, ScreenReport, Screens, UpdateScreen } from './screen.ts'
import { FinishSetup, SetupKey, SetupOffer } from './setup.ts'
import { SingleSignOn, SingleSignOnStarted, StartSingleSignOn } from './single-sign-on.ts'
import { ApiToken, CreateToken, TokenCreated } from './token.ts'
import { z } from './zod.ts'

/**
 * Who may call. `public`: anyone. `signed-in`: whoever has a session, on their own account. `viewer`, `editor`, `owner`: a
 * member who has that role or one above it, and only paths of their own organisation (Z2) and of displays that are theirs.
 * `operator`: the provider, whatever the organisation.
 */
export type Access = 'public' | 'signed-in' | Role | 'operator'

/**
 * Every call of the API. The server registers from this table, the web application calls from it, and the tests of
 * headers, rights and documentation walk it: a route that is not here does not exist.
 */
type Route = {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`, each one in `params`. */
  path: string
  access: Access
  /** Somebody's own affair: an API token is refused, whatever it may do otherwise (`not-allowed`). */
  person?: true
  params?: z.ZodObject
  /** What stands behind the question mark. A route without it looks at nothing there. */
  query?: z.ZodObject
  /** A JSON body's schema, `image` for the raw bytes of a picture, `piece` for some bytes of an upload. */
  body?: z.ZodType | 'image' | 'piece'
  /** The JSON answer, `stream` for server-sent events, `none` for 204. */
  response: z.ZodType | 'stream' | 'none'
  /** Of success. */
  status: 200 | 201 | 204
  /** `required`: the change must say which revision of the thing it changes, or `*` for any. */
  ifMatch?: 'required' | 'optional'
  /**
   * What the call is to a server that has not the time for all: `statistics` are given up first, then new `uploads`; what is
   * `playing` is never. Left out: told by the method.
   */
  precedence?: 'playing' | 'uploads' | 'statistics'
}

const organisation = z.object({ organisationId: OrganisationId })
const display = organisation.extend({ displayId: DisplayId })
const item = display.extend({ itemId: ItemId })
const line = display.extend({ lineId: LineId })
const entry = display.extend({ entryId: ActivityId })
const screen = display.extend({ screenId: ScreenId })
const upload = organisation.extend({ uploadId: UploadId })
const member = organisation.extend({ memberId: MemberId })
const invitation = organisation.extend({ invitationId: InvitationId })
const subscription = z.object({ memberId: MemberId })
const token = organisation.extend({ tokenId: TokenId })

/** What each command on a display answers: the display's new revision beside what was changed. */
const changed = z.object({ revision: z.int() })
export const ItemChanged = changed.extend({ item: Item })
export type ItemChanged = z.infer<typeof ItemChanged>
export const LineChanged = changed.extend({ line: Line })
export type LineChanged = z.infer<typeof LineChanged>
export const Removed = changed
export type Removed = z.infer<typeof Removed>

const DISPLAYS = '/api/organisations/:organisationId/displays'
const DISPLAY = `${DISPLAYS}/:displayId`
const MEMBERS = '/api/organisations/:organisationId/members'
const INVITATIONS = '/api/organisations/:organisationId/invitations'
const TOKENS = '/api/organisations/:organisationId/tokens'
const OPERATOR = '/api/operator'
const ORGANISATION = `${OPERATOR}/organisations/:organisationId`
const UPLOADS = '/api/organisations/:organisationId/uploads'
const UPLOAD = `${UPLOADS}/:uploadId`

export const ROUTES = {
  /** The server's clock in milliseconds since 1970, for a player to estimate its distance from it. */
  getTime: {
    method: 'GET',
    path: '/api/time',
    access: 'public',
    response: z.object({ at: z.int() }),
    status: 200,
    precedence: 'playing',
  },

  /** This table as an OpenAPI 3.1 document, for programs and for the page of the interface. */
  getApiDocument: {
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    response: z.looseObject({ openapi: z.string() }),
    status: 200,
  },

  /** Either signed in, or asked for the second factor; then `finishSignIn` is the way on. */
  signIn: {
    method: 'POST',
    path: '/api/session',
    access: 'public',
    person: true,
    body: SignIn,
    response: z.union([Session, SecondFactorWanted]),
    status: 200,
  },
  finishSignIn: {
    method: 'POST',
    path: '/api/session/second-factor',
    access: 'public',
    person: true,
    body: FinishSignIn,
    response: Session,
    status: 200,
  },
  /** Whether there is another way to sign in than by password. */
  getSingleSignOn: {
    method: 'GET',
    path: '/api/session/single-sign-on',
    access: 'public',
    response: SingleSignOn,
    status: 200,
  },
  /**
   * Begins a sign-in through the identity provider. The browser that asks is the one that must come back, to
   * `SIGN_ON_CALLBACK_PATH`, and then arrives at `signOnPath`. `not-found` where there is no provider, `sign-on-unavailable`
   * when it does not answer, `invitation-not-found`.
   */
  startSingleSignOn: {
    method: 'POST',
    path: '/api/session/single-sign-on',
    access: 'public',
    person: true,
    body: StartSingleSignOn,
    response: SingleSignOnStarted,
    status: 200,
  },
  signUp: {
    method: 'POST',
    path: '/api/users',
    access: 'public',
    person: true,
    body: SignUp,
    response: SignedUp,
    status: 200,
  },
  getSession: {
    method: 'GET',
    path: '/api/session',
    access: 'signed-in',
    person: true,
    response: Session,
    status: 200,
  },
  signOut: { method: 'DELETE', path: '/api/session', access: 'public', person: true, response: 'none', status: 204 },

  getPasswordResets: {
    method: 'GET',
    path: '/api/password-resets',
    access: 'public',
    response: PasswordResets,
    status: 200,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/password-resets',
    access: 'public',
    person: true,
    body: RequestPasswordReset,
    response: 'none',
    status: 204,
  },
  completePasswordReset: {
    method: 'POST',
    path: '/api/password-resets/completion',
    access: 'public',
    person: true,
    body: CompletePasswordReset,
    response: 'none',
    status: 204,
  },

  /**
   * Whether a set-up link counts. Changes nothing; a POST, so that its token stays out of the address. `setup-link-expired`
   * for every token that is not the newest; `already-set-up` only to whoever has that one.
   */
  readSetup: {
    method: 'POST',
    path: '/api/setup/offer',
    access: 'public',
    body: SetupKey,
    response: SetupOffer,
    status: 200,
  },
  /** Sets the installation up, all of it or nothing, and signs its operator in. Errors as of `readSetup`; `weak-password`. */
  finishSetup: {
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    person: true,
    body: FinishSetup,
    response: Session,
    status: 200,
  },

  getAccount: {
    method: 'GET',
    path: '/api/account',
    access: 'signed-in',
    person: true,
    response: OwnAccount,
    status: 200,
  },
  /** Ends every other session of the account. */
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    access: 'signed-in',
    person: true,
    body: ChangePassword,
    response: 'none',
    status: 204,
  },
  /** Newest sign of life first. */
  listSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    access: 'signed-in',
    person: true,
    response: z.array(OwnSession),
    status: 200,
  },
  removeSession: {
    method: 'DELETE',
    path: '/api/account/sessions/:sessionId',
    access: 'signed-in',
    person: true,
    params: z.object({ sessionId: SessionId }),
    response: 'none',
    status: 204,
  },
  /** All but the one that asks. */
  removeOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'signed-in',
    person: true,
    response: 'none',
    status: 204,
  },
  /** A new secret, which counts once it is confirmed. Until then it may be asked for again. */
  beginSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor',
    access: 'signed-in',
    person: true,
    body: BeginSecondFactor,
    response: SecondFactorSecret,
    status: 200,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/confirmation',
    access: 'signed-in',
    person: true,
    body: ConfirmSecondFactor,
    response: RecoveryCodes,
    status: 200,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/removal',
    access: 'signed-in',
    person: true,
    body: RemoveSecondFactor,
    response: 'none',
    status: 204,
  },

  getManifest: {
    method: 'GET',
    path: `${DISPLAY}/manifest`,
    access: 'public',
    params: display,
    response: Manifest,
    status: 200,
    precedence: 'playing',
  },
  streamManifest: {
    method: 'GET',
    path: `${DISPLAY}/manifest/live`,
    access: 'public',
    params: display,
    response: 'stream',
    status: 200,
  },

  listDisplays: {
    method: 'GET',
    path: DISPLAYS,
    access: 'viewer',
    params: organisation,
    response: z.array(Display),
    status: 200,
  },
  createDisplay: {
    method: 'POST',
    path: DISPLAYS,
    access: 'owner',
    params: organisation,
    body: CreateDisplay,
    response: Display,
    status: 201,
  },
  /** Its settings, none of which has a revision of its own: the last to save wins. */
  updateDisplay: {
    method: 'PATCH',
    path: DISPLAY,
    access: 'owner',
    params: display,
    body: UpdateDisplay,
    response: Display,
    status: 200,
  },
  /** What `removeDisplay` would take along. */
  getDisplayContents: {
    method: 'GET',
    path: `${DISPLAY}/contents`,
    access: 'owner',
    params: display,
    response: DisplayContents,
    status: 200,
  },
  /**
   * For good. `If-Match` names the revision that the contents were shown for. Its players are told to show nothing, whenever
   * they ask next; media files that nothing shows any more are swept later.
   */
  removeDisplay: {
    method: 'DELETE',
    path: DISPLAY,
    access: 'owner',
    params: display,
    response: 'none',
    status: 204,
    ifMatch: 'required',
  },
  getProgramme: { method: 'GET', path: DISPLAY, access: 'viewer', params: display, response: Programme, status: 200 },
  streamProgramme: {
    method: 'GET',
    path: `${DISPLAY}/live`,
    access: 'viewer',
    params: display,
    response: 'stream',
    status: 200,
  },

  /**
   * A screen tells how it is. Anybody may call it, so it is bounded: `too-many-requests` for a screen or a network that
   * reports too often. What is one screen too many, or comes as the server ends, is dropped without a word.
   */
  reportScreen: {
    method: 'POST',
    path: `${DISPLAY}/screens/:screenId/reports`,
    access: 'public',
    params: screen,
    body: ScreenReport,
    response: 'none',
    status: 204,
    precedence: 'statistics',
  },
  /**
   * A screen says that it paints, every SCREEN_BEAT_MS. Bounded as reports are; one of a screen that has not reported, or not
   * of this display, is dropped without a word.
   */
  beatScreen: {
    method: 'POST',
    path: `${DISPLAY}/screens/:screenId/beats`,
    access: 'public',
    params: screen,
    body: ScreenBeat,
    response: 'none',
    status: 204,
    precedence: 'statistics',
  },
  listScreens: {
    method: 'GET',
    path: `${DISPLAY}/screens`,
    access: 'viewer',
    params: display,
    response: Screens,
    status: 200,
  },
  /** Names it. A screen has no revision: the last to save wins. */
  updateScreen: {
    method: 'PATCH',
    path: `${DISPLAY}/screens/:screenId`,
    access: 'editor',
    params: screen,
    body: UpdateScreen,
    response: 'none',
    status: 204,
  },
  /** Forgets it. One that still runs is back with its next report, without its name. */
  removeScreen: {
    method: 'DELETE',
    path: `${DISPLAY}/screens/:screenId`,
    access: 'editor',
    params: screen,
    response: 'none',
    status: 204,
  },

  /** Who changed what, and what was refused. Newest first. */
  listActivity: {
    method: 'GET',
    path: `${DISPLAY}/activity`,
    access: 'viewer',
    params: display,
    query: ActivityQuery,
    response: ActivityPage,
    status: 200,
  },
  /** The same of everything in the organisation, sign-ins too. */
  listOrganisationActivity: {
    method: 'GET',
    path: '/api/organisations/:organisationId/activity',
    access: 'owner',
    params: organisation,
    query: ActivityQuery,
    response: ActivityPage,
    status: 200,
  },
  /**
   * Makes what one entry changed as it was before: what it removed comes back, what it edited is put back.
   * `changed-meanwhile` when the thing has changed since, `too-old-to-undo`, `file-gone`.
   */
  undoActivity: {
    method: 'POST',
    path: `${DISPLAY}/activity/:entryId/undo`,
    access: 'editor',
    params: entry,
    response: changed,
    status: 200,
  },
  /** What `restoreDisplay` would do, changing nothing. */
  previewRestore: {
    method: 'GET',
    path: `${DISPLAY}/restore`,
    access: 'editor',
    params: display,
    query: RestoreQuery,
    response: RestorePreview,
    status: 200,
  },
  /** The items and lines as they were: one change, which can be undone like any other. Its settings stay. */
  restoreDisplay: {
    method: 'POST',
    path: `${DISPLAY}/restore`,
    access: 'editor',
    params: display,
    body: RestorePoint,
    response: Restored,
    status: 200,
    ifMatch: 'optional',
  },

  createItem: {
    method: 'POST',
    path: `${DISPLAY}/items`,
    access: 'editor',
    params: display,
    body: CreateItem,
    response: ItemChanged,
    status: 201,
  },
  updateItem: {
    method: 'PATCH',
    path: `${DISPLAY}/items/:itemId`,
    access: 'editor',
    params: item,
    body: UpdateItem,
    response: ItemChanged,
    status: 200,
    ifMatch: 'required',
  },
  moveItem: {
    method: 'POST',
    path: `${DISPLAY}/items/:itemId/move`,
    access: 'editor',
    params: item,
    body: Move(ItemId),
    response: ItemChanged,
    status: 200,
  },
  removeItem: {
    method: 'DELETE',
    path: `${DISPLAY}/items/:itemId`,
    access: 'editor',
    params: item,
    response: Removed,
    status: 200,
    ifMatch: 'optional',
  },

  createLine: {
    method: 'POST',
    path: `${DISPLAY}/lines`,
    access: 'editor',
    params: display,
    body: CreateLine,
    response: LineChanged,
    status: 201,
  },
  updateLine: {
    method: 'PATCH',
    path: `${DISPLAY}/lines/:lineId`,
    access: 'editor',
    params: line,
    body: UpdateLine,
    response: LineChanged,
    status: 200,
    ifMatch: 'required',
  },
  moveLine: {
    method: 'POST',
    path: `${DISPLAY}/lines/:lineId/move`,
    access: 'editor',
    params: line,
    body: Move(LineId),
    response: LineChanged,
    status: 200,
  },
  removeLine: {
    method: 'DELETE',
    path: `${DISPLAY}/lines/:lineId`,
    access: 'editor',
    params: line,
    response: Removed,
    status: 200,
    ifMatch: 'optional',
  },

  uploadMedia: {
    method: 'POST',
    path: '/api/organisations/:organisationId/media',
    access: 'editor',
    params: organisation,
    body: 'image',
    response: MediaFile,
    status: 201,
    precedence: 'uploads',
  },

  /** C7: begins an upload in pieces (tus: creation). `Upload-Length` says how many bytes; the answer's `Location`, where. */
  createUpload: {
    method: 'POST',
    path: UPLOADS,
    access: 'editor',
    params: organisation,
    response: Upload,
    status: 201,
    precedence: 'uploads',
  },
  /** How many bytes have arrived, in `Upload-Offset`. Cuts off a piece that is still on its way. */
  getUploadOffset: {
    method: 'HEAD',
    path: UPLOAD,
    access: 'editor',
    params: upload,
    response: 'none',
    status: 204,
  },
  /** The bytes from `Upload-Offset` on. The answer to the last ones means that all would survive a power cut. */
  appendToUpload: {
    method: 'PATCH',
    path: UPLOAD,
    access: 'editor',
    params: upload,
    body: 'piece',
    response: 'none',
    status: 204,
  },
  /** tus: termination. */
  removeUpload: { method: 'DELETE', path: UPLOAD, access: 'editor', params: upload, response: 'none', status: 204 },
  /** Makes a stored picture of what has arrived. Asked again, after an answer that got lost, it answers the same. */
  finishUpload: {
    method: 'POST',
    path: `${UPLOAD}/media`,
    access: 'editor',
    params: upload,
    response: MediaFile,
    status: 201,
  },

  /** How much is stored, and how much may be. */
  getStorage: {
    method: 'GET',
    path: '/api/organisations/:organisationId/storage',
    access: 'owner',
    params: organisation,
    response: Storage,
    status: 200,
  },

  /** Everybody of the organisation, by email. */
  listMembers: {
    method: 'GET',
    path: MEMBERS,
    access: 'owner',
    params: organisation,
    response: z.array(Member),
    status: 200,
  },
  /** Counts for the next request of theirs. `last-owner`: nobody else is one. */
  updateMember: {
    method: 'PATCH',
    path: `${MEMBERS}/:memberId`,
    access: 'owner',
    params: member,
    body: UpdateMember,
    response: Member,
    status: 200,
  },
  /** Ends their sessions and open streams. The account stays, without an organisation. `last-owner` */
  removeMember: {
    method: 'DELETE',
    path: `${MEMBERS}/:memberId`,
    access: 'owner',
    params: member,
    response: 'none',
    status: 204,
  },
  /** Whoever asks leaves the organisation and is signed out. `last-owner` */
  leaveOrganisation: {
    method: 'DELETE',
    path: '/api/organisations/:organisationId/membership',
    access: 'viewer',
    person: true,
    params: organisation,
    response: 'none',
    status: 204,
  },

  /** Those that still count, newest first. */
  listInvitations: {
    method: 'GET',
    path: INVITATIONS,
    access: 'owner',
    params: organisation,
    response: z.array(Invitation),
    status: 200,
  },
  createInvitation: {
    method: 'POST',
    path: INVITATIONS,
    access: 'owner',
    params: organisation,
    body: CreateInvitation,
    response: InvitationCreated,
    status: 201,
  },
  /** Withdraws it. */
  removeInvitation: {
    method: 'DELETE',
    path: `${INVITATIONS}/:invitationId`,
    access: 'owner',
    params: invitation,
    response: 'none',
    status: 204,
  },
  /** What an invitation offers. Changes nothing; a POST, so that its token stays out of the address. */
  readInvitation: {
    method: 'POST',
    path: '/api/invitations/offer',
    access: 'public',
    body: InvitationKey,
    response: InvitationOffer,
    status: 200,
  },
  /** For whoever is signed in and belongs to no organisation; everybody else gets `already-member`. */
  acceptInvitation: {
    method: 'POST',
    path: '/api/invitations/acceptance',
    access: 'signed-in',
    person: true,
    body: InvitationKey,
    response: Session,
    status: 200,
  },

  /** Those that still count, newest first. */
  listTokens: {
    method: 'GET',
    path: TOKENS,
    access: 'owner',
    person: true,
    params: organisation,
    response: z.array(ApiToken),
    status: 200,
  },
  /** A program's way in. `too-many-tokens`, `display-not-found` */
  createToken: {
    method: 'POST',
    path: TOKENS,
    access: 'owner',
    person: true,
    params: organisation,
    body: CreateToken,
    response: TokenCreated,
    status: 201,
  },
  /** Counts for its next request; its open streams end at once. */
  removeToken: {
    method: 'DELETE',
    path: `${TOKENS}/:tokenId`,
    access: 'owner',
    person: true,
    params: token,
    response: 'none',
    status: 204,
  },

  /** Every organisation with what it has, by name. */
  listOrganisations: {
    method: 'GET',
    path: `${OPERATOR}/organisations`,
    access: 'operator',
    response: z.array(Organisation),
    status: 200,
  },
  createOrganisation: {
    method: 'POST',
    path: `${OPERATOR}/organisations`,
    access: 'operator',
    body: CreateOrganisation,
    response: Organisation,
    status: 201,
  },
  /** One of them, and so what its removal would take along. */
  getOrganisation: {
    method: 'GET',
    path: ORGANISATION,
    access: 'operator',
    params: organisation,
    response: Organisation,
    status: 200,
  },
  updateOrganisation: {
    method: 'PATCH',
    path: ORGANISATION,
    access: 'operator',
    params: organisation,
    body: UpdateOrganisation,
    response: Organisation,
    status: 200,
  },
  /** For good, with all that it has. `not-suspended` while it is subscribed, so it takes two steps. Its players go dark. */
  removeOrganisation: {
    method: 'DELETE',
    path: ORGANISATION,
    access: 'operator',
    params: organisation,
    response: 'none',
    status: 204,
  },
  /** Unsubscribes it: its people's sessions and streams end, its displays go on playing. Asked again, changes nothing. */
  suspendOrganisation: {
    method: 'POST',
    path: `${ORGANISATION}/suspension`,
    access: 'operator',
    params: organisation,
    response: Organisation,
    status: 200,
  },
  /** Subscribes it again: its people may sign in. */
  resumeOrganisation: {
    method: 'DELETE',
    path: `${ORGANISATION}/suspension`,
    access: 'operator',
    params: organisation,
    response: Organisation,
    status: 200,
  },
  /** The displays of any organisation, for the form that subscribes somebody. */
  listOrganisationDisplays: {
    method: 'GET',
    path: `${ORGANISATION}/displays`,
    access: 'operator',
    params: organisation,
    response: z.array(Display),
    status: 200,
  },
  /** A first display for people to be subscribed to, made before the organisation has an owner who could. */
  createOrganisationDisplay: {
    method: 'POST',
    path: `${ORGANISATION}/displays`,
    access: 'operator',
    params: organisation,
    body: CreateDisplay,
    response: Display,
    status: 201,
  },

  /** Accounts without a profile. */
  listWaitingAccounts: {
    method: 'GET',
    path: `${OPERATOR}/waiting-accounts`,
    access: 'operator',
    response: z.array(WaitingAccount),
    status: 200,
  },
  /** Everybody who has a profile, by email. */
  listSubscriptions: {
    method: 'GET',
    path: `${OPERATOR}/subscriptions`,
    access: 'operator',
    response: z.array(Subscription),
    status: 200,
  },
  createSubscription: {
    method: 'POST',
    path: `${OPERATOR}/subscriptions`,
    access: 'operator',
    body: CreateSubscription,
    response: SubscriptionCreated,
    status: 201,
  },
  /** Voids the one before. */
  inviteSubscriber: {
    method: 'POST',
    path: `${OPERATOR}/subscriptions/:memberId/invitation`,
    access: 'operator',
    params: subscription,
    response: SubscriberInvited,
    status: 201,
  },
  updateSubscription: {
    method: 'PATCH',
    path: `${OPERATOR}/subscriptions/:memberId`,
    access: 'operator',
    params: subscription,
    body: UpdateSubscription,
    response: Subscription,
    status: 200,
  },
  /** Ends it, with the account's sessions and open streams. The account stays and waits. */
  removeSubscription: {
    method: 'DELETE',
    path: `${OPERATOR}/subscriptions/:memberId`,
    access: 'operator',
    params: subscription,
    response: 'none',
    status: 204,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES
type Of<Name extends RouteName> = (typeof ROUTES)[Name]

export type RouteParams<Name extends RouteName> =
  Of<Name> extends { params: infer Schema extends z.ZodType } ? z.infer<Schema> : Record<never, never>
/** What stands behind the question mark, after parsing. */
export type RouteQuery<Name extends RouteName> =
  Of<Name> extends { query: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined
/** The same as a caller may write it. */
export type RouteQueryInput<Name extends RouteName> =
  Of<Name> extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
/** The body as the server gets it, after parsing. */
export type RouteBody<Name extends RouteName> =
  Of<Name> extends { body: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined
/** The body as a caller may write it, defaults left out. */
export type RouteBodyInput<Name extends RouteName> =
  Of<Name> extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined
export type RouteResponse<Name extends RouteName> =
  Of<Name> extends { response: infer Schema extends z.ZodType } ? z.infer<Schema> : undefined

/** The address of a call, its parameters put in. They are ids, so nothing needs escaping. */
export function pathOf<Name extends RouteName>(name: Name, params: RouteParams<Name>): string {
  const values = params as Record<string, string>
  return ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => values[key] ?? '')
}

/** The pages that people open (rows R). Every other address is the fallback screen, with 404 (R8). */
export const PAGES = {
  landing: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  account: '/account',
  people: '/people',
  join: '/join',
  setup: '/setup',
  console: '/console',
  dashboard: '/dashboard',
  addContainer: '/addContainer',
  test: '/test',
  programs: '/programs',
  apiDocs: '/api/docs',
} as const

/** How far the whole glass is turned, in degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270

/** R6: a player's address, for a panel that is mounted turned too. */
export function playerPath(key: { organisationId: string; displayId: string }, rotation: Rotation = 0): string {
  const turned = rotation === 0 ? '' : `&rotate=${rotation}`
  return `/display/${key.organisationId}/?id=${key.displayId}${turned}`
}

/**
 * The player for somebody who only wants to look, from a page of ours: it plays the same, keeps nothing on the device and
 * reports nothing, so it is no screen.
 */
export function lookPath(key: { organisationId: string; displayId: string }): string {
  return `${playerPath(key)}&preview=1`
}
