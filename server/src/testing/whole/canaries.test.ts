import { DisplayId, type DisplayKey, ROUTES, type Route, type RouteName, type TableId } from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { createDocument } from '../../operations/documentation/document.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { columnsWith, fillDisplay, fillOffice, fillShared, type Place } from '../canaries.ts'
import { arbitraryOf, type FuzzOperation } from '../fuzz-request.ts'
import { OTHER } from '../keys.ts'
import { pairScreen } from '../pair-screen.ts'
import { enterAs } from '../people.ts'
import { type Actor, expected, OF_TABLES, type Outcome, QUESTIONS, tokenRoleOf } from '../rights.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../server.ts'

const { organisationId } = SAMPLE_DISPLAY
/** People who are limited to one display see the sample's. */
const MINE: DisplayKey = SAMPLE_DISPLAY
const HIDDEN: DisplayKey = { organisationId, displayId: DisplayId.parse('lab') }

/** An empty display of the other organisation. */
const YARD: DisplayKey = { ...OTHER, displayId: DisplayId.parse('yard') }

/**
 * The words in every text of the hidden display, of what only owners see, of the other organisation, and of what everybody in the
 * organisation sees who is not limited to tables.
 */
const WORDS = { hidden: 'qzhidden', owners: 'qzowners', other: 'qzother', shared: 'qzshared' }
type Secret = keyof typeof WORDS
const ALL: Secret[] = ['hidden', 'owners', 'other']
const EVERY: Secret[] = [...ALL, 'shared']

type Identity = Actor & { unseen: Secret[] }
const IDENTITIES = {
  'nobody in particular': { session: false, unseen: ALL },
  'a phone with a proposal link': { session: false, unseen: ALL },
  'a screen of another display': { session: false, unseen: ALL },
  'a viewer': { session: true, role: 'viewer', unseen: ['owners', 'other'] },
  'a viewer of one display': { session: true, role: 'viewer', limitedTo: MINE, unseen: ALL },
  'a contributor': { session: true, role: 'contributor', unseen: ['owners', 'other'] },
  'a contributor of one display': { session: true, role: 'contributor', limitedTo: MINE, unseen: ALL },
  'a program that views': { session: true, token: true, role: 'viewer', unseen: ['owners', 'other'] },
  'a program that edits': { session: true, token: true, role: 'editor', unseen: ['owners', 'other'] },
  'a program that edits one display': { session: true, token: true, role: 'editor', limitedTo: MINE, unseen: ALL },
  'a viewer of one table': { session: true, role: 'viewer', ofTable: true, unseen: EVERY },
  'an editor of one table': { session: true, role: 'editor', ofTable: true, unseen: EVERY },
  'a program of one table': { session: true, token: true, role: 'editor', ofTable: true, unseen: EVERY },
  'a program that takes over': {
    session: true,
    token: true,
    role: 'viewer',
    mayTakeOver: true,
    unseen: ['owners', 'other'],
  },
  'a program that takes over one display': {
    session: true,
    token: true,
    role: 'viewer',
    mayTakeOver: true,
    limitedTo: MINE,
    unseen: ALL,
  },
  'a program that inserts': {
    session: true,
    token: true,
    role: 'viewer',
    mayInsert: true,
    unseen: ['owners', 'other'],
  },
  'a program that inserts on one display': {
    session: true,
    token: true,
    role: 'viewer',
    mayInsert: true,
    limitedTo: MINE,
    unseen: ALL,
  },
  'an editor': { session: true, role: 'editor', unseen: ['owners', 'other'] },
  'an editor of one display': { session: true, role: 'editor', limitedTo: MINE, unseen: ALL },
  'an editor of one display who may take over': {
    session: true,
    role: 'editor',
    limitedTo: MINE,
    mayTakeOver: true,
    unseen: ALL,
  },
  'an owner without the required step': { session: true, role: 'owner', lacksStep: true, unseen: ALL },
  'an operator': { session: true, operator: true, unseen: ['hidden'] },
  'another organisation’s owner': { session: true, role: 'owner', unseen: ['hidden', 'owners'] },
  'an owner': { session: true, role: 'owner', unseen: ['other'] },
} satisfies Record<string, Identity>
type Name = keyof typeof IDENTITIES

