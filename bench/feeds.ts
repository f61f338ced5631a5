import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DisplayId, MAX_FEEDS_PER_DISPLAY } from '@placard/contract'
import { checkPortFree } from './children.ts'
import type { Goal } from './goals.ts'
import { definePart, measuredOn } from './part.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from './placard-process.ts'
import { cpuSecondsOf } from './process-meter.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** The number of feeds that the goal is for. */
const FEEDS = 1_000
/** One in a hundred feeds never answers. */
const HANGING = FEEDS / 100
const READ_EVERY_MS = 5 * 60_000
const SETTLE_MS = 10_000
const IDLE_MS = 30_000
const MEASURED_MS = 60_000

type Feeds = { feeds: number; hanging: number; reads: number; cpuMsEach: number; cpuShare: number; latestMs: number }

/** The cost of a thousand unchanged feeds that the server reads every five minutes. */
export const feeds = definePart<Feeds>({
  name: 'feeds',
  async measure({ nextPort, tell }) {
    const measured = await measureReads(nextPort(), 'feed', makeFeeds, tell)
    const cpuMsEach = (measured.cpuShare * MEASURED_MS) / measured.reads
    return { feeds: FEEDS, hanging: HANGING, cpuMsEach, ...measured }
  },
  section(kept) {
    const markdown = `## Feeds

${count(kept.feeds)} unchanged feeds of one organisation, each requested every five minutes; ${count(kept.hanging)} of them never answer.

${markdownTable(COLUMNS, [kept])}

- **processor**: additional processor time of the server for feeds: the request, the answer, and two synced writes.
- **longest delay**: the longest wait of a feed that answers for its turn, with the hanging feeds among them.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, [kept]), goals: goalsOf(kept) }
  },
})

type Reads = { reads: number; cpuShare: number; latestMs: number }

/**
 * The cost of addresses that do not change and are due one after the other.
 *
 * @param make writes the addresses below a site to the table
 */
export async function measureReads(
  port: number,
  table: 'feed' | 'table_source',
  make: (placard: PlacardProcess, site: string) => Promise<void>,
  tell: (line: string) => void,
): Promise<Reads> {
  await checkPortFree(port)
  await using site = await startSite()
  await using placard = await startPlacardProcess(port, undefined, { FEED_NETWORKS: new URL(site.url).host })
  const idle = await cpuIn(placard, IDLE_MS)
  await make(placard, site.url)
  await sleep(SETTLE_MS)
  const readsBefore = site.reads()
  const cpuShare = (await cpuIn(placard, MEASURED_MS)) - idle
  const reads = site.reads() - readsBefore
  const latestMs = latestOf(placard, table)
  tell(`${reads} reads · ${(cpuShare * 100).toFixed(2)} % of a core · the latest ${latestMs} ms behind its time`)
  return { reads, cpuShare, latestMs }
}

/** The use of processor time, as a share of one core. */
export async function cpuIn(placard: PlacardProcess, ms: number): Promise<number> {
  const [before, from] = [cpuSecondsOf(placard.child.pid), performance.now()]
  await sleep(ms)
  return ((cpuSecondsOf(placard.child.pid) - before) * 1_000) / (performance.now() - from)
}

/** A server that answers 304 to who knows its mark, and never answers at paths that begin with `/hangs`. */
async function startSite(): Promise<AsyncDisposable & { url: string; reads: () => number }> {
  let reads = 0
  const server: Server = createServer((request, response) => {
    reads += 1
    if (request.url?.startsWith('/hangs')) return
    response.writeHead(request.headers['if-none-match'] === '"a"' ? 304 : 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reads: () => reads,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Written directly to the database, because the server limits the addresses that one organisation may add in a minute.
 * They are due one after the other.
 */
async function makeFeeds(placard: PlacardProcess, url: string): Promise<void> {
  const displays: DisplayId[] = []
  for (let index = 0; index * MAX_FEEDS_PER_DISPLAY < FEEDS; index += 1) {
    const displayId = DisplayId.parse(`wall-${index}`)
    await placard.call('createDisplay', { params: DISPLAY, body: { id: displayId, name: displayId } })
    displays.push(displayId)
  }
  await placard.kill()
  const database = new DatabaseSync(join(placard.folder, 'placard.db'))
  const item = database.prepare(
    `insert into item (organisation_id, programme_id, id, title, url, type, visible, position, revision, uploaded_at, feed)
     values (?, ?, ?, 'News', ?, 'feed', 1, ?, 1, 0, '{"as":"lines","count":5}')`,
  )
  const feed = database.prepare(
    `insert into feed (organisation_id, id, url, kind, title, copy, etag, parsed_at, read_at, asked_at, next_at, failures, wanted_at)
     values (?, ?, ?, 'news', 'News', ?, '"a"', ?, ?, ?, ?, 0, 0)`,
  )
  const entries = Array.from({ length: 20 }, (_, n) => ({
    key: `${n}`,
    number: n + 1,
    title: `Something new in the town, number ${n}`,
    text: 'A few words more about it, as such feeds have them. '.repeat(4),
  }))
  const copy = JSON.stringify({ kind: 'news', title: 'News', entries })
  const now = Date.now()
  database.exec('begin')
  for (let index = 0; index < FEEDS; index += 1) {
    const address = `${url}/${index % (FEEDS / HANGING) === 0 ? 'hangs' : 'feed'}-${index}`
    const display = displays[Math.floor(index / MAX_FEEDS_PER_DISPLAY)] as DisplayId
    item.run(DISPLAY.organisationId, display, `feed-${index}`, address, `a${String(index).padStart(4, '0')}1`)
    const id = createHash('sha256').update(address).digest('hex')
    const dueAt = now + Math.round((index * READ_EVERY_MS) / FEEDS)
    feed.run(DISPLAY.organisationId, id, address, copy, now, now, now, dueAt)
  }
  database.exec('commit')
  database.close()
  await placard.start()
}

/** The greatest delay of the addresses in a table that are due now, among those that answer. */
function latestOf({ folder }: PlacardProcess, table: 'feed' | 'table_source'): number {
  const database = new DatabaseSync(join(folder, 'placard.db'), { readOnly: true })
  const row = database.prepare(`select min(next_at) as next_at from ${table} where url not like '%/hangs-%'`).get()
  database.close()
  return Math.max(0, Date.now() - Number(row?.next_at))
}

const COLUMNS: readonly Column<Feeds>[] = [
  { title: 'feeds', of: ({ feeds }) => count(feeds) },
  { title: 'reads in a minute', of: ({ reads }) => count(reads) },
  { title: 'processor ms a read', of: ({ cpuMsEach }) => cpuMsEach.toFixed(2) },
  { title: '% of a core in all', of: ({ cpuShare }) => (cpuShare * 100).toFixed(2) },
  { title: 'longest delay, ms', of: ({ latestMs }) => count(latestMs) },
]

function goalsOf({ cpuShare, latestMs }: Feeds): Goal[] {
  const what = `${count(FEEDS)} feeds at rest`
  return [
    { what: `${what}: processor`, value: cpuShare * 100, limit: 2, unit: '% of a core', noisy: false },
    { what: `${what}: longest delay`, value: latestMs, limit: 5_000, unit: 'ms', noisy: false },
  ]
}
