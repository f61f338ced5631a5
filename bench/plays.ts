import { randomUUID } from 'node:crypto'
import { DisplayId, type ItemId, PLAYS_TOLD_EVERY_MS, type PlayPiece, ScreenId } from '@placard/contract'
import { checkPortFree } from './children.ts'
import { bytesOf, DIALECTS, type Dialect, onDatabase } from './database.ts'
import type { Goal } from './goals.ts'
import { postmasterOf } from './nodes/postgres-meter.ts'
import { definePart, measuredOn } from './part.ts'
import { piecesOf } from './pieces.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from './placard-process.ts'
import { cpuSecondsOf, cpuSecondsOfFamily } from './process-meter.ts'
import { startPostgres } from './start-postgres.ts'
import { inTurns } from './stream-socket.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** The load that the goal is for: items of ten seconds, of which thirty are a loop of five minutes. */
const SCREENS = 1_000
const ITEMS = 30
/** The greatest number of screens on one display. */
const SCREENS_EACH = 50
const ITEM_MS = 10_000
const HOUR_MS = 60 * 60_000
/** One network may send this many messages at once. After that the server limits the rate. */
const WARM_UP = 150
const MEASURED = 800
const AT_ONCE = 4

type Screen = typeof DISPLAY & { screenId: ScreenId }

type Figures = {
  dialect: Dialect
  /** Of the server, for one message about five minutes. */
  cpuMsEach: number
  /** The same for the database, when it is a process of its own. */
  databaseMsEach: number
  /** Share of one processor when all screens send messages. */
  cpuShare: number
  showings: number
  bytesEach: number
}
type Plays = { screens: number; items: number; figures: Figures[] }

