import {
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
  type TableId,
  TOKEN_CALLS_PER_MINUTE,
} from '@placard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createDisplay } from '../../content/displays/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { LAB } from '../keys.ts'
import {
  type Actor,
  expected,
  NOT_FOR_PROGRAMS,
  OF_TABLES,
  type Outcome,
  QUESTIONS,
  RIGHTS,
  tokenRoleOf,
} from '../rights.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../server.ts'

const NAMES = Object.keys(ROUTES) as RouteName[]
const OF_PLAYLISTS = NAMES.filter((name) => 'ofPlaylist' in ROUTES[name])

/** Exists, and belongs to another organisation. */
const FOREIGN: DisplayKey = { organisationId: OrganisationId.parse('other'), displayId: DisplayId.parse('hall') }
/** Does not exist. */
const NOWHERE: DisplayKey = { organisationId: OrganisationId.parse('nobody'), displayId: DisplayId.parse('hall') }
/** For the calls of operators on any organisation. */
const SPARE: DisplayKey = { organisationId: OrganisationId.parse('spare'), displayId: DisplayId.parse('hall') }
/** Ids that do not exist, so that an admitted call changes nothing. */
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
  insertId: 'x',
  proposalId: 'x',
  linkId: 'x',
  tableId: `_t-${'x'.repeat(20)}`,
  columnId: 'xxxxxx',
  rowId: 'x',
  key: 'x',
}
const NO_PLAYLIST = { playlistId: `_${'x'.repeat(20)}` }

const ACTORS = {
  'nobody in particular': { session: false },
  'somebody not subscribed': { session: true },
  'a viewer': { session: true, role: 'viewer' },
  'a contributor': { session: true, role: 'contributor' },
  'a contributor of one display': { session: true, role: 'contributor', limitedTo: LAB },
  'an editor': { session: true, role: 'editor' },
  'an owner': { session: true, role: 'owner' },
  'an editor of one display': { session: true, role: 'editor', limitedTo: LAB },
  'a viewer of one table': { session: true, role: 'viewer', ofTable: true },
  'an editor of one table': { session: true, role: 'editor', ofTable: true },
  'a program of one table': { session: true, token: true, role: 'editor', ofTable: true },
  'a program that views': { session: true, token: true, role: 'viewer' },
  'a program that edits': { session: true, token: true, role: 'editor' },
  'an editor who may take over': { session: true, role: 'editor', mayTakeOver: true },
  'a program that takes over': { session: true, token: true, role: 'viewer', mayTakeOver: true },
  'a program that inserts': { session: true, token: true, role: 'viewer', mayInsert: true },
  'a program of one display': { session: true, token: true, role: 'editor', limitedTo: LAB },
  'an owner without the required step': { session: true, role: 'owner', lacksStep: true },
  'an operator without the required step': { session: true, role: 'owner', operator: true, lacksStep: true },
  'an operator without an organisation': { session: true, operator: true },
  'an operator who is a viewer': { session: true, role: 'viewer', operator: true },
} satisfies Record<string, Actor>
type ActorName = keyof typeof ACTORS

/** The expected outcome of the same call on a playlist, which the display of a limited person does not include. */
function expectedOfPlaylist(name: RouteName, actor: Actor, organisationId: string): Outcome {
  const access = RIGHTS[name] === 'public' ? 'viewer' : RIGHTS[name]
  if (actor.token && NOT_FOR_PROGRAMS.has(name)) return 'not-allowed'
  if (!actor.session) return 'not-signed-in'
  if (!actor.role) return 'not-subscribed'
  if (actor.lacksStep) return 'second-step-required'
  if (actor.token && (actor.mayTakeOver || actor.mayInsert)) return 'not-allowed'
  if (organisationId !== SAMPLE_DISPLAY.organisationId) return 'display-not-found'
  if (actor.ofTable) return 'not-allowed'
  if (ROLES.indexOf(actor.role) < ROLES.indexOf(access as Role)) return 'not-allowed'
  if (!actor.limitedTo) return 'let in'
  return access === 'viewer' ? 'playlist-not-found' : 'not-allowed'
}

/** Calls that end their own session or membership. Each gets accounts of its own. */
const LAST_CALLS: ReadonlySet<RouteName> = new Set(['signOut', 'leaveOrganisation'])

