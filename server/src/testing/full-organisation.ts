import {
  DisplayId,
  type DisplayKey,
  type ItemId,
  MoveInId,
  OrganisationId,
  type PlayPiece,
  type ProgrammeKey,
  ScreenId,
} from '@placard/contract'
import { vi } from 'vitest'
import { agentOf, tinyPicture } from './agent.ts'
import { pairScreen } from './pair-screen.ts'
import { enterAs } from './people.ts'
import { SCREEN_STATE } from './screen-state.ts'
import { type Client, createClient, type TestServer } from './server.ts'

const organisationId = OrganisationId.parse('physics')
export const LAB: DisplayKey = { organisationId, displayId: DisplayId.parse('lab') }
export const HALL: DisplayKey = { organisationId, displayId: DisplayId.parse('hall') }
/** A closed incident. */
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
const screenOf = (key: DisplayKey) => ScreenId.parse((key === LAB ? 'a' : 'b').repeat(32))

/** An organisation with two displays, people, and a row in every table that refers to an organisation or a display. */
export async function makeFullOrganisation(server: TestServer): Promise<{ owner: Client; operator: Client }> {
  const operator = (await enterAs(server, 'operator', { operator: true, role: 'viewer' })).client
  const body = { id: organisationId, name: 'Physics' }
  await operator.call('createOrganisation', { params: {}, body })
  for (const { displayId } of [LAB, HALL]) {
    const display = { id: displayId, name: displayId }
    await operator.call('createOrganisationDisplay', { params: { organisationId }, body: display })
  }
  const owner = (await enterAs(server, 'owner', { role: 'owner', home: HALL })).client
  const displays = [LAB.displayId, HALL.displayId]
  await enterAs(server, 'editor', { role: 'editor', displays, home: HALL })
  await owner.call('createToken', {
    params: { organisationId },
    body: { name: 'Timetable', role: 'editor', days: 30, displays },
  })
  await owner.call('createInvitation', { params: { organisationId }, body: { role: 'viewer', displays } })
  // A public address, and an event that never occurs in these tests, so nothing is sent to it.
  const hook = await owner.call('createWebhook', {
    params: { organisationId },
    body: { url: 'https://192.0.43.8/', events: ['screen.back'], displays },
  })
  for (const { displayId } of [LAB, HALL])
    await owner.call('createEnrolment', { params: { organisationId }, body: { displayId, screens: 5, days: 30 } })
  for (const key of [LAB, HALL]) await fillDisplay(server, owner, key)
  // One playlist that both displays include, and one that was removed from both and can be restored.
  for (const isRemoved of [false, true]) {
    const params = { organisationId }
    const { playlist } = (await owner.call('createPlaylist', { params, body: { name: 'Menu' } })).body
    const key = { organisationId, playlistId: playlist.id }
    await fillProgramme(owner, key)
    await owner.call('includePlaylist', { params: key, body: { displays } })
    if (isRemoved) await owner.call('removePlaylist', { params: key, headers: { 'if-match': '*' } })
  }
  const params = { organisationId }
  const { playlist } = (await owner.call('createPlaylist', { params, body: { name: 'Side bar' } })).body
  const layout = { arrangement: 'side-bar' as const, dividers: [75], zones: [{ playlistId: playlist.id }] }
  for (const key of [LAB, HALL])
    await owner.call('setLayout', { params: key, body: { layout }, headers: { 'if-match': '*' } })
  for (const key of [LAB, HALL]) {
    await owner.call('setCornerPiece', {
      params: { ...key, corner: 'top-right' },
      body: { piece: { kind: 'words', size: 10, text: 'Room 12' } },
      headers: { 'if-match': '*' },
    })
  }
  const menu = await owner.call('createTable', {
    params: { organisationId },
    body: { name: 'Menu', columns: [{ name: 'Dish', type: 'words' }], rows: [{ cells: { Dish: 'Soup' } }] },
  })
  const pictured = { organisation_id: organisationId, table_id: menu.body.table.id, media_id: 'soup' }
  await server.app.context.database.queries
    .insertInto('table_picture')
    .values({ ...pictured, row_id: menu.body.rows[0]?.id ?? '' })
    .execute()
  await writeReadings(server, menu.body.table.id)
  // A feed is stored under its address once it was requested.
  await owner.call('checkFeed', { params: { organisationId }, body: { url: 'http://127.0.0.1/news' } })
  await server.app.screens.list(LAB)
  await owner.call('updateAlertChoice', { params: { organisationId }, body: { displays } })
  const { queries } = server.app.context.database
  for (const { displayId } of [LAB, HALL]) {
    await queries.insertInto('incident').values(incidentOf(displayId)).execute()
    const visited = { organisation_id: organisationId, display_id: displayId, day: '2026-11-23', visits: 7 }
    await queries.insertInto('read_visit').values(visited).execute()
  }
  const rollout = { organisation_id: organisationId, is_automatic: 1 as const, is_paused: 0 as const, hash: null }
  await queries
    .insertInto('agent_rollout')
    .values({ ...rollout, stage: 'waiting', since: 1, trial_screen_id: null, stopped_screen_id: null, resumed_at: 0 })
    .onConflict((conflict) => conflict.column('organisation_id').doNothing())
    .execute()
  const [person] = await queries.selectFrom('user').select('id').where('email', 'like', 'owner@%').execute()
  const passkey = { id: 'passkey', credential_id: 'AAAA', public_key: 'AAAA', counter: 0, transports: '[]' }
  await queries
    .insertInto('passkey')
    .values({ ...passkey, user_id: person?.id ?? '', name: 'Phone', synced: 0, created_at: 1, last_used_at: null })
    .execute()
  const message = { organisation_id: organisationId, created_at: 1 }
  const sent = { created_at: 1, outcome: 'sent' as const, next_at: 0, attempts: 1, answered_at: 1, failure: null }
  const mail = { ...sent, id: 'mail', organisation_id: organisationId, member_id: null, message: '{}' }
  await queries.insertInto('delivery').values(mail).execute()
  const event = { ...message, id: 'event', type: 'screen.back', data: '{}', subject: null, due_at: null }
  await queries.insertInto('webhook_event').values(event).execute()
  const told = { ...sent, id: 'told', event_id: 'event', webhook_id: hook.body.webhook.id }
  await queries
    .insertInto('webhook_delivery')
    .values({ ...told, took_ms: 1, status: 204, answer: '' })
    .execute()
  const moved = { organisationId, moveInId: MoveInId.parse('0'.repeat(32)) }
  const began = { id: moved.moveInId, kind: 'files' as const, name: 'Old ones' }
  await owner.call('beginMoveIn', { params: { organisationId }, body: began })
  const entry = { thing: 'file' as const, path: 'Old ones/a.doc', outcome: 'not' as const, reason: 'moving.why.kind' }
  await owner.call('tellMoveIn', { params: moved, body: { entries: [entry], ended: true } })
  const content = { kind: 'line' as const, text: 'Leave' }
  const begun = { content, displays, drill: true, minutes: 5 }
  const { id } = (await owner.call('startTakeOver', { params: { organisationId }, body: begun })).body
  await owner.call('prepareTakeOver', { params: { organisationId }, body: { name: 'Fire', content } })
  for (const key of [LAB, HALL]) {
    const params = { ...key, screenId: screenOf(key) }
    await server.anonymous.call('showTakeOver', { params, body: { id, paintedMsAgo: 0 } })
  }
  const shown = () => server.app.context.database.queries.selectFrom('take_over_showing').selectAll().execute()
  await vi.waitUntil(async () => (await shown()).length === 2, { timeout: 20_000 })
  return { owner, operator }
}

