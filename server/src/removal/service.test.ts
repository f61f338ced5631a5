import { DisplayId, type DisplayKey, ItemId, OrganisationId, type ProgrammeKey, ScreenId } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Tables } from '../platform/database/tables.ts'
import { describeDialects } from '../testing/dialects.ts'
import { enterAs } from '../testing/people.ts'
import { type Client, createClient, startTestServer, type TestServer } from '../testing/server.ts'

const organisationId = OrganisationId.parse('physics')
/** One that is over. */
const incidentOf = (displayId: DisplayId) => ({
  id: `incident-${displayId}`,
  organisation_id: organisationId,
  display_id: displayId,
  screen_id: 'a'.repeat(32),
  name: 'Reception',
  kind: 'dark' as const,
  failing: 0 as const,
  began_at: 1,
  opened_at: 1,
  told_at: null,
  told_to: '[]',
  reminded_at: null,
  reminders: 0,
  changes: '[]',
  muted_until: null,
  closed_at: 2,
  back_at: 2,
})
const LAB: DisplayKey = { organisationId, displayId: DisplayId.parse('lab') }
const HALL: DisplayKey = { organisationId, displayId: DisplayId.parse('hall') }
/** Entries of the log stay, and count as the organisation's storage; what was shown there stays in the report. */
const DISPLAY_STAYS_IN = ['activity', 'activity_use', 'play_screen']
/** Its players hear from here that there is nothing to show any more. */
const ORGANISATION_STAYS_IN = ['removed_display']

