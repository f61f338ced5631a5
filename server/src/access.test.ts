import {
  type Access,
  DisplayId,
  type DisplayKey,
  Email,
  ERRORS,
  OrganisationId,
  type ProgrammeKey,
  pathOf,
  ROLES,
  ROUTES,
  type Role,
  type RouteName,
  TOKEN_CALLS_PER_MINUTE,
} from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createDisplay } from './displays/service.ts'
import { createOrganisation } from './organisations/service.ts'
import { SAMPLE_DISPLAY } from './seed/service.ts'
import { type Client, createClient, startTestServer, type TestServer } from './testing/server.ts'

/** The rights of each route, said a second time: a route that is missing here does not compile, and one that differs fails. */
const RIGHTS: Record<RouteName, Access> = {
  checkWebPage: 'editor',
  checkFeed: 'editor',
  changeItems: 'editor',
  changeLines: 'editor',
  getTime: 'public',
  signIn: 'public',
  finishSignIn: 'public',
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
  acceptInvitation: 'signed-in',

  listDisplays: 'viewer',
  listPlaylists: 'viewer',
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

  undoActivity: 'editor',
  undoTogether: 'editor',
  previewRestore: 'editor',
  restoreProgramme: 'editor',
  createPlaylist: 'editor',
  updatePlaylist: 'editor',
  includePlaylist: 'editor',
  removePlaylist: 'editor',
  bringBackPlaylist: 'editor',
  listMoveIns: 'editor',
  getMoveIn: 'editor',
  beginMoveIn: 'editor',
  tellMoveIn: 'editor',
  bringPlaylist: 'editor',
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
  listInvitations: 'owner',
  createInvitation: 'owner',
  removeInvitation: 'owner',
  listTokens: 'owner',
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

/** Routes of a person's own affairs: no program may call them, whatever its rights. Said a second time as well. */
const NOT_FOR_PROGRAMS: ReadonlySet<RouteName> = new Set([
  'signIn',
  'finishSignIn',
  'startSingleSignOn',
  'signUp',
  'signOut',
  'requestPasswordReset',
  'completePasswordReset',
  'finishSetup',
  'leaveOrganisation',
  'listTokens',
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

/** Routes of the whole organisation: not for somebody who is limited to some displays. Said a second time as well. */
const OF_ALL: ReadonlySet<RouteName> = new Set([
  'createPlaylist',
  'updatePlaylist',
  'includePlaylist',
  'removePlaylist',
  'bringBackPlaylist',
  'bringPlaylist',
  'prepareTakeOver',
  'updatePreparedTakeOver',
  'removePreparedTakeOver',
])

const NAMES = Object.keys(ROUTES) as RouteName[]
const OF_PLAYLISTS = NAMES.filter((name) => 'ofPlaylist' in ROUTES[name])

const LAB: DisplayKey = { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('lab') }
/** Exists, and is nobody's here. */
const FOREIGN: DisplayKey = { organisationId: OrganisationId.parse('other'), displayId: DisplayId.parse('hall') }
/** Exists not at all. */
const NOWHERE: DisplayKey = { organisationId: OrganisationId.parse('nobody'), displayId: DisplayId.parse('hall') }
/** For what an operator may do to any organisation. */
const SPARE: DisplayKey = { organisationId: OrganisationId.parse('spare'), displayId: DisplayId.parse('hall') }
/** Ids of things below; none of them is there, so that a call which is let in changes nothing. */
const THINGS = {
  itemId: 'x',
  mediaId: 'x',
  lineId: 'x',
  uploadId: 'x',
  memberId: 'x',
  invitationId: 'x',
  sessionId: 'x',
  screenId: 'x',
  entryId: '1',
  tokenId: 'x',
  incidentId: 'x',
  webhookId: 'x',
  deliveryId: 'x',
  moveInId: 'x',
  keyId: 'x'.repeat(43),
  overId: 'x',
  proposalId: 'x',
  linkId: 'x',
}
const NO_PLAYLIST = { playlistId: `_${'x'.repeat(20)}` }

type Actor = {
  session: boolean
  /** Calls by an API token. */
  token?: boolean
  role?: Role
  limitedTo?: DisplayKey
  operator?: boolean
  /** Was given the right to take the screens over; of a token: and no other. */
  mayTakeOver?: boolean
}

const ACTORS = {
  'nobody in particular': { session: false },
  'somebody not subscribed': { session: true },
  'a viewer': { session: true, role: 'viewer' },
  'a contributor': { session: true, role: 'contributor' },
  'a contributor of one display': { session: true, role: 'contributor', limitedTo: LAB },
  'an editor': { session: true, role: 'editor' },
  'an owner': { session: true, role: 'owner' },
  'an editor of one display': { session: true, role: 'editor', limitedTo: LAB },
  'a program that views': { session: true, token: true, role: 'viewer' },
  'a program that edits': { session: true, token: true, role: 'editor' },
  'an editor who may take over': { session: true, role: 'editor', mayTakeOver: true },
  'a program that takes over': { session: true, token: true, role: 'viewer', mayTakeOver: true },
  'a program of one display': { session: true, token: true, role: 'editor', limitedTo: LAB },
  'an operator without an organisation': { session: true, operator: true },
  'an operator who is a viewer': { session: true, role: 'viewer', operator: true },
} satisfies Record<string, Actor>
type ActorName = keyof typeof ACTORS

type Outcome =
  | 'let in'
  | 'not-signed-in'
  | 'not-subscribed'
  | 'not-allowed'
  | 'display-not-found'
  | 'playlist-not-found'

/** The rule in words: ARCHITECTURE, "Who may do what". */
function expected(name: RouteName, actor: Actor, key: DisplayKey): Outcome {
  const access = RIGHTS[name]
  const { path } = ROUTES[name]
  if (actor.token && (access === 'signed-in' || NOT_FOR_PROGRAMS.has(name))) return 'not-allowed'
  if (access === 'public') return 'let in'
  if (!actor.session) return 'not-signed-in'
  if (access === 'signed-in') return 'let in'
  if (access === 'operator') return actor.operator ? 'let in' : 'not-allowed'
  if (!actor.role) return 'not-subscribed'
  if (actor.token && actor.mayTakeOver && access !== 'take-over') return 'not-allowed'
  if (path.includes(':organisationId') && key.organisationId !== SAMPLE_DISPLAY.organisationId)
    return 'display-not-found'
  if (path.includes(':displayId') && actor.limitedTo && actor.limitedTo !== key) return 'display-not-found'
  if (actor.limitedTo && OF_ALL.has(name)) return 'not-allowed'
  if (access === 'take-over') return actor.role === 'owner' || actor.mayTakeOver ? 'let in' : 'not-allowed'
  return ROLES.indexOf(actor.role) >= ROLES.indexOf(access) ? 'let in' : 'not-allowed'
}

/** Of the same call on a playlist, which the display of somebody limited does not include. */
function expectedOfPlaylist(name: RouteName, actor: Actor, organisationId: string): Outcome {
  const access = RIGHTS[name] === 'public' ? 'viewer' : RIGHTS[name]
  if (actor.token && NOT_FOR_PROGRAMS.has(name)) return 'not-allowed'
  if (!actor.session) return 'not-signed-in'
  if (!actor.role) return 'not-subscribed'
  if (actor.token && actor.mayTakeOver) return 'not-allowed'
  if (organisationId !== SAMPLE_DISPLAY.organisationId) return 'display-not-found'
  if (ROLES.indexOf(actor.role) < ROLES.indexOf(access as Role)) return 'not-allowed'
  if (!actor.limitedTo) return 'let in'
  return access === 'viewer' ? 'playlist-not-found' : 'not-allowed'
}

/** Calls that end the session or the membership they come with: each gets people of its own. */
const LAST_CALLS: ReadonlySet<RouteName> = new Set(['signOut', 'leaveOrganisation'])

/** The queries of calls that are refused without one. */
const QUESTIONS: Partial<Record<RouteName, string>> = {
  getPastManifest: '?at=1',
  getPlays: '?from=2026-11-01&to=2026-11-02',
  exportPlays: '?from=2026-11-01&to=2026-11-02',
}

describe('who may call what', () => {
  let server: TestServer
  const clients = new Map<ActorName, Client>()
  /** Of those who call by a token. */
  const secrets = new Map<Client, string>()
  let people = 0
  let aheadMs = 0

  beforeAll(async () => {
    server = await startTestServer({ now: () => Date.now() + aheadMs })
    const { context } = server.app
    await createDisplay(context, LAB, 'Laboratory')
    for (const key of [FOREIGN, SPARE]) {
      await createOrganisation(context, key.organisationId, key.organisationId)
      await createDisplay(context, key, 'Entrance hall')
    }
  })
  afterAll(() => server.close())

  async function enter(name: ActorName): Promise<Client> {
    const actor: Actor = ACTORS[name]
    if (!actor.session) return server.anonymous
    const { accounts, context } = server.app
    if (actor.token) {
      const client = createClient(server.url)
      const { status, body } = await (await clientOf('an owner', 'createToken')).call('createToken', {
        params: { organisationId: SAMPLE_DISPLAY.organisationId },
        body: {
          name,
          role: actor.mayTakeOver ? 'take-over' : actor.role === 'viewer' ? 'viewer' : 'editor',
          displays: actor.limitedTo ? [actor.limitedTo.displayId] : null,
          days: 30,
        },
      })
      expect(status).toBe(201)
      secrets.set(client, body.secret)
      return client
    }
    people += 1
    const email = Email.parse(`person-${people}@vnr.example`)
    const password = 'a pass phrase for somebody'
    await accounts.createUser({ email, name: email, password })
    if (actor.role) {
      const displays = actor.limitedTo ? [actor.limitedTo.displayId] : null
      const profile = { org: SAMPLE_DISPLAY.organisationId, id: SAMPLE_DISPLAY.displayId, msg: '', subType: '' }
      await accounts.putProfile(context, { email, ...profile, role: actor.role, displays })
    }
    if (actor.mayTakeOver) {
      const { queries } = context.database
      await queries.updateTable('profile').set({ may_take_over: 1 }).where('email', '=', email).execute()
    }
    await accounts.setOperator(email, actor.operator ?? !actor.role)
    const client = await server.signIn({ email, password })
    // Somebody who is not subscribed cannot sign in (A5), but may have been an operator until just now.
    if (!actor.operator) await accounts.setOperator(email, false)
    return client
  }

  async function clientOf(actor: ActorName, name: RouteName): Promise<Client> {
    if (LAST_CALLS.has(name)) return enter(actor)
    const client = clients.get(actor) ?? (await enter(actor))
    clients.set(actor, client)
    return client
  }

  /** Sends no body and no precondition, so that whoever is let in fails at the next step at the latest. */
  async function ask(client: Client, name: RouteName, key: ProgrammeKey): Promise<{ status: number; body: string }> {
    // A program's calls are counted: it makes no more than it may.
    aheadMs += 60_000 / TOKEN_CALLS_PER_MINUTE
    const abort = new AbortController()
    const things = 'ofPlaylist' in ROUTES[name] ? THINGS : { ...THINGS, ...NO_PLAYLIST }
    const address = pathOf(name, { ...things, ...key } as never) + (QUESTIONS[name] ?? '')
    const response = await fetch(server.url + address, {
      method: ROUTES[name].method,
      headers: {
        origin: server.url,
        'x-requested-with': 'placard',
        cookie: client.cookie(),
        ...(secrets.has(client) ? { authorization: `Bearer ${secrets.get(client)}` } : {}),
        'tus-resumable': '1.0.0',
      },
      signal: abort.signal,
    })
    if (response.ok && ROUTES[name].response === 'stream') {
      abort.abort()
      return { status: response.status, body: '' }
    }
    return { status: response.status, body: await response.text() }
  }

  function outcomeOf(name: RouteName, { status, body }: { status: number; body: string }): Outcome | 'status alone' {
    if (ROUTES[name].method === 'HEAD') return 'status alone'
    const code: unknown = status < 400 ? undefined : JSON.parse(body).error.code
    switch (code) {
      case 'not-signed-in':
      case 'not-subscribed':
      case 'not-allowed':
      case 'display-not-found':
      case 'playlist-not-found':
        return code
      default:
        return 'let in'
    }
  }

  it.each(NAMES)('Z2 %s is for whom the table says', (name) => {
    expect(ROUTES[name].access).toBe(RIGHTS[name])
  })

  describe.each(Object.keys(ACTORS) as ActorName[])('%s', (actor) => {
    it.each(NAMES)('[B18] [B21] Z1 Z2 %s', async (name) => {
      const { path } = ROUTES[name]
      const access = RIGHTS[name]
      const mine = access === 'operator' ? [SPARE] : [SAMPLE_DISPLAY, LAB]
      const all = path.includes(':displayId') ? [...mine, FOREIGN, NOWHERE] : [...mine.slice(0, 1), FOREIGN, NOWHERE]
      const keys = !path.includes(':organisationId') ? mine.slice(0, 1) : access === 'public' ? mine : all
      for (const key of access === 'operator' ? mine : keys) {
        const answer = await ask(await clientOf(actor, name), name, key)
        const wanted = expected(name, ACTORS[actor], key)
        const got = outcomeOf(name, answer)
        const where = `${key.organisationId}/${key.displayId}`
        // Of an operator without an organisation nothing is left but to be told so.
        const isOwnSession = name === 'getSession' && actor === 'somebody not subscribed'
        if (isOwnSession) expect({ where, got }).toEqual({ where, got: 'not-subscribed' })
        else if (got !== 'status alone') expect({ where, got }).toEqual({ where, got: wanted })
        else if (wanted !== 'let in')
          expect({ where, status: answer.status }).toEqual({ where, status: ERRORS[wanted] })
        else expect([401, 403]).not.toContain(answer.status)
      }
    })
  })

  describe.each(Object.keys(ACTORS) as ActorName[])('%s, of a playlist', (actor) => {
    it.each(OF_PLAYLISTS)('[CP2] [B18] [B21] Z1 Z2 %s', async (name) => {
      const { organisationId } = SAMPLE_DISPLAY
      const owner = await clientOf('an owner', 'createPlaylist')
      const { body } = await owner.call('createPlaylist', { params: { organisationId }, body: { name } })
      const playlistId = body.playlist.id
      for (const key of [organisationId, FOREIGN.organisationId]) {
        const client = await clientOf(actor, name)
        const got = outcomeOf(name, await ask(client, name, { organisationId: key, playlistId }))
        expect({ key, got }).toEqual({ key, got: expectedOfPlaylist(name, ACTORS[actor], key) })
      }
      const headers = { 'if-match': '*' }
      await owner.call('removePlaylist', { params: { organisationId, playlistId }, headers })
    })
  })

  const OF_AN_ORGANISATION = NAMES.filter(
    (name) => ROUTES[name].path.includes(':organisationId') && !['public', 'operator'].includes(RIGHTS[name]),
  )

  it.each(OF_AN_ORGANISATION)(
    '[B18] %s answers in the same bytes for what is another’s and what is not there',
    async (name) => {
      const withoutRequest = ({ status, body }: { status: number; body: string }) => ({
        status,
        body: body.replace(/"requestId":"[^"]*"/, ''),
      })
      const owner = await clientOf('an owner', name)
      const foreign = withoutRequest(await ask(owner, name, FOREIGN))
      expect(foreign.status).toBe(404)
      expect(foreign).toEqual(withoutRequest(await ask(owner, name, NOWHERE)))
    },
  )

  it.each(OF_AN_ORGANISATION.filter((name) => ROUTES[name].path.includes(':displayId')))(
    '[B18] %s answers somebody limited to one display for the others as for none',
    async (name) => {
      const limited = await clientOf('an editor of one display', name)
      const bytes = async (displayId: string) => {
        const answer = await ask(limited, name, { ...LAB, displayId: DisplayId.parse(displayId) })
        return { status: answer.status, body: answer.body.replace(/"requestId":"[^"]*"/, '') }
      }
      const hidden = await bytes('ece')
      expect(hidden.status).toBe(404)
      expect(hidden).toEqual(await bytes('never-was'))
    },
  )

  it('[B21] somebody disabled is nobody', async () => {
    const client = await enter('an owner')
    const email = Email.parse(`person-${people}@vnr.example`)
    await server.app.accounts.setDisabled(email, true)
    for (const name of NAMES.filter((one) => RIGHTS[one] !== 'public')) {
      expect({ name, status: (await ask(client, name, SAMPLE_DISPLAY)).status }).toEqual({ name, status: 401 })
    }
  })

  it('Z2 a refusal says which role it takes and whom to ask', async () => {
    const viewer = await clientOf('a viewer', 'createItem')
    const { error } = JSON.parse((await ask(viewer, 'createItem', SAMPLE_DISPLAY)).body)
    expect(error).toEqual({
      code: 'not-allowed',
      role: 'editor',
      message: expect.stringMatching(/role of an editor.*Ask an owner/),
    })
    const owner = await clientOf('an owner', 'listOrganisations')
    const refused = JSON.parse((await ask(owner, 'listOrganisations', SAMPLE_DISPLAY)).body)
    expect(refused.error).toMatchObject({ role: 'operator', message: expect.stringContaining('provider') })
  })

  it('[B22] no body takes a field that does not belong there', () => {
    const names = NAMES.filter((name) => 'body' in ROUTES[name] && typeof ROUTES[name].body === 'object')
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) {
      type Schema = { safeParse(value: unknown): { error?: { issues: unknown } } }
      const { body } = ROUTES[name] as { body: Schema | z.ZodDiscriminatedUnion }
      // One that says which it is refuses what is none of them before it looks at anything else.
      const forms: readonly Schema[] =
        body instanceof z.ZodDiscriminatedUnion ? (body.options as unknown as readonly Schema[]) : [body]
      for (const form of forms) {
        for (const field of ['__v', 'org', 'organisation', 'userId', 'operator', 'uploadDate', 'version']) {
          const issues = JSON.stringify(form.safeParse({ [field]: 'x' }).error?.issues ?? [])
          const refused = issues.includes(`"keys":["${field}"]`)
          expect({ name, field, refused }).toEqual({ name, field, refused: true })
        }
      }
    }
  })

  it('[B18] nothing of theirs has changed', async () => {
    const { body } = await createClient(server.url).call('getManifest', { params: FOREIGN })
    expect(body).toMatchObject({ revision: 1, items: [], lines: [] })
  })
})