async function fillDisplay(server: TestServer, owner: Client, key: DisplayKey): Promise<void> {
  const itemId = await fillProgramme(owner, key)
  const params = { ...key, screenId: screenOf(key) }
  const { player, screen } = await pairScreen(server, owner, 'Panel', key)
  await owner.call('commandScreens', {
    params: { organisationId },
    body: { kind: 'reload', screenIds: [screen.id] },
  })
  const agent = agentOf(server, player, screen.id)
  await agent.hello()
  const machine = { organisationId, screenId: agent.id }
  const shown = await owner.call('commandMachine', { params: machine, body: { kind: 'picture' } })
  await agent.send(shown.body.id, await tinyPicture())
  await agent.report({ vitals: { temperatureC: 50 }, events: [{ kind: 'browser-started', agoMs: 0 }] })
  await owner.call('getMachine', { params: machine })
  const { queries } = server.app.context.database
  const update = {
    screen_id: agent.id,
    organisation_id: organisationId,
    hash: '0'.repeat(64),
    settled_at: 1,
    attempt: 0,
  }
  const failure = { failed_hash: null, failed_problem: null, failed_attempt: null, failed_at: null, asked_hash: null }
  await queries
    .insertInto('machine_update')
    .values({ ...update, ...failure })
    .onConflict((conflict) => conflict.column('screen_id').doNothing())
    .execute()
  const cells = [{ column: 0, row: 0, screenId: screen.id }]
  const measures = { panelWidthMm: 1_210, panelHeightMm: 680, frameSideMm: 2, frameTopMm: 2 }
  await owner.call('setWall', {
    params: key,
    body: { wall: { columns: 2, rows: 1, ...measures, cells } },
    headers: { 'if-match': '*' },
  })
  await server.anonymous.call('reportScreen', { params, body: { state: SCREEN_STATE, events: [] } })
  await server.app.screens.list(key)
  const body = { build: 'abc', itemId: itemId, paintedMsAgo: 0 }
  await server.anonymous.call('beatScreen', { params, body })
  await server.app.screens.list(key)
  const link = { name: 'Year 10', kinds: ['notice' as const], days: 30 }
  const { token } = (await owner.call('createProposalLink', { params: key, body: link })).body
  const phone = createClient(server.url)
  await phone.call('readProposalLink', { params: {}, body: { token } })
  const notice = { look: 'paper' as const, heading: 'Cake sale', body: '', byline: '' }
  const content = { kind: 'notice' as const, title: 'Cake sale', notice }
  await phone.call('sendProposal', { params: {}, body: { token, name: 'Mia', content } })
  const at = Date.now()
  const pieces: PlayPiece[] = [
    { kind: 'idle', n: 1, at, ms: 1_000 },
    { kind: 'play', n: 2, at, ms: 1_000, itemId, showings: 1, cut: 0 },
    { kind: 'missed', n: 3, at, itemId, missed: 1, why: 'late' },
  ]
  await server.anonymous.call('tellPlays', { params, body: { series: '0'.repeat(16), pieces } })
}

