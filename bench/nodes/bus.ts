import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { definePart, measuredOn } from '../part.ts'
import { cpuSecondsOfFamily } from '../process-meter.ts'
import { startPostgres } from '../start-postgres.ts'
import { type Column, count, markdownTable, terminalTable } from '../table.ts'
import { postmasterOf } from './postgres-meter.ts'

const WRITERS = [1, 2, 4, 8] as const
const LISTENERS = [1, 2, 4] as const
const MEASURED_MS = 1_500
const SETTLE_MS = 200
const CHANNEL = 'bench_hint'
/** As long as the message of one hint of the product. */
const PAYLOAD = 'x'.repeat(190)
/** `synchronous_commit`: with 'on' a commit waits until it is on the disk. */
const WAITS = ['on', 'off'] as const
type Waits = (typeof WAITS)[number]

/** One setting. When `listeners` is undefined: the same transactions without NOTIFY. */
export type BusTurn = {
  waits: Waits
  writers: number
  listeners?: number
  perSecond: number
  /** Of the database, for each transaction. */
  cpuMicroseconds: number
}

export type BusResults = { turns: BusTurn[] }

/** NOTIFY alone, beside the same transactions without it. */
export const bus = definePart<BusResults>({
  name: 'bus',
  measure: async ({ tell }) => ({ turns: await measureBus(tell) }),
  section(kept) {
    const rows = rowsOf(kept)
    const markdown = `## NOTIFY by itself

Transactions a second that each change their own row, and in brackets the database's microseconds of processor time for each. The loops run inside the database, so no client affects them. NOTIFY takes a lock of the whole cluster before the commit and holds it until the commit is done, including the disk.

${markdownTable(COLUMNS, rows)}

${measuredOn(kept)} PostgreSQL with its default settings, except for its address; it and the listeners share the processors.`
    return { markdown, terminal: terminalTable(COLUMNS, rows), goals: [] }
  },
})

/**
 * The transactions are made by procedures in the database, with one loop for each writer. Only the database limits
 * them, so they are faster than those of any client.
 */
async function measureBus(tell: (line: string) => void): Promise<BusTurn[]> {
  const postgres = await startPostgres(join(import.meta.dirname, 'run-postgres.ts'))
  const clients: pg.Client[] = []
  const open = async () => {
    const client = new pg.Client({ connectionString: postgres.url })
    // The connection is ended on purpose.
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  try {
    const [first, ...others] = await Promise.all(Array.from({ length: Math.max(...WRITERS) }, open))
    if (!first) throw new RangeError('no writer')
    const writers = [first, ...others]
    await prepare(first)
    const postmaster = await postmasterOf(postgres.url)
    const listening: pg.Client[] = []
    const turns: BusTurn[] = []
    for (const listeners of [undefined, ...LISTENERS]) {
      while (listening.length < (listeners ?? 0)) {
        const client = await open()
        await client.query(`listen ${CHANNEL}`)
        listening.push(client)
      }
      for (const waits of WAITS) {
        for (const count of WRITERS) {
          const figures = await turnOf(writers.slice(0, count), { waits, listeners, postmaster })
          turns.push({ waits, writers: count, ...(listeners === undefined ? {} : { listeners }), ...figures })
        }
      }
      const said = turns.filter((turn) => turn.listeners === listeners).map(({ perSecond }) => perSecond.toFixed(0))
      tell(`bus · ${listeners ?? 'no'} listening · ${said.join(', ')} a second`)
    }
    return turns
  } finally {
    for (const client of clients) client.end().catch(() => {})
    await postgres.stop()
  }
}

/** Creates a row for each writer, and the two procedures, which differ only in the hint. */
async function prepare(client: pg.Client): Promise<void> {
  await client.query('create table counter (writer integer primary key, value bigint not null)')
  await client.query('insert into counter select writer, 0 from generate_series(1, 64) writer')
  for (const [name, hint] of [
    ['write_alone', ''],
    ['write_and_tell', `perform pg_notify('${CHANNEL}', '${PAYLOAD}' || done);`],
  ] as const) {
    await client.query(`
      create procedure ${name}(me integer, until timestamptz, inout done bigint) language plpgsql as $$
      begin
        while clock_timestamp() < until loop
          update counter set value = value + 1 where writer = me;
          done := done + 1;
          ${hint}
          commit;
        end loop;
      end $$`)
  }
}

async function turnOf(
  writers: pg.Client[],
  { waits, listeners, postmaster }: { waits: Waits; listeners: number | undefined; postmaster: number },
): Promise<Pick<BusTurn, 'perSecond' | 'cpuMicroseconds'>> {
  for (const writer of writers) await writer.query(`set synchronous_commit = ${waits}`)
  await sleep(SETTLE_MS)
  const procedure = listeners === undefined ? 'write_alone' : 'write_and_tell'
  const [cpuBefore, startedAt] = [cpuSecondsOfFamily(postmaster), performance.now()]
  const done = await Promise.all(
    writers.map(async (writer, index) => {
      const call = `call ${procedure}(${index + 1}, clock_timestamp() + interval '${MEASURED_MS} milliseconds', 0)`
      const { rows } = await writer.query<{ done: string }>(call)
      return Number(rows[0]?.done)
    }),
  )
  const all = done.reduce((sum, one) => sum + one, 0)
  return {
    perSecond: all / ((performance.now() - startedAt) / 1_000),
    cpuMicroseconds: ((cpuSecondsOfFamily(postmaster) - cpuBefore) * 1e6) / all,
  }
}

/** The rate of a setting; NaN when it was not measured. */
export function perSecondOf(turns: readonly BusTurn[], wanted: Pick<BusTurn, 'waits' | 'writers' | 'listeners'>) {
  return find(turns, wanted)?.perSecond ?? Number.NaN
}

function find(
  turns: readonly BusTurn[],
  { waits, writers, listeners }: Pick<BusTurn, 'waits' | 'writers' | 'listeners'>,
) {
  return turns.find((turn) => turn.waits === waits && turn.writers === writers && turn.listeners === listeners)
}

type Row = { waits: Waits; writers: number; turns: readonly BusTurn[] }

const cell = ({ turns, ...row }: Row, listeners?: number) => {
  const turn = find(turns, { ...row, ...(listeners === undefined ? {} : { listeners }) })
  return turn ? `${count(Math.round(turn.perSecond))} (${turn.cpuMicroseconds.toFixed(0)})` : '—'
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'commit waits for the disk', isText: true, of: ({ waits }) => (waits === 'on' ? 'yes' : 'no') },
  { title: 'writers', of: ({ writers }) => String(writers) },
  { title: 'without NOTIFY', of: (row) => cell(row) },
  ...LISTENERS.map(
    (listeners): Column<Row> => ({
      title: `with, ${listeners} listening`,
      of: (row) => cell(row, listeners),
    }),
  ),
  {
    title: '× without, 4 listening',
    of: ({ turns, ...row }) => (perSecondOf(turns, { ...row, listeners: 4 }) / perSecondOf(turns, row)).toFixed(2),
  },
]

function rowsOf({ turns }: BusResults): Row[] {
  return WAITS.flatMap((waits) => WRITERS.map((writers) => ({ waits, writers, turns })))
}