/** Calls that would end the session of the others, or make the machine hash passwords. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['signIn', 'finishSignIn', 'signUp', 'signOut', 'requestPasswordReset', 'completePasswordReset', 'changePassword'],
  ...['beginSecondFactor', 'confirmSecondFactor', 'removeSecondFactor', 'leaveOrganisation', 'removeOtherSessions'],
  ...['startPasskey', 'removePasskey', 'turnSecondFactorOnByPasskey', 'removeSecondFactorByPasskey'],
  // It would let in the owner without the required step.
  'setSignInRule',
])
/** Calls that name a thing of others and are answered all the same, with the reason. Any other is refused. */
const ANSWERED: Partial<Record<RouteName, string>> = {
  beatScreen: 'dropped where the sender is not that screen, which nobody is told',
  showTakeOver: 'dropped where the sender is not that screen, which nobody is told',
}
/** Calls by which an operator sees the names of displays, but nothing of their content (AC4). */
const NAMES_TO_OPERATORS: ReadonlySet<RouteName> = new Set(['listOrganisationDisplays'])

/** Number of bodies per request: one with the required fields only, one with all fields and other choices. */
const BODIES = 2
/** Names of text columns without words of people. A new column is listed here, or a row must contain the word. */
const NO_WORDS: ReadonlySet<string> = new Set([
  ...[
    'kind',
    'type',
    'kinds',
    'thing',
    'state',
    'role',
    'rule',
    'build',
    'fit',
    'film',
    'deck',
    'web_page',
    'feed',
    'board',
    'table_id',
    'value_sources',
    'weather',
    'town',
    'weather_units',
    'schedule',
    'condition',
  ],
  ...[
    'position',
    'displays',
    'tables',
    'events',
    'reports',
    'touched',
    'keys',
    'starter',
    'ending',
    'about',
    'changes',
    'told_to',
    'sent_to',
    'by',
    'stage',
    'hash',
    'asked_hash',
    'failed_hash',
    'failed_problem',
    'versions',
  ],
  ...[
    'time_zone',
    'language',
    'opening_hours',
    'read_code',
    'short_code',
    'day',
    'last_day',
    'user_agent',
    'content_type',
  ],
  ...['sha256', 'sent_sha256', 'source_sha256', 'body_sha256', 'etag', 'last_modified', 'digest', 'token', 'secret'],
  ...[
    'previous_secret',
    'holder',
    'command_key',
    'held_for',
    'held_link',
    'actor_kind',
    'subject_type',
    'outcome',
    'failure',
  ],
  ...['key_column_id', 'row_id', 'table_id', 'code', 'when_stale', 'screens'],
  // Commands and answers of a machine, in words of the contract.
  ...['wanted', 'told', 'because'],
  ...['reason', 'problem', 'ended_because', 'mail', 'arrangement', 'dividers', 'side', 'insert_place', 'corner'],
])
/**
 * Columns with words of people that get no row here: screens report some over hours, some belong to mails, and feeds come from elsewhere.
 */
const NOT_FILLED: ReadonlySet<string> = new Set([
  ...['screen.name', 'play_screen.name', 'play_screen.display_name', 'play_item.title', 'incident.name'],
  ...['webhook_event.data', 'webhook_event.subject', 'delivery.message'],
  // Encrypted, and what the last read found.
  ...['table_source.header_value', 'table_source.findings'],
  ...['media_file.removed_by', 'take_over.ended_by', 'proposal.proposed_by', 'invitation.email'],
])
const SEED = 20_261_126