describeDialects('what removing something leaves', (dialect) => {
  let server: TestServer
  let owner: Client
  let operator: Client

  beforeEach(async () => {
    server = await startTestServer({ dialect })
    operator = (await enterAs(server, 'operator', { operator: true, role: 'viewer' })).client
    const body = { id: organisationId, name: 'Physics' }
    await operator.call('createOrganisation', { params: {}, body })
    for (const { displayId } of [LAB, HALL]) {
      const display = { id: displayId, name: displayId }
      await operator.call('createOrganisationDisplay', { params: { organisationId }, body: display })
    }
    owner = (await enterAs(server, 'owner', { role: 'owner', home: HALL })).client
    const displays = [LAB.displayId, HALL.displayId]
    await enterAs(server, 'editor', { role: 'editor', displays, home: HALL })
    await owner.call('createToken', {
      params: { organisationId },
      body: { name: 'Timetable', role: 'editor', days: 30, displays },
    })
    await owner.call('createInvitation', { params: { organisationId }, body: { role: 'viewer', displays } })
    // At an address of the open internet, of what never happens here: nothing is sent there.
    await owner.call('createWebhook', {
      params: { organisationId },
      body: { url: 'https://192.0.43.8/', events: ['screen.back'], displays },
    })
    for (const key of [LAB, HALL]) await fill(key)
    // One that both include, and one that was removed from both and may come back.
    for (const isRemoved of [false, true]) {
      const params = { organisationId }
      const { playlist } = (await owner.call('createPlaylist', { params, body: { name: 'Menu' } })).body
      const key = { organisationId, playlistId: playlist.id }
      await fillProgramme(key)
      await owner.call('includePlaylist', { params: key, body: { displays } })
      if (isRemoved) await owner.call('removePlaylist', { params: key, headers: { 'if-match': '*' } })
    }
    // A feed is known by its address, and kept for whoever asked for it.
    await owner.call('checkFeed', { params: { organisationId }, body: { url: 'http://127.0.0.1/news' } })
    await server.app.screens.list(LAB)
    await owner.call('updateAlertChoice', { params: { organisationId }, body: { displays } })
    const { queries } = server.app.context.database
    for (const { displayId } of [LAB, HALL]) {
      await queries.insertInto('incident').values(incidentOf(displayId)).execute()
      const visited = { organisation_id: organisationId, display_id: displayId, day: '2026-11-23', visits: 7 }
      await queries.insertInto('read_visit').values(visited).execute()
    }
    const content = { kind: 'line' as const, text: 'Leave' }
    const begun = { content, displays, drill: true, minutes: 5 }
    const { id } = (await owner.call('startTakeOver', { params: { organisationId }, body: begun })).body
    await owner.call('prepareTakeOver', { params: { organisationId }, body: { name: 'Fire', content } })
    for (const key of [LAB, HALL]) {
      const params = { ...key, screenId: screenOf(key) }
      await server.anonymous.call('showTakeOver', { params, body: { id, paintedMsAgo: 0 } })
    }
    const shown = () => server.app.context.database.queries.selectFrom('take_over_showing').selectAll().execute()
    await expect.poll(async () => (await shown()).length).toBe(2)
  })
  afterEach(() => server.close())

  const screenOf = (key: DisplayKey) => ScreenId.parse((key === LAB ? 'a' : 'b').repeat(32))

  /** A row in every table that names a display. */
  async function fill(key: DisplayKey): Promise<void> {
    await fillProgramme(key)
    const params = { ...key, screenId: screenOf(key) }
    const state = {
      doing: 'playing' as const,
      build: 'abc',
      viewport: { width: 1920, height: 1080 },
      rotation: 0 as const,
      revision: 1,
      itemId: null,
      offline: 'ready' as const,
      files: { kept: 0, of: 0 },
      full: false,
      broken: [],
      clockAheadMs: null,
      upSeconds: 0,
      memoryMb: null,
    }
    const glass = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' }
    const { body: waiting } = await createClient(server.url).call('enterScreen', { params: {}, body: glass })
    if (waiting.status === 'waiting')
      await owner.call('pairScreen', {
        params: { organisationId, code: waiting.code },
        body: { as: 'new', displayId: key.displayId, name: 'Glass' },
      })
    await server.anonymous.call('reportScreen', { params, body: { state, events: [] } })
    await server.app.screens.list(key)
    const body = { build: 'abc', itemId: ItemId.parse('film'), paintedMsAgo: 0 }
    await server.anonymous.call('beatScreen', { params, body })
    await server.app.screens.list(key)
    const link = { name: 'Year 10', kinds: ['notice' as const], days: 30 }
    const { token } = (await owner.call('createProposalLink', { params: key, body: link })).body
    const phone = createClient(server.url)
    await phone.call('readProposalLink', { params: {}, body: { token } })
    const notice = { look: 'paper' as const, heading: 'Cake sale', body: '', byline: '' }
    const content = { kind: 'notice' as const, title: 'Cake sale', notice }
    await phone.call('sendProposal', { params: {}, body: { token, name: 'Mia', content } })
    const idle = { kind: 'idle' as const, n: 1, at: Date.now(), ms: 1_000 }
    await server.anonymous.call('tellPlays', { params, body: { series: '0'.repeat(16), pieces: [idle] } })
  }

  async function fillProgramme(key: ProgrammeKey): Promise<void> {
    const item = { title: 'A film', url: 'https://example.org/film.mp4', type: 'video' as const }
    const { body } = await owner.call('createItem', { params: key, body: item })
    const left = { entryId: body.item.id, rule: 'undescribed' as const, isLeft: true }
    await owner.call('leaveAdvice', { params: key, body: left })
    await owner.call('createLine', { params: key, body: { text: 'Welcome' } })
  }

  async function tablesWith(...named: string[]): Promise<(keyof Tables)[]> {
    const tables = await server.app.context.database.queries.introspection.getTables()
    const found = tables.filter(({ columns }) => columns.some(({ name }) => named.includes(name)))
    return found.map(({ name }) => name as keyof Tables).sort()
  }
  /** The tables among these with a row of which this holds. */
  async function withRows(tables: (keyof Tables)[], holds: (row: Record<string, unknown>) => boolean) {
    const found: string[] = []
    for (const table of tables) {
      const rows = await server.app.context.database.queries.selectFrom(table).selectAll().execute()
      if (rows.some((row) => holds(row as Record<string, unknown>))) found.push(table)
    }
    return found
  }
  const names = ({ displayId }: DisplayKey) => ({
    rows: (row: Record<string, unknown>) =>
      row.organisation_id === organisationId && [row.display_id, row.programme_id].includes(displayId),
    limits: (row: Record<string, unknown>) =>
      typeof row.displays === 'string' && JSON.parse(row.displays).includes(displayId),
  })

  it('[HS12] no table names a display that was removed but those that say what happened', async () => {
    const tables = await tablesWith('display_id', 'programme_id')
    const limits = await tablesWith('displays')
    // A new table that names a display has to be filled above, or nothing would be said about it here.
    expect(await withRows(tables, names(LAB).rows)).toEqual(tables)
    expect(await withRows(limits, names(LAB).limits)).toEqual(limits)
    expect(tables).toEqual(expect.arrayContaining(['item', 'line', 'screen', 'screen_beat', ...DISPLAY_STAYS_IN]))
    expect(limits).toEqual(['alert_choice', 'api_token', 'invitation', 'profile', 'take_over', 'webhook'])

    const answer = await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': '*' } })
    expect(answer.status).toBe(204)
    expect(await withRows(tables, names(LAB).rows)).toEqual(DISPLAY_STAYS_IN)
    expect(await withRows(limits, names(LAB).limits)).toEqual([])
    const { body: playlists } = await owner.call('listPlaylists', { params: { organisationId } })
    expect(playlists.map((one) => one.displays.map(({ id }) => id))).toEqual([[HALL.displayId]])
    // The other keeps what it has.
    expect(await withRows(tables, names(HALL).rows)).toEqual(tables)
    expect(await withRows(limits, names(HALL).limits)).toEqual(limits)
  })

  it('[HS12] an invitation to a display that was removed does not open another one that is made under its id', async () => {
    const body = { role: 'editor' as const, displays: [LAB.displayId, HALL.displayId] }
    const made = await owner.call('createInvitation', { params: { organisationId }, body })
    await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': '*' } })
    await owner.call('createDisplay', { params: { organisationId }, body: { id: LAB.displayId, name: 'Another' } })
    const { body: listed } = await owner.call('listInvitations', { params: { organisationId } })
    expect(listed.find(({ id }) => id === made.body.invitation.id)?.displays).toEqual([HALL.displayId])
  })

  it('[HS12] no table names an organisation that was removed but the one that its players hear it from', async () => {
    const tables = await tablesWith('organisation_id')
    const ofIt = (row: Record<string, unknown>) => row.organisation_id === organisationId || row.org === organisationId
    const before = await withRows(tables, ofIt)
    expect(before).toEqual(
      expect.arrayContaining(['activity', 'api_token', 'feed', 'programme', 'invitation', 'item', 'screen']),
    )
    await operator.call('suspendOrganisation', { params: { organisationId } })
    const answer = await operator.call('removeOrganisation', { params: { organisationId } })
    expect(answer.status).toBe(204)
    expect(await withRows([...tables, ...(await tablesWith('org'))], ofIt)).toEqual(ORGANISATION_STAYS_IN)
  })
})