describe('rights to each call', () => {
  let server: TestServer
  const clients = new Map<ActorName, Client>()
  /** Tokens of the clients that call with one. */
  const secrets = new Map<Client, string>()
  let people = 0
  /** The table of those who are limited to one. */
  let tableId: TableId
  let aheadMs = 0

  beforeAll(async () => {
    server = await startTestServer({ now: () => Date.now() + aheadMs })
    const { context } = server.app
    await createDisplay(context, LAB, 'Laboratory')
    for (const key of [FOREIGN, SPARE]) {
      await createOrganisation(context, key.organisationId, key.organisationId)
      await createDisplay(context, key, 'Entrance hall')
    }
    const { organisationId } = SAMPLE_DISPLAY
    const owner = await clientOf('an owner', 'createTable')
    const made = await owner.call('createTable', { params: { organisationId }, body: { name: 'Menu' } })
    tableId = made.body.table.id
    const { queries } = context.database
    await queries
      .updateTable('organisation')
      .set({ required_step: 'second-step' })
      .where('id', '=', SAMPLE_DISPLAY.organisationId)
      .execute()
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
          role: tokenRoleOf(actor),
          displays: actor.limitedTo ? [actor.limitedTo.displayId] : null,
          tables: actor.ofTable ? [tableId] : null,
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
    if (actor.ofTable) {
      const limits = { displays: '[]', tables: JSON.stringify([tableId]) }
      await context.database.queries.updateTable('profile').set(limits).where('email', '=', email).execute()
    }
    if (actor.mayTakeOver) {
      const { queries } = context.database
      await queries.updateTable('profile').set({ may_take_over: 1 }).where('email', '=', email).execute()
    }
    await accounts.setOperator(email, actor.operator ?? !actor.role)
    const client = await server.signIn({ email, password })
    if (!actor.lacksStep) {
      const account = context.database.queries.selectFrom('user').select('id').where('email', '=', email)
      await context.database.queries
        .updateTable('session')
        .set({ step: 'provider' })
        .where('user_id', '=', account)
        .execute()
    }
    // A person who is not subscribed cannot sign in (A5), but may have been an operator until just now.
    if (!actor.operator) await accounts.setOperator(email, false)
    return client
  }

  async function clientOf(actor: ActorName, name: RouteName): Promise<Client> {
    const { token }: Actor = ACTORS[actor]
    // A program is refused these calls, and an organisation has a limited number of tokens.
    if (LAST_CALLS.has(name) && !token) return enter(actor)
    const client = clients.get(actor) ?? (await enter(actor))
    clients.set(actor, client)
    return client
  }

  /** Sends no body and no precondition, so that an admitted call fails at the next step. */
  async function ask(client: Client, name: RouteName, key: ProgrammeKey): Promise<{ status: number; body: string }> {
    // Calls of programs are rate-limited, so the clock moves on with each.
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
      case 'second-step-required':
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
        const own = 'ofTable' in ACTORS[actor] ? { ...key, tableId } : key
        const answer = await ask(await clientOf(actor, name), name, own)
        const wanted = expected(name, ACTORS[actor], key)
        const got = outcomeOf(name, answer)
        const where = `${key.organisationId}/${key.displayId}`
        // An operator who loses that right, and has no organisation, is only told that they are not subscribed.
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

  const OF_A_TABLE = NAMES.filter((name) => ROUTES[name].path.includes(':tableId'))
  const OF_ONE_TABLE = ['a viewer of one table', 'an editor of one table', 'a program of one table'] as const

  it.each(OF_A_TABLE.flatMap((name) => OF_ONE_TABLE.map((actor) => [name, actor] as const)))(
    '[B210] %s answers %s for another table as for none, and for their own as the role allows',
    async (name, actor) => {
      const { organisationId } = SAMPLE_DISPLAY
      const owner = await clientOf('an owner', 'createTable')
      const { body } = await owner.call('createTable', { params: { organisationId }, body: { name: 'Payroll' } })
      const client = await clientOf(actor, name)
      const bytes = async (id: string) => {
        const key = { ...SAMPLE_DISPLAY, tableId: id } as never as ProgrammeKey
        const { status, body } = await ask(client, name, key)
        return { status, body: body.replace(/"requestId":"[^"]*"/, '') }
      }
      const hidden = await bytes(body.table.id)
      expect(hidden).toEqual(await bytes(THINGS.tableId))
      expect(hidden.status).toBe(OF_TABLES.has(name) ? 404 : 403)
      const isOpen = expected(name, ACTORS[actor], SAMPLE_DISPLAY) === 'let in'
      expect((await bytes(tableId)).status === 403).toBe(!isOpen)
      await owner.call('removeTable', {
        params: { organisationId, tableId: body.table.id },
        headers: { 'if-match': '*' },
      })
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
      // A discriminated union refuses an unknown variant before it checks anything else.
      const forms: readonly Schema[] =
        body instanceof z.ZodDiscriminatedUnion ? (body.options as unknown as readonly Schema[]) : [body]
      for (const form of forms) {
        for (const field of ['__v', 'org', 'organisation', 'userId', 'operator', 'uploadDate', 'version']) {
          // An agent tells its own version.
          if (name === 'helloAgent' && field === 'version') continue
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
