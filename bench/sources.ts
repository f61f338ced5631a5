import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { measureReads } from './feeds.ts'
import type { Goal } from './goals.ts'
import { definePart, measuredOn } from './part.ts'
import { DISPLAY, type PlacardProcess } from './placard-process.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** The number of sources that the goal is for [DT8]. One of them never answers. */
const SOURCES = 500
const READ_EVERY_MS = 5 * 60_000

type Sources = { sources: number; reads: number; cpuShare: number; latestMs: number }

/** The cost of five hundred tables that follow unchanged addresses, each read every five minutes. */
export const sources = definePart<Sources>({
  name: 'sources',
  async measure({ nextPort, tell }) {
    return { sources: SOURCES, ...(await measureReads(nextPort(), 'table_source', makeSources, tell)) }
  },
  section(kept) {
    const markdown = `## Sources of tables

${count(kept.sources)} tables of one organisation that follow unchanged addresses, each requested every five minutes; one of them never answers.

${markdownTable(COLUMNS, [kept])}

- **longest delay**: the longest wait of a source that answers for its turn.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, [kept]), goals: goalsOf(kept) }
  },
})

/** Written directly to the database, because an organisation has at most 100 tables. They are due one after the other. */
async function makeSources(placard: PlacardProcess, url: string): Promise<void> {
  await placard.kill()
  const database = new DatabaseSync(join(placard.folder, 'placard.db'))
  const { organisationId } = DISPLAY
  const table = database.prepare(
    `insert into data_table (organisation_id, id, name, language, columns, row_count, size_bytes, revision, told_revision,
       rows_removed_revision, created_at, changed_at)
     values (?, ?, 'Menu', 'en', '[{"id":"dish01","name":"Dish","type":"words","position":"a0","revision":1}]', 0, 0, 1, 1, 0, 0, 0)`,
  )
  const source = database.prepare(
    `insert into table_source (organisation_id, table_id, url, every_minutes, stale_hours, when_stale, has_names, columns, kind,
       body_sha256, etag, parsed_at, read_at, asked_at, next_at, failures)
     values (?, ?, ?, 5, 24, 'keep', 1, '[{"from":"Dish","columnId":"dish01"}]', 'csv', 'a', '"a"', ?, ?, ?, ?, 0)`,
  )
  const now = Date.now()
  database.exec('begin')
  for (let index = 0; index < SOURCES; index += 1) {
    const id = `_t-${String(index).padStart(20, '0')}`
    table.run(organisationId, id)
    const address = `${url}/${index === 0 ? 'hangs' : 'table'}-${index}.csv`
    source.run(organisationId, id, address, now, now, now, now + Math.round((index * READ_EVERY_MS) / SOURCES))
  }
  database.exec('commit')
  database.close()
  await placard.start()
}

const COLUMNS: readonly Column<Sources>[] = [
  { title: 'sources', of: ({ sources }) => count(sources) },
  { title: 'reads in a minute', of: ({ reads }) => count(reads) },
  { title: '% of a core in all', of: ({ cpuShare }) => (cpuShare * 100).toFixed(2) },
  { title: 'longest delay, ms', of: ({ latestMs }) => count(latestMs) },
]

function goalsOf({ cpuShare, latestMs }: Sources): Goal[] {
  const what = `${count(SOURCES)} sources of tables at rest`
  return [
    { what: `${what}: processor`, value: cpuShare * 100, limit: 2, unit: '% of a core', noisy: false },
    { what: `${what}: longest delay`, value: latestMs, limit: 5_000, unit: 'ms', noisy: false },
  ]
}
