import {
  ColumnId,
  DisplayId,
  type MediaId,
  type MemberId,
  OrganisationId,
  pathOf,
  type RouteBodyInput,
  RowId,
  type TableId,
  type TableKey,
} from '@placard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDisplay } from '../../content/displays/service.ts'
import { sweepTables } from '../../content/tables/service.ts'
import { forgetTable } from '../../operations/removal/service.ts'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { createOrganisation } from '../../platform/organisations/service.ts'
import { tinyPicture } from '../agent.ts'
import { describeDialects } from '../dialects.ts'
import { enterAs, PASSWORD } from '../people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../server.ts'
import { openStream } from '../stream.ts'

const { organisationId } = SAMPLE_DISPLAY
const params = { organisationId }
const DAY_MS = 24 * 60 * 60_000
const [dish, soldOut, picture] = ['dish01', 'soldou', 'pictur'].map((id) => ColumnId.parse(id)) as [
  ColumnId,
  ColumnId,
  ColumnId,
]
const SOUP = RowId.parse('soup')

const MENU: RouteBodyInput<'createTable'> = {
  name: 'Menu',
  columns: [
    { id: dish, name: 'Dish', type: 'words' },
    { id: soldOut, name: 'Sold out', type: 'yes-no' },
    { id: picture, name: 'Photo', type: 'picture' },
  ],
  rows: [{ id: SOUP, cells: { Dish: 'Soup' } }],
}

const failure = (status: number, code: string, field?: string) => ({
  status,
  body: { error: { code, ...(field !== undefined && { field }) } },
})