/** Writes what is read from other servers and kept: the source of a table, and the weather. Neither is due in these tests. */
async function writeReadings(server: TestServer, tableId: string): Promise<void> {
  const { queries } = server.app.context.database
  const read = {
    last_modified: null,
    read_at: 1,
    next_at: Number.MAX_SAFE_INTEGER,
    failures: 0,
    problem: null,
    status: null,
  }
  const followed = { ...read, body_sha256: null, etag: null, parsed_at: 1, asked_at: 1, stale_at: null }
  const source = { organisation_id: organisationId, table_id: tableId, url: 'https://example.org/menu.csv' }
  const way = { header_name: null, header_value: null, path: null, time_zone: null, kind: 'csv', findings: null }
  const pace = { every_minutes: 60, stale_hours: 24, when_stale: 'keep', has_names: 1 as const, columns: '[]' }
  await queries
    .insertInto('table_source')
    .values({ ...followed, ...source, ...way, ...pace })
    .execute()
  const town = { town_id: 'reykjavik', latitude: 64.1, longitude: -21.9, source: 'met', copy: null }
  await queries
    .insertInto('weather')
    .values({ ...read, ...town, renewed_at: null, renew_at: null })
    .execute()
}

/** @returns the id of its item */
async function fillProgramme(owner: Client, key: ProgrammeKey): Promise<ItemId> {
  const item = { title: 'A film', url: 'https://example.org/film.mp4', type: 'video' as const }
  const { body } = await owner.call('createItem', { params: key, body: item })
  const left = { entryId: body.item.id, rule: 'undescribed' as const, isLeft: true }
  await owner.call('leaveAdvice', { params: key, body: left })
  await owner.call('createLine', { params: key, body: { text: 'Welcome' } })
  return body.item.id
}
