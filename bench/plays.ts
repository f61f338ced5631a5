import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DisplayId, type ItemId, PLAYS_TOLD_EVERY_MS, type PlayPiece, ScreenId } from '@placard/contract'
import { checkPortFree } from './children.ts'
import type { Goal } from './goals.ts'
import { definePart, measuredOn } from './part.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from './placard-process.ts'
import { cpuSecondsOf } from './process-meter.ts'
import { inTurns } from './stream-socket.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** The subject of the goal: items of ten seconds, thirty of which are a loop of five minutes. */
const SCREENS = 1_000
const ITEMS = 30
/** As many as one display may have. */
const SCREENS_EACH = 50
const ITEM_MS = 10_000
const HOUR_MS = 60 * 60_000
/** One network may tell this often at once; then there is a limit to its pace. */
const WARM_UP = 150
const MEASURED = 800
const AT_ONCE = 4

type Screen = typeof DISPLAY & { screenId: ScreenId }

type Plays = {
  screens: number
  items: number
  /** Of the server, for one telling of five minutes. */
  cpuMsEach: number
  /** Of one processor, with all screens telling. */
  cpuShare: number
  showings: number
  bytesEach: number
}

/** What a thousand screens cost that tell what they painted. */
export const plays = definePart<Plays>({
  name: 'plays',
  async measure({ nextPort, tell }) {
    const port = nextPort()
    await checkPortFree(port)
    const placard = await startPlacardProcess(port)
    try {
      const ids = await makeItems(placard)
      const screens = await makeScreens(placard)

      const send = (screen: number, series: string, pieces: PlayPiece[]) =>
        placard.call('tellPlays', {
          params: screens[screen % SCREENS] as Screen,
          body: { series, pieces },
        })
      const now = Date.now()
      const minutes = (at: number) =>
        ids.map(
          (itemId, index): PlayPiece => ({
            kind: 'play',
            n: index + 1,
            at: at + index * ITEM_MS,
            ms: ITEM_MS,
            itemId,
            showings: 1,
            cut: 0,
          }),
        )
      await inTurns(WARM_UP, AT_ONCE, (index) => send(index, 'a'.repeat(16), minutes(now - HOUR_MS)).then(() => {}))
      const before = cpuSecondsOf(placard.child.pid)
      await inTurns(MEASURED, AT_ONCE, (index) =>
        send(index, 'b'.repeat(16), minutes(now - 2 * PLAYS_TOLD_EVERY_MS)).then(() => {}),
      )
      const cpuMsEach = ((cpuSecondsOf(placard.child.pid) - before) * 1_000) / MEASURED
      const cpuShare = (cpuMsEach * SCREENS) / PLAYS_TOLD_EVERY_MS
      tell(`${cpuMsEach.toFixed(2)} ms of processor for a telling · ${(cpuShare * 100).toFixed(2)} % of a core`)

      // An hour of a screen at once: its rows are those of twelve tellings.
      await placard.kill()
      const small = bytesOf(placard)
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
      const bytesEach = (bytesOf(placard) - small) / showings
      tell(`${count(showings)} showings · ${bytesEach.toFixed(1)} bytes each`)
      return { screens: SCREENS, items: ITEMS, cpuMsEach, cpuShare, showings, bytesEach }
    } finally {
      await placard.kill()
    }
  },
  section(kept) {
    const markdown = `## Proof of play

${count(kept.screens)} screens with ${kept.items} items of ten seconds tell what they painted every five minutes.

${markdownTable(COLUMNS, [kept])}

- **processor**: of the server, for one telling of ${kept.items} showings, HTTP and the synced transaction included.
- **on the disk**: growth of the database by an hour of a screen, indexes included, over its ${count(HOUR_MS / ITEM_MS)} showings.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, [kept]), goals: goalsOf(kept) }
  },
})

async function makeItems({ call }: PlacardProcess): Promise<ItemId[]> {
  const ids: ItemId[] = []
  for (let index = 0; index < ITEMS; index += 1) {
    const body = { title: `Item ${index}`, url: `https://example.org/${index}.jpg`, type: 'image' as const }
    ids.push((await call('createItem', { params: DISPLAY, body })).item.id)
  }
  return ids
}

/** Written past the server, which lets one network bring few of them an hour. */
async function makeScreens(placard: PlacardProcess): Promise<Screen[]> {
  const screens: Screen[] = []
  for (let display = 0; display * SCREENS_EACH < SCREENS; display += 1) {
    const displayId = DisplayId.parse(`wall-${display}`)
    await placard.call('createDisplay', { params: DISPLAY, body: { id: displayId, name: displayId } })
    for (let index = 0; index < SCREENS_EACH; index += 1) {
      screens.push({ ...DISPLAY, displayId, screenId: ScreenId.parse(randomUUID().replaceAll('-', '')) })
    }
  }
  await placard.kill()
  const database = new DatabaseSync(join(placard.folder, 'placard.db'))
  const statement = database.prepare(
    `insert into screen (organisation_id, display_id, id, name, first_seen_at, seen_at, user_agent, state, events, reports)
     values (?, ?, ?, '', ?, ?, '', '{}', '[]', '[]')`,
  )
  database.exec('begin')
  const now = Date.now()
  for (const { organisationId, displayId, screenId } of screens) {
    statement.run(organisationId, displayId, screenId, now, now)
  }
  database.exec('commit')
  database.close()
  await placard.start()
  return screens
}

/** Of the rows and their indexes; what SQLite has set aside is none of it. */
function bytesOf({ folder }: PlacardProcess): number {
  const database = new DatabaseSync(join(folder, 'placard.db'))
  const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  database.close()
  return bytes
}

const COLUMNS: readonly Column<Plays>[] = [
  { title: 'screens', of: ({ screens }) => count(screens) },
  { title: 'processor ms a telling', of: ({ cpuMsEach }) => cpuMsEach.toFixed(2) },
  { title: '% of a core in all', of: ({ cpuShare }) => (cpuShare * 100).toFixed(2) },
  { title: 'bytes on the disk a showing', of: ({ bytesEach }) => bytesEach.toFixed(1) },
]

function goalsOf({ cpuShare, bytesEach }: Plays): Goal[] {
  const what = `${count(SCREENS)} screens with items of ten seconds`
  return [
    { what: `${what}: processor`, value: cpuShare * 100, limit: 1, unit: '% of a core', noisy: false },
    { what: `${what}: disk`, value: bytesEach, limit: 50, unit: 'bytes a showing', noisy: false },
  ]
}