describeDialects('people who are limited to tables', (dialect) => {
  let server: TestServer
  let owner: Client
  let aheadMs = 0
  let people = 0

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => Date.now() + aheadMs })
    await createDisplay(server.app.context, { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('lab') }, 'Laboratory')
    owner = await server.signIn()
  })
  afterAll(() => server.close())

  async function makeTable(name = 'Menu'): Promise<TableKey> {
    const { body } = await owner.call('createTable', { params, body: { ...MENU, name } })
    return { organisationId, tableId: body.table.id }
  }

  /** Somebody who joined by an invitation, as people do. */
  async function join(tables: TableId[], role: 'viewer' | 'editor' = 'editor') {
    const made = await owner.call('createInvitation', { params, body: { role, tables } })
    expect(made.status).toBe(201)
    people += 1
    const email = `cook-${people}@people.example`
    const client = createClient(server.url)
    const { token: invitation } = made.body
    const offer = await client.call('readInvitation', { params: {}, body: { token: invitation } })
    const body = { email, password: PASSWORD, invitation }
    await client.call('signUp', { params: {}, body })
    const signedIn = await client.call('signIn', { params: {}, body })
    expect(signedIn.status).toBe(200)
    const member = (await owner.call('listMembers', { params })).body.find((one) => one.email === email)
    return { client, email, memberId: member?.id as MemberId, offer: offer.body, session: signedIn.body, member }
  }
  const change = (memberId: MemberId, body: RouteBodyInput<'updateMember'>) =>
    owner.call('updateMember', { params: { ...params, memberId }, body })
  const strike = (client: Client, key: TableKey, value = true) =>
    client.call('updateRow', {
      params: { ...key, rowId: SOUP },
      body: { cells: { [soldOut]: value }, was: { [soldOut]: value ? null : true } },
    })
  const logOf = async (client: Client, key: TableKey) => (await client.call('listTableActivity', { params: key })).body
  const upload = async (): Promise<MediaId> => {
    const body = await tinyPicture()
    const headers = { 'content-type': 'image/jpeg' }
    return (await owner.call('uploadMedia', { params, body, headers })).body.id
  }

  it('[DT1] somebody is let into one table alone: she changes its rows, undoes it, and the log names her', async () => {
    const key = await makeTable()
    await makeTable('Payroll')
    const { client, email, offer, session, member } = await join([key.tableId])
    expect(offer).toMatchObject({ role: 'editor', displays: [], tables: ['Menu'] })
    expect(session).toMatchObject({ limited: true, tables: [key.tableId], displays: [], profile: { id: '' } })
    expect(member).toMatchObject({ displays: [], tables: [key.tableId], mayTakeOver: false })
    expect((await client.call('listTables', { params })).body.map(({ name }) => name)).toEqual(['Menu'])

    const stream = await openStream(server.url + pathOf('streamTable', key), { cookie: client.cookie() })
    await stream.next('table')
    expect((await strike(client, key)).body.rows).toMatchObject([{ cells: { [soldOut]: true } }])
    expect((await stream.next('table')).data).toMatchObject({ revision: 2 })
    stream.close()
    const added = await client.call('createRows', { params: key, body: { rows: [{ cells: { Dish: 'Cake' } }] } })
    expect(added.status).toBe(201)
    const [, first] = (await logOf(client, key)).entries
    expect(first).toMatchObject({ kind: 'row-changed', actor: { email }, undo: 'put-back', restorable: false })
    const entryId = first?.id as never
    const undone = await client.call('undoTableActivity', { params: { ...key, entryId } })
    expect(undone.body.rows).toMatchObject([{ id: SOUP, cells: { [dish]: 'Soup' } }])
    expect(Object.keys(undone.body.rows[0]?.cells ?? {})).toEqual([dish])
    expect((await logOf(owner, key)).entries[0]).toMatchObject({ kind: 'undone', actor: { email } })
  })

  it('[DT1] a viewer of a table looks at it and changes nothing', async () => {
    const key = await makeTable()
    const { client } = await join([key.tableId], 'viewer')
    expect((await client.call('getTable', { params: key })).body.rows).toHaveLength(1)
    expect(await strike(client, key)).toMatchObject(failure(403, 'not-allowed'))
  })

  it('[B211] columns and the table itself stay as they are, also by a paste, an undo and going back', async () => {
    const key = await makeTable()
    const { client } = await join([key.tableId])
    const before = (await owner.call('getTable', { params: key })).body
    const column = { params: { ...key, columnId: dish }, headers: { 'if-match': '*' } }
    await owner.call('updateColumn', { ...column, body: { name: 'Meal' } })
    const { entries } = await logOf(client, key)
    expect(entries[0]).toMatchObject({ kind: 'column-changed', undo: null })
    const refused = [
      await client.call('changeRows', {
        params: key,
        body: { columns: [{ name: 'Secret', type: 'words' }], create: [{ cells: { Meal: 'Cake' } }] },
      }),
      await client.call('undoTableActivity', { params: { ...key, entryId: entries[0]?.id as never } }),
      await client.call('restoreTable', { params: key, body: { revision: before.revision } }),
      await client.call('updateColumn', { ...column, body: { name: 'Mine' } }),
      await client.call('removeColumn', column),
      await client.call('createColumn', { params: key, body: { name: 'Mine', type: 'words' } }),
      await client.call('updateTable', { params: key, body: { name: 'Mine' } }),
      await client.call('removeTable', { params: key, headers: { 'if-match': '*' } }),
      await client.call('createTable', { params, body: { name: 'Mine' } }),
      await client.call('getTableSource', { params: key }),
      await client.call('setTableSource', { params: key, body: { url: 'https://192.0.43.8/a.csv', columns: [] } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    const after = (await owner.call('getTable', { params: key })).body
    expect({ ...after.table, changedAt: 0 }).toEqual({
      ...before.table,
      changedAt: 0,
      revision: before.revision + 1,
      columns: [expect.objectContaining({ name: 'Meal' }), ...before.table.columns.slice(1)],
    })
    expect(after.rows).toEqual(before.rows)
  })

  it('[B212] a picture that their tables do not show is the same to them as none', async () => {
    const key = await makeTable()
    const [used, hidden] = [await upload(), await upload()]
    await owner.call('createRows', { params: key, body: { rows: [{ cells: { Photo: used } }] } })
    const { client } = await join([key.tableId])
    const put = (id: string | null) =>
      client.call('updateRow', {
        params: { ...key, rowId: SOUP },
        body: { cells: { [picture]: id } },
        headers: { 'if-match': '*' },
      })
    const none = await put('never-was')
    const other = await put(hidden)
    expect(other).toMatchObject(failure(404, 'media-not-found', `cells.${picture}`))
    expect(none).toMatchObject({ status: other.status, body: { error: { code: 'media-not-found' } } })
    const paste = { update: [{ id: SOUP, cells: { [picture]: hidden } }] }
    expect((await client.call('changeRows', { params: key, body: paste })).status).toBe(404)
    const created = { rows: [{ cells: { [picture]: hidden } }] }
    expect((await client.call('createRows', { params: key, body: created })).status).toBe(404)
    expect((await put(used)).status).toBe(200)
    // Taken out and undone: it was in the table before.
    expect((await put(null)).status).toBe(200)
    const [entry] = (await logOf(client, key)).entries
    const undone = await client.call('undoTableActivity', { params: { ...key, entryId: entry?.id as never } })
    expect(undone.body.rows[0]?.cells[picture]).toBe(used)
    for (const name of ['getLibrary', 'listLibraryFiles', 'getBrand', 'listPlaylists', 'listDisplays'] as const) {
      expect(await client.call(name as 'getBrand', { params })).toMatchObject(failure(403, 'not-allowed'))
    }
  })

  it('[B213] rights that end count for the next request, and end the open stream', async () => {
    const [menu, rooms] = [await makeTable(), await makeTable('Rooms')]
    const { client, memberId } = await join([menu.tableId])
    const stream = await openStream(server.url + pathOf('streamTable', menu), { cookie: client.cookie() })
    await stream.next('table')
    expect((await change(memberId, { tables: [rooms.tableId] })).body.tables).toEqual([rooms.tableId])
    expect((await stream.next('bye')).data).toEqual({ reason: 'stopping', retryAfterMs: 0 })
    await stream.ended
    const again = await openStream(server.url + pathOf('streamTable', menu), { cookie: client.cookie() })
    expect(again.status).toBe(404)
    expect(await strike(client, menu)).toMatchObject(failure(404, 'table-not-found'))
    expect((await strike(client, rooms)).status).toBe(200)
    await change(memberId, { displays: null, tables: null })
    expect((await strike(client, menu)).status).toBe(200)
    expect((await client.call('listDisplays', { params })).body).toHaveLength(2)
  })

  it('[DT1] a removed table is gone for her, comes back for her, and is forgotten after 30 days', async () => {
    const [menu, rooms] = [await makeTable(), await makeTable('Rooms')]
    const { client, email, memberId } = await join([menu.tableId, rooms.tableId])
    const waiting = await owner.call('createInvitation', { params, body: { role: 'editor', tables: [menu.tableId] } })
    const token = await owner.call('createToken', {
      params,
      body: { name: 'Till', role: 'editor', tables: [menu.tableId], days: 90 },
    })
    const stream = await openStream(server.url + pathOf('streamTable', menu), { cookie: client.cookie() })
    await stream.next('table')
    await owner.call('removeTable', { params: menu, headers: { 'if-match': '*' } })
    await stream.ended
    expect((await client.call('listTables', { params })).body.map(({ name }) => name)).toEqual(['Rooms'])
    expect((await client.call('getTable', { params: menu })).status).toBe(404)
    await owner.call('bringBackTable', { params: menu })
    expect((await client.call('getTable', { params: menu })).status).toBe(200)

    await owner.call('removeTable', { params: menu, headers: { 'if-match': '*' } })
    aheadMs = 31 * DAY_MS
    await sweepTables(server.app.context, forgetTable)
    aheadMs = 0
    const { queries } = server.app.context.database
    const limitOf = async (table: 'profile' | 'invitation' | 'api_token', by: string, value: string) => {
      const row = await queries
        .selectFrom(table)
        .select(['tables', 'displays'])
        .where(by as never, '=', value as never)
        .executeTakeFirstOrThrow()
      return { ...row }
    }
    expect(await limitOf('profile', 'email', email)).toEqual({
      tables: JSON.stringify([rooms.tableId]),
      displays: '[]',
    })
    expect(await limitOf('invitation', 'id', waiting.body.invitation.id)).toEqual({ tables: '[]', displays: '[]' })
    expect(await limitOf('api_token', 'id', token.body.token.id)).toEqual({ tables: '[]', displays: '[]' })

    // With the last one gone, nothing is left, and nothing else opens.
    await owner.call('removeTable', { params: rooms, headers: { 'if-match': '*' } })
    aheadMs = 31 * DAY_MS
    await sweepTables(server.app.context, forgetTable)
    aheadMs = 0
    expect((await client.call('getSession', { params: {} })).body).toMatchObject({ tables: [], displays: [] })
    expect((await client.call('listTables', { params })).body).toEqual([])
    expect((await client.call('listDisplays', { params })).status).toBe(403)
    expect((await owner.call('listMembers', { params })).body.find(({ id }) => id === memberId)).toMatchObject({
      tables: [],
    })
  })

  it('[DT1] limits that do not go together are refused, and a program that knows no tables ends no limit', async () => {
    const { tableId } = await makeTable()
    const tables = [tableId]
    const displays = [SAMPLE_DISPLAY.displayId]
    const invite = (body: RouteBodyInput<'createInvitation'>) => owner.call('createInvitation', { params, body })
    const refused = [
      [await invite({ role: 'owner', tables }), 422, 'invalid-field', 'tables'],
      [await invite({ role: 'contributor', tables }), 422, 'invalid-field', 'tables'],
      [await invite({ role: 'editor', tables, displays }), 422, 'invalid-field', 'tables'],
      [await invite({ role: 'editor', tables: [] }), 422, 'invalid-field', 'tables'],
      [await invite({ role: 'editor', tables: [`_t-${'z'.repeat(20)}`] as never }), 404, 'table-not-found', 'tables'],
    ] as const
    for (const [answer, status, code, field] of refused) expect(answer).toMatchObject(failure(status, code, field))

    const { client, memberId } = await join(tables)
    expect((await change(memberId, { role: 'viewer', displays: null })).body).toMatchObject({ tables, displays: [] })
    expect(await change(memberId, { role: 'contributor' })).toMatchObject(failure(422, 'invalid-field', 'tables'))
    const taking = await change(memberId, { role: 'editor', mayTakeOver: true })
    expect(taking.body).toMatchObject({ tables, mayTakeOver: false })
    expect((await client.call('listTakeOvers', { params })).status).toBe(403)
    expect((await change(memberId, { tables: null })).body).toMatchObject({ tables: null, displays: [] })
    expect((await change(memberId, { tables })).body).toMatchObject({ tables, displays: [] })
    expect((await change(memberId, { displays })).body).toMatchObject({ tables: null, displays })
    await change(memberId, { tables })
    expect((await change(memberId, { role: 'owner' })).body).toMatchObject({ tables: null, displays: null })
    expect(await change(memberId, { tables })).toMatchObject(failure(422, 'invalid-field', 'tables'))
  })

  it('[B210] a table of another organisation opens nothing', async () => {
    const other = OrganisationId.parse('elsewhere')
    await createOrganisation(server.app.context, other, 'Elsewhere')
    const home = { organisationId: other, displayId: DisplayId.parse('hall') }
    await createDisplay(server.app.context, home, 'Hall')
    const theirs = (await enterAs(server, 'their-owner', { role: 'owner', home })).client
    const made = await theirs.call('createTable', { params: { organisationId: other }, body: MENU })
    const tables = [made.body.table.id]
    const body = { role: 'editor' as const, tables }
    expect(await owner.call('createInvitation', { params, body })).toMatchObject(
      failure(404, 'table-not-found', 'tables'),
    )
    const token = await owner.call('createToken', { params, body: { ...body, name: 'Till', days: 1 } })
    expect(token).toMatchObject(failure(404, 'table-not-found', 'tables'))
    // Even if the limit named it.
    const { client } = await enterAs(server, 'stray', { role: 'editor', tables })
    expect((await client.call('getTable', { params: { organisationId, tableId: tables[0] as TableId } })).status).toBe(
      404,
    )
    expect(
      (await client.call('getTable', { params: { organisationId: other, tableId: tables[0] as TableId } })).status,
    ).toBe(404)
  })

  it('[DT1] a program puts rows of one table by their keys, and can do nothing else', async () => {
    const [key, other] = [await makeTable(), await makeTable('Payroll')]
    for (const one of [key, other]) await owner.call('updateTable', { params: one, body: { keyColumnId: dish } })
    const made = await owner.call('createToken', {
      params,
      body: { name: 'Till', role: 'editor', tables: [key.tableId], days: 90 },
    })
    expect(made.body.token).toMatchObject({ tables: [key.tableId], displays: [] })
    const headers = { authorization: `Bearer ${made.body.secret}` }
    const till = createClient(server.url)
    const put = (one: TableKey, name: string) =>
      till.call('putRow', { params: { ...one, key: name }, body: { cells: { 'Sold out': 'yes' } }, headers })
    expect((await put(key, 'Soup')).body.rows).toMatchObject([{ id: SOUP, cells: { [soldOut]: true } }])
    expect((await put(key, 'Cake')).body.rows).toMatchObject([{ cells: { [dish]: 'Cake', [soldOut]: true } }])
    expect(await put(other, 'Soup')).toMatchObject(failure(404, 'table-not-found'))
    expect((await till.call('listTables', { params, headers })).body.map(({ name }) => name)).toEqual(['Menu'])
    expect(await till.call('listDisplays', { params, headers })).toMatchObject(failure(403, 'not-allowed'))
    const wrong = { name: 'Wrong', role: 'take-over' as const, tables: [key.tableId], days: 1 }
    expect(await owner.call('createToken', { params, body: wrong })).toMatchObject(
      failure(422, 'invalid-field', 'tables'),
    )
  })

  it('AC1 the log of the organisation names the tables that somebody was limited to', async () => {
    const { tableId } = await makeTable('Lunch')
    const { memberId } = await join([tableId])
    await change(memberId, { displays: [SAMPLE_DISPLAY.displayId] })
    const { entries } = (await owner.call('listOrganisationActivity', { params })).body
    const [changed] = entries.filter(({ kind }) => kind === 'member-changed')
    expect(changed).toMatchObject({
      formerRights: { role: 'editor', displays: [], tables: ['Lunch'] },
      rights: { role: 'editor', tables: null },
    })
    expect(entries.find(({ kind }) => kind === 'invitation-accepted')).toMatchObject({ rights: { tables: ['Lunch'] } })
  })
})
