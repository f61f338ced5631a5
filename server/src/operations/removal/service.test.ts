import type { DisplayKey } from '@placard/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Tables } from '../../platform/database/tables.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { HALL, LAB, makeFullOrganisation } from '../../testing/full-organisation.ts'
import { type Client, startTestServer, type TestServer } from '../../testing/server.ts'

const { organisationId } = LAB
/**
 * Tables that keep rows of a removed display. Log entries stay, and count as the organisation's storage. What was shown stays in the
 * report.
 */
const DISPLAY_STAYS_IN = ['activity', 'activity_use', 'play_screen']
/** Tables that keep rows of a removed organisation. Its players learn from here that there is nothing to show any more. */
const ORGANISATION_STAYS_IN = ['removed_display']

describeDialects('the remains of a removal', (dialect) => {
  let server: TestServer
  let owner: Client
  let operator: Client

  beforeEach(async () => {
    server = await startTestServer({ dialect })
    ;({ owner, operator } = await makeFullOrganisation(server))
  })
  afterEach(() => server.close())

  async function tablesWith(...named: string[]): Promise<(keyof Tables)[]> {
    const tables = await server.app.context.database.queries.introspection.getTables()
    const found = tables.filter(({ columns }) => columns.some(({ name }) => named.includes(name)))
    return found.map(({ name }) => name as keyof Tables).sort()
  }
  /** The tables among these that have a row with this property. */
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
    // makeFullOrganisation must fill a new table that refers to a display. Otherwise this test would not cover it.
    expect(await withRows(tables, names(LAB).rows)).toEqual(tables)
    expect(await withRows(limits, names(LAB).limits)).toEqual(limits)
    expect(tables).toEqual(expect.arrayContaining(['item', 'line', 'screen', 'screen_beat', ...DISPLAY_STAYS_IN]))
    expect(limits).toEqual(['alert_choice', 'api_token', 'invitation', 'profile', 'take_over', 'webhook'])

    const answer = await owner.call('removeDisplay', { params: LAB, headers: { 'if-match': '*' } })
    expect(answer.status).toBe(204)
    expect(await withRows(tables, names(LAB).rows)).toEqual(DISPLAY_STAYS_IN)
    expect(await withRows(limits, names(LAB).limits)).toEqual([])
    const { body: playlists } = await owner.call('listPlaylists', { params: { organisationId } })
    expect(playlists.map((one) => one.displays.map(({ id }) => id))).toEqual([[HALL.displayId], [HALL.displayId]])
    // The other display keeps its rows.
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