describe('[S30] [S31] [S33] every call by everybody, and what is not theirs', { timeout: 300_000 }, () => {
  let server: TestServer
  let aheadMs = 0
  /** The table of those who are limited to one. */
  let tableId: TableId
  const places = {} as Record<Secret, Place>
  const clients = {} as Record<Name, { client: Client; secret?: string }>

  const operations = Object.entries(createDocument({ cookieName: 'sid' }).paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation }) as FuzzOperation),
    )
    .filter(({ operationId }) => !LEFT_OUT.has(operationId))

  beforeAll(async () => {
    server = await startTestServer({ now: () => Date.now() + aheadMs })
    const { context } = server.app
    const owner = await server.signIn()
    await createDisplay(context, HIDDEN, 'Laboratory')
    await createOrganisation(context, OTHER.organisationId, WORDS.other)
    await createDisplay(context, OTHER, 'Hall')
    await createDisplay(context, YARD, 'Yard')
    const theirs = (await enterAs(server, WORDS.other, { role: 'owner', home: OTHER })).client
    places.hidden = await fillDisplay(server, owner, HIDDEN, WORDS.hidden, { isAlone: false })
    places.owners = { ...MINE, ...(await fillOffice(server, owner, organisationId, WORDS.owners)) }
    places.other = {
      ...(await fillDisplay(server, theirs, OTHER, WORDS.other, { isAlone: true })),
      ...(await fillOffice(server, theirs, OTHER.organisationId, WORDS.other)),
    }
    places.shared = { ...MINE, ...(await fillShared(owner, organisationId, WORDS.shared)) }
    const made = await owner.call('createTable', {
      params: { organisationId },
      body: { name: 'Menu', columns: [{ name: 'Dish', type: 'words' }], rows: [{ cells: { Dish: 'Soup' } }] },
    })
    tableId = made.body.table.id
    for (const [name, actor] of Object.entries(IDENTITIES) as [Name, Identity][]) {
      clients[name] = await enter(name, actor, owner, theirs)
    }
    // Everybody else signed in with more than a password.
    const { queries } = server.app.context.database
    const lacking = queries.selectFrom('user').select('id').where('email', 'like', '%without-the-required-step%')
    await queries.updateTable('session').set({ step: 'provider' }).where('user_id', 'not in', lacking).execute()
    await queries.updateTable('organisation').set({ required_step: 'second-step' }).execute()
    for (const secret of EVERY) before[secret] = await stateOf(secret)
  })
  afterAll(() => server.close())
  const before = {} as Record<Secret, unknown[]>

  async function enter(name: Name, actor: Identity, owner: Client, theirs: Client) {
    const params = { organisationId }
    const displays = actor.limitedTo ? [actor.limitedTo.displayId] : null
    const tables = actor.ofTable ? [tableId] : null
    if (name === 'another organisation’s owner') return { client: theirs }
    if (name === 'a phone with a proposal link') {
      const body = { name: 'Year 10', kinds: ['notice' as const], days: 30 }
      const { token } = (await owner.call('createProposalLink', { params: MINE, body })).body
      const client = createClient(server.url)
      await client.call('readProposalLink', { params: {}, body: { token } })
      return { client }
    }
    if (name === 'a screen of another display') {
      return { client: (await pairScreen(server, owner, 'Panel', MINE)).player }
    }
    if (!actor.session) return { client: createClient(server.url) }
    if (actor.token) {
      const role = tokenRoleOf(actor)
      const { body } = await owner.call('createToken', { params, body: { name, role, displays, tables, days: 30 } })
      return { client: createClient(server.url), secret: body.secret }
    }
    const email = name.replace(/[^a-z]+/g, '-')
    const { role, operator = false } = actor
    const limits = tables ? { displays, tables } : { displays }
    const person = await enterAs(server, email, { ...(role ? { role, ...limits } : {}), operator })
    if (actor.mayTakeOver) {
      const { queries } = server.app.context.database
      await queries.updateTable('profile').set({ may_take_over: 1 }).where('email', '=', person.email).execute()
    }
    return { client: person.client }
  }

  /** The display that they may see. */
  const homeOf = (name: Name) => (name === 'another organisation’s owner' ? YARD : MINE)

  type Sent = { method: string; path: string; headers: Record<string, string>; body: string | undefined }

  /** A body of the contract that refers to objects of a place. @param round each round makes other choices */
  function bodyFor({ requestBody }: FuzzOperation, place: Place, round: number): Pick<Sent, 'headers' | 'body'> {
    const content = requestBody?.content ?? {}
    const json = content['application/json']?.schema
    const [type = 'application/json'] = Object.keys(content)
    if (!requestBody) return { headers: {}, body: undefined }
    if (!json) return { headers: { 'content-type': type }, body: 'x' }
    const value = valueFor(json, '', place, round)
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
  }

  type Schema = { [key: string]: unknown }
  const samples = new Map<Schema, unknown[]>()
  function valueFor(schema: Schema, name: string, place: Place, round: number): unknown {
    const known = idsOf(place)[name]
    if (known !== undefined) return known
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
    if (choices) return valueFor(choices[round % choices.length] as Schema, name, place, round)
    if (schema.type === 'array') return [valueFor((schema.items ?? {}) as Schema, name, place, round)]
    if (schema.type === 'object') {
      const required = (schema.required ?? []) as string[]
      const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      const some = fields.filter(([key]) => round > 0 || required.includes(key))
      return Object.fromEntries(some.map(([key, of]) => [key, valueFor(of, key, place, round)]))
    }
    const made = samples.get(schema) ?? fc.sample(arbitraryOf(schema), { seed: SEED, numRuns: BODIES })
    samples.set(schema, made)
    return made[round]
  }

  /** The ids of a place, by the names of the body fields that refer to such an object. */
  function idsOf(place: Place): Record<string, unknown> {
    const { mediaId, displayId, playlistId, screenId, itemId, overId } = place
    return {
      ...place,
      url: `/media/${mediaId}.jpg`,
      logoUrl: `/media/${mediaId}.jpg`,
      by: mediaId,
      ids: [mediaId],
      displays: [displayId],
      playlists: [playlistId],
      screens: [screenId],
      prepared: overId,
      programmeId: displayId,
      entryId: itemId,
      everywhere: true,
    }
  }

  /** The requests of a call about a place: with its own address, and with the address of the caller's display and objects of the place. */
  function requestsOf(name: Name, operation: FuzzOperation, place: Place): Sent[] {
    const { operationId, method, path } = operation
    const query =
      QUESTIONS[operationId as RouteName] ?? (operationId === 'findKnownFile' ? `?sha256=${'0'.repeat(64)}` : '')
    const requests = new Map<string, Sent>()
    for (const one of [place, { ...place, ...homeOf(name) }]) {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(one[name] ?? 'x')) + query
      // A caller who is refused because of their role is refused whatever they send.
      const rounds = wantedOf(name, operation, address) === 'let in' ? BODIES : 1
      for (let round = 0; round < rounds; round += 1) {
        const { headers, body } = bodyFor(operation, place, round)
        requests.set(`${address} ${body}`, { method: method.toUpperCase(), path: address, headers, body })
      }
    }
    return [...requests.values()]
  }

  async function send(name: Name, { method, path, headers, body }: Sent) {
    const { client, secret } = clients[name]
    // Calls with tokens and links are rate-limited, so the clock moves on with each.
    aheadMs += 1_000
    const abort = new AbortController()
    const response = await fetch(server.url + path, {
      method,
      headers: {
        origin: server.url,
        'x-requested-with': 'placard',
        cookie: client.cookie(),
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
        'if-match': '*',
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-offset': '0',
        ...headers,
      },
      signal: abort.signal,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const first = isStream ? await response.body?.getReader().read() : undefined
    const text = isStream ? new TextDecoder().decode(first?.value) : await response.text()
    abort.abort()
    const all = `${JSON.stringify([...response.headers])}\n${text}`
    const code = response.status < 400 || isStream || text === '' ? undefined : (JSON.parse(text).error?.code as string)
    return { status: response.status, code, all }
  }

  /** The outcome that the table of rights requires for a call. undefined when it does not list the call. */
  function wantedOf(name: Name, { operationId }: FuzzOperation, path: string): Outcome | undefined {
    const call = operationId as RouteName
    if (!(call in ROUTES)) return undefined
    const isHome = path.includes(`/${homeOf(name).organisationId}`)
    const isHidden = path.includes(`/displays/${HIDDEN.displayId}`)
    const usual = expected(call, IDENTITIES[name], !isHome ? OTHER : isHidden ? HIDDEN : MINE)
    const isOther = 'ofTable' in IDENTITIES[name] && /\/tables\/./.test(path) && !path.includes(tableId)
    // The same for each role, so that nobody learns which ids are taken.
    return isHome && isOther && OF_TABLES.has(call) ? 'table-not-found' : usual
  }

  /** The path parameters that name an object of a place, not the place of the caller. */
  const things = ({ path }: FuzzOperation) =>
    [...path.matchAll(/\{(\w+)\}/g)]
      .map(([, one = '']) => one)
      .filter((one) => !['organisationId', 'displayId'].includes(one))

  /** The answers that an owner gets about a place, without values that change by themselves. */
  async function stateOf(secret: Secret): Promise<unknown[]> {
    const { displayId, mediaId, playlistId, ...place } = places[secret]
    const tableOf = { tableId: place.tableId }
    const client = clients[secret === 'other' ? 'another organisation’s owner' : 'an owner'].client
    const params = { organisationId: place.organisationId }
    const read = async (name: RouteName, more: object = {}) =>
      (await client.call(name as 'getBrand', { params: { ...params, ...more } as never })).body as never
    if (secret === 'shared') {
      return [await read('getTable', tableOf), await read('getLibraryFile', { mediaId })]
    }
    const { items, lines, display } = (await read('getProgramme', { displayId })) as Record<string, unknown>
    const { waiting, decided, links } = (await read('getProposals')) as Record<string, { displayId: string }[]>
    const ofDisplay = (list: { displayId: string }[] = []) => list.filter((one) => one.displayId === displayId)
    const names = (list: unknown) => (list as { name?: string; id: string }[]).map(({ id }) => id).sort()
    return [
      ...(secret === 'owners'
        ? []
        : [
            { items, lines, display },
            await read('getLibraryFile', { mediaId }),
            ((await read('getProgramme', { playlistId })) as { items: unknown }).items,
            [ofDisplay(waiting), ofDisplay(decided), ofDisplay(links)],
            await read('getTakeOver', { overId: place.overId }).then(({ takeOver }: { takeOver: unknown }) => takeOver),
            ((await read('listInserts')) as { running: { id: string }[] }).running.find(
              ({ id }) => id === place.insertId,
            ),
          ]),
      ...(secret === 'hidden'
        ? []
        : [
            names(await read('listTokens')).filter((id) => id === place.tokenId),
            names(await read('listWebhooks')).filter((id) => id === place.webhookId),
            names(await read('listInvitations')).filter((id) => id === place.invitationId),
            await read('getMoveIn', { moveInId: place.moveInId }),
          ]),
    ]
  }

  it('the words are there for those who may see them', async () => {
    const seen = async (name: Name, secret: Secret) => {
      const calls = new Set<string>()
      for (const operation of operations.filter(({ method }) => method === 'get')) {
        const [sent] = requestsOf(name, operation, places[secret])
        if (sent && (await send(name, sent)).all.includes(WORDS[secret])) calls.add(operation.operationId)
      }
      return calls.size
    }
    expect(await seen('an owner', 'hidden')).toBeGreaterThanOrEqual(20)
    expect(await seen('an owner', 'owners')).toBeGreaterThan(5)
    expect(await seen('another organisation’s owner', 'other')).toBeGreaterThanOrEqual(20)
    expect(await seen('an editor', 'shared')).toBeGreaterThanOrEqual(8)
    expect(await seen('an editor', 'hidden')).toBeGreaterThanOrEqual(20)
  })

  it('the word is in every column that has words of people', async () => {
    const { queries } = server.app.context.database
    const all = await columnsWith(queries, OTHER.organisationId, WORDS.other)
    expect(all.length).toBeGreaterThan(100)
    const without = all.flatMap(({ table, column, isThere }) => {
      const hasNone = /(^|_)id$/.test(column) || NO_WORDS.has(column) || table === 'feed' || table === 'weather'
      return isThere || hasNone ? [] : [`${table}.${column}`]
    })
    expect(without.sort()).toEqual([...NOT_FILLED].sort())
  })

  it.each(Object.keys(IDENTITIES) as Name[])('%s is told nothing of it, and is refused', async (name) => {
    const actor: Identity = IDENTITIES[name]
    const wrong: object[] = []
    const refused = new Set<string>()
    const tried = new Set<string>()
    // The other cases are tested with the same role without a limit.
    for (const secret of actor.limitedTo ? (['hidden'] as const) : actor.unseen) {
      for (const operation of operations) {
        const call = operation.operationId as RouteName
        const route: Route | undefined = ROUTES[call]
        // Skips calls that an operator may make: they would remove the data of other tests.
        if (actor.operator && route?.access === 'operator' && route.method !== 'GET') continue
        for (const sent of requestsOf(name, operation, places[secret])) {
          const key = `${call} ${sent.path} ${sent.body}`
          if (tried.has(key)) continue
          tried.add(key)
          const wanted = wantedOf(name, operation, sent.path)
          // A role is refused before anything else is checked, so one try is enough.
          const refusal = `${call} ${wanted} ${wanted === 'table-not-found' ? sent.path : ''}`
          if (wanted !== undefined && wanted !== 'let in' && refused.has(refusal)) continue
          refused.add(refusal)
          const { status, code, all } = await send(name, sent)
          const isTold = (one: Secret) => all.includes(WORDS[one]) && !(actor.operator && NAMES_TO_OPERATORS.has(call))
          const told = actor.unseen.filter(isTold)
          const isAnswered = status < 400 && things(operation).some((one) => one in places[secret])
          const isRefusedAsSaid =
            wanted === undefined || wanted === 'let in' || sent.method === 'HEAD' || code === wanted
          if (status >= 500 || told.length > 0 || !isRefusedAsSaid || (isAnswered && !ANSWERED[call]))
            wrong.push({ call, secret, ...sent, status, code, wanted, told, all: all.slice(-400) })
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('nothing of it has changed', async () => {
    for (const secret of EVERY)
      expect({ secret, state: await stateOf(secret) }).toEqual({ secret, state: before[secret] })
  })
})