/** The cost of a thousand screens that report what they painted. */
export const plays = definePart<Plays>({
  name: 'plays',
  async measure({ nextPort, tell }) {
    const figures: Figures[] = []
    for (const dialect of DIALECTS) {
      const one = await measureOn(dialect, nextPort())
      figures.push(one)
      const { cpuMsEach, databaseMsEach, cpuShare, showings, bytesEach } = one
      tell(
        `${dialect} · ${cpuMsEach.toFixed(2)} + ${databaseMsEach.toFixed(2)} ms of processor for a telling · ${(cpuShare * 100).toFixed(2)} % of a core`,
      )
      tell(`${dialect} · ${count(showings)} showings · ${bytesEach.toFixed(1)} bytes each`)
    }
    return { screens: SCREENS, items: ITEMS, figures }
  },
  section(kept) {
    const markdown = `## Proof of play

${count(kept.screens)} screens with ${kept.items} items of ten seconds report every five minutes what they painted.

${markdownTable(COLUMNS, kept.figures)}

- **processor**: processor time of the server, and of the database if it is a separate process, for one report of ${kept.items} showings, including HTTP and the synced transaction (PostgreSQL here does not wait for its disk).
- **on the disk**: growth of the tables by an hour of a screen, including indexes, divided by its ${count(HOUR_MS / ITEM_MS)} showings.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, kept.figures), goals: kept.figures.flatMap(goalsOf) }
  },
})

async function measureOn(dialect: Dialect, port: number): Promise<Figures> {
  await checkPortFree(port)
  await using postgres = dialect === 'PostgreSQL' ? await startPostgres() : undefined
  const postmaster = postgres && (await postmasterOf(postgres.url))
  await using placard = await startPlacardProcess(port, undefined, postgres ? { DATABASE_URL: postgres.url } : {})
  const ids = await makeItems(placard)
  const screens = await makeScreens(placard, postgres?.url)

  const send = (screen: number, series: string, pieces: PlayPiece[]) =>
    placard.call('tellPlays', {
      params: screens[screen % SCREENS] as Screen,
      body: { series, pieces },
    })
  const now = Date.now()
  const minutes = (at: number) => piecesOf(ids, at, ITEM_MS)
  await inTurns(WARM_UP, AT_ONCE, (index) => send(index, 'a'.repeat(16), minutes(now - HOUR_MS)).then(() => {}))
  const seconds = () => ({
    server: cpuSecondsOf(placard.child.pid),
    database: postmaster === undefined ? 0 : cpuSecondsOfFamily(postmaster),
  })
  const before = seconds()
  await inTurns(MEASURED, AT_ONCE, (index) =>
    send(index, 'b'.repeat(16), minutes(now - 2 * PLAYS_TOLD_EVERY_MS)).then(() => {}),
  )
  const after = seconds()
  const cpuMsEach = ((after.server - before.server) * 1_000) / MEASURED
  const databaseMsEach = ((after.database - before.database) * 1_000) / MEASURED
  const cpuShare = ((cpuMsEach + databaseMsEach) * SCREENS) / PLAYS_TOLD_EVERY_MS

  // An hour of each screen in one message. Its rows are those of twelve messages.
  await placard.kill()
  const small = await bytesOf(placard, postgres?.url)
  await placard.start()
  const perHour = HOUR_MS / ITEM_MS / ITEMS
  const hour = ids.map(
    (itemId, index): PlayPiece => ({
      kind: 'play',
      n: index + 1,
      at: now - 30 * HOUR_MS,
      ms: perHour * ITEM_MS,
      itemId,
      showings: perHour,
      cut: 0,
    }),
  )
  await inTurns(MEASURED, AT_ONCE, (index) => send(index, 'c'.repeat(16), hour).then(() => {}))
  await placard.kill()
  const showings = MEASURED * ITEMS * perHour
  const bytesEach = ((await bytesOf(placard, postgres?.url)) - small) / showings
  return { dialect, cpuMsEach, databaseMsEach, cpuShare, showings, bytesEach }
}

async function makeItems({ call }: PlacardProcess): Promise<ItemId[]> {
  const ids: ItemId[] = []
  for (let index = 0; index < ITEMS; index += 1) {
    const body = { title: `Item ${index}`, url: `https://example.org/${index}.jpg`, type: 'image' as const }
    ids.push((await call('createItem', { params: DISPLAY, body })).item.id)
  }
  return ids
}

/** Written directly to the database, because the server limits the screens that one network may add in an hour. */
async function makeScreens(placard: PlacardProcess, postgresUrl: string | undefined): Promise<Screen[]> {
  const screens: Screen[] = []
  for (let display = 0; display * SCREENS_EACH < SCREENS; display += 1) {
    const displayId = DisplayId.parse(`wall-${display}`)
    await placard.call('createDisplay', { params: DISPLAY, body: { id: displayId, name: displayId } })
    for (let index = 0; index < SCREENS_EACH; index += 1) {
      screens.push({ ...DISPLAY, displayId, screenId: ScreenId.parse(randomUUID().replaceAll('-', '')) })
    }
  }
  await placard.kill()
  const now = Date.now()
  const rows = screens.map(({ organisationId, displayId, screenId }) => [organisationId, displayId, screenId, now, now])
  const insert = (places: readonly string[]) =>
    `insert into screen (organisation_id, display_id, id, first_seen_at, seen_at, name, user_agent, state, events, reports)
     values (${places.join(', ')}, '', '', '{}', '[]', '[]')`
  await onDatabase(placard, postgresUrl, {
    sqlite(database) {
      const statement = database.prepare(insert(['?', '?', '?', '?', '?']))
      database.exec('begin')
      for (const row of rows) statement.run(...row)
      database.exec('commit')
    },
    async postgres(client) {
      for (const row of rows) await client.query(insert(['$1', '$2', '$3', '$4', '$5']), row)
    },
  })
  await placard.start()
  return screens
}

const COLUMNS: readonly Column<Figures>[] = [
  { title: 'database', isText: true, of: ({ dialect }) => dialect },
  { title: 'processor ms a report, server', of: ({ cpuMsEach }) => cpuMsEach.toFixed(2) },
  { title: 'database', of: ({ databaseMsEach }) => (databaseMsEach > 0 ? databaseMsEach.toFixed(2) : '') },
  { title: '% of a core in all', of: ({ cpuShare }) => (cpuShare * 100).toFixed(2) },
  { title: 'bytes on the disk a showing', of: ({ bytesEach }) => bytesEach.toFixed(1) },
]

function goalsOf({ dialect, cpuShare, bytesEach }: Figures): Goal[] {
  const what = `${count(SCREENS)} screens with items of ten seconds, ${dialect}`
  return [
    { what: `${what}: processor`, value: cpuShare * 100, limit: 1, unit: '% of a core', noisy: false },
    { what: `${what}: disk`, value: bytesEach, limit: 50, unit: 'bytes a showing', noisy: false },
  ]
}
