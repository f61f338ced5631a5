import { type Column, count, markdownTable } from '../table.ts'
import { ASSUMPTIONS, type Assumed, WAYS, type Way } from './assumptions.ts'
import { type Cost, heardOf, type Measured, type Results } from './inputs.ts'
import { changeCost, endsOf, LIMITS, type Limit, type Scale, scaleOf, sideBySide, TASKS, type Task } from './model.ts'

const SIZES = [10_000, 100_000, 1_000_000] as const

/** An installation of a size that was found to be possible. */
const ONE_OF_MANY = 100_000
const SIDE_BY_SIDE = `installations of ${count(ONE_OF_MANY)}, by organisation`

/** The sizes on the page; `scale` is undefined when no number of nodes is enough. */
function scalesOf(
  measured: Measured,
  assumed: Assumed,
): { screens: number; where: string; scale: Scale | undefined }[] {
  const one = scaleOf(measured, assumed, ONE_OF_MANY, 'by organisation')
  return SIZES.flatMap((screens) => [
    ...WAYS.map((way) => ({ screens, where: way as string, scale: scaleOf(measured, assumed, screens, way) })),
    ...(screens > ONE_OF_MANY
      ? [{ screens, where: SIDE_BY_SIDE, scale: one && sideBySide(one, screens / ONE_OF_MANY) }]
      : []),
  ])
}
type Sized = ReturnType<typeof scalesOf>[number]

const cell =
  (of: (scale: Scale) => string) =>
  ({ scale }: Sized) =>
    scale ? of(scale) : '—'
const whole = (value: number) => count(Math.round(value))
const euro = (value: number) => value.toFixed(3)

const SIZE_COLUMNS: readonly Column<Sized>[] = [
  { title: 'screens', of: ({ screens }) => count(screens) },
  { title: 'the proxy sends to', isText: true, of: ({ where }) => where },
  { title: 'nodes', of: cell(({ nodes }) => count(nodes)) },
  { title: 'busy processors, nodes', of: cell(({ busy }) => busy.node.toFixed(1)) },
  { title: 'database', of: cell(({ busy }) => busy.database.toFixed(1)) },
  { title: 'repeated work of one node', of: cell(({ eachNode }) => `${(eachNode * 100).toFixed(0)} %`) },
  { title: 'connections', of: cell(({ connections }) => whole(connections)) },
  { title: 'changes a second', of: cell(({ changesPerSecond }) => changesPerSecond.toFixed(1)) },
  { title: 'nodes that read each change', of: cell(({ manifestReadsPerChange }) => manifestReadsPerChange.toFixed(2)) },
]

const LINE_COLUMNS: readonly Column<Sized>[] = [
  { title: 'screens', of: ({ screens }) => count(screens) },
  { title: 'from the nodes Mbit/s', of: cell(({ nodesMbit }) => whole(nodesMbit)) },
  { title: 'from the CDN Mbit/s', of: cell(({ cdnMbit }) => whole(cdnMbit)) },
  { title: 'to and from the database, for changes', of: cell(({ databaseMbit }) => databaseMbit.toFixed(1)) },
  { title: 'memory of listeners GiB', of: cell(({ memoryGiB }) => memoryGiB.toFixed(1)) },
  { title: 'storm: screens', of: cell(({ storm }) => whole(storm.screens)) },
  { title: 'reconnect a second', of: cell(({ storm }) => whole(storm.joinsPerSecond)) },
  { title: 'accepted a second', of: cell(({ storm }) => whole(storm.capacityPerSecond)) },
  { title: 'all back in s', of: cell(({ storm }) => whole(storm.seconds)) },
]

const EURO_COLUMNS: readonly Column<Sized>[] = [
  { title: 'screens', of: ({ screens }) => count(screens) },
  { title: 'the proxy sends to', isText: true, of: ({ where }) => where },
  { title: 'nodes €', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.nodes)) },
  { title: 'database', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.database)) },
  { title: 'traffic', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.traffic)) },
  { title: 'other', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.fixed)) },
  { title: 'total for a screen and month €', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.all)) },
]

const TASK_WORDS: Record<Task, string> = {
  changes: 'changes: stored, read, sent to their listeners',
  hints: 'hints of changes, received by every other node',
  words: 'beats, reports, plays',
  listening: 'heartbeats',
  looks: 'polling all revisions, every second',
  watching: 'polling all named screens, every 15 seconds',
  idle: 'an idle node',
}

const LIMIT_WORDS: Record<Limit, string> = {
  connections: 'PostgreSQL’s default number of connections (100; a setting)',
  'each node': 'work that every node repeats',
  'the bus': 'NOTIFY, if each commit waits for its disk',
  'the database': 'processors of one database',
}

const costColumns = <Row>(of: (row: Row) => Cost | undefined): Column<Row>[] => [
  { title: 'nodes', of: (row) => of(row)?.node.toFixed(2) ?? '—' },
  { title: 'database', of: (row) => of(row)?.database.toFixed(2) ?? '—' },
]

/** Busy processors by task, at one size. */
function tasksTable(sized: readonly Sized[]): string {
  const [any, ours] = sized
  const columns: Column<Task>[] = [
    { title: 'busy processors for', isText: true, of: (task) => TASK_WORDS[task] },
    ...costColumns<Task>((task) => any?.scale?.load[task]),
    ...costColumns<Task>((task) => ours?.scale?.load[task]).map((column) => ({
      ...column,
      title: `by organisation, ${column.title}`,
    })),
  ]
  return markdownTable(columns, TASKS)
}

function limitsTable(measured: Measured, assumed: Assumed): string {
  const ends: Record<Way, Record<Limit, number>> = {
    'any node': endsOf(measured, assumed, 'any node'),
    'by organisation': endsOf(measured, assumed, 'by organisation'),
  }
  const shown = (screens: number) =>
    Number.isFinite(screens) ? count(Number(screens.toPrecision(2))) : 'beyond 1,000,000,000'
  const columns: Column<Limit>[] = [
    { title: 'limit', isText: true, of: (limit) => LIMIT_WORDS[limit] },
    ...WAYS.map((way): Column<Limit> => ({ title: `${way}: screens`, of: (limit) => shown(ends[way][limit]) })),
  ]
  return markdownTable(
    columns,
    LIMITS.toSorted((one, other) => ends['any node'][one] - ends['any node'][other]),
  )
}

type Check = { nodes: number; way: Way; side: keyof Cost; said: number; measured: number }

/** The model's figures for heard changes with 2 and 4 nodes, beside the measurement. */
function checksOf(measured: Measured, results: Pick<Results, 'nodes'>): Check[] {
  const listeners = results.nodes.listenersEach
  return WAYS.flatMap((way) =>
    [2, 4].flatMap((nodes) => {
      const readers = way === 'any node' ? Math.min(nodes, listeners) : 1
      const said = changeCost(measured, { nodes, readers, listeners })
      const seen = heardOf(results, nodes)[way]
      return (['node', 'database'] as const).map((side) => ({
        nodes,
        way,
        side,
        said: said[side],
        measured: seen[side],
      }))
    }),
  )
}

const errorOf = ({ said, measured }: Check) => said / measured - 1

const CHECK_COLUMNS: readonly Column<Check>[] = [
  { title: 'the proxy sends to', isText: true, of: ({ way }) => way },
  { title: 'nodes', of: ({ nodes }) => String(nodes) },
  { title: 'processor time of', isText: true, of: ({ side }) => (side === 'node' ? 'all nodes' : 'the database') },
  { title: 'model, µs a change', of: ({ said }) => whole(said) },
  { title: 'measured', of: ({ measured }) => whole(measured) },
  { title: 'error', of: (check) => `${errorOf(check) < 0 ? '' : '+'}${(errorOf(check) * 100).toFixed(0)} %` },
]

type MeasuredRow = { what: string; cost: Cost; digits: number }

function measuredRows(measured: Measured): MeasuredRow[] {
  const { change, hear, read, deliver, join, words, listener, idle, look, watch } = measured
  return [
    { what: 'a change without listeners, one node', cost: change, digits: 0 },
    { what: 'each further node that receives its hint', cost: hear, digits: 0 },
    { what: 'each node with listeners that reads and serialises it', cost: read, digits: 0 },
    { what: 'delivery to one listener', cost: deliver, digits: 1 },
    { what: 'a new listener of a display that is already read', cost: join, digits: 0 },
    { what: 'a beat', cost: words.beat, digits: 0 },
    { what: 'a report', cost: words.report, digits: 0 },
    { what: 'a report of thirty showings', cost: words.plays, digits: 0 },
    { what: 'a listener, each second', cost: listener, digits: 1 },
    { what: 'an idle node, each second', cost: idle, digits: 0 },
    { what: 'polling one revision (each node, every second)', cost: look, digits: 2 },
    { what: 'polling one named screen (each node), each second', cost: watch, digits: 2 },
  ]
}

const MEASURED_COLUMNS: readonly Column<MeasuredRow>[] = [
  { title: 'measured', isText: true, of: ({ what }) => what },
  { title: 'node µs', of: ({ cost, digits }) => cost.node.toFixed(digits) },
  { title: 'database µs', of: ({ cost, digits }) => cost.database.toFixed(digits) },
]

type Assumption = (typeof ASSUMPTIONS)[keyof typeof ASSUMPTIONS]

const ASSUMPTION_COLUMNS: readonly Column<Assumption>[] = [
  { title: 'assumption', isText: true, of: ({ what }) => what },
  { title: '', of: ({ value, unit }) => `${count(value)} ${unit}`.trim() },
  { title: 'source', isText: true, of: ({ from }) => from },
]

/** The tables of the page, by the names of their places in it. */
export function tablesOf(
  measured: Measured,
  assumed: Assumed,
  results: Pick<Results, 'nodes'>,
): Record<string, string> {
  const sized = scalesOf(measured, assumed)
  // The same values for either way, so one row for each size that has a result.
  const lines = SIZES.flatMap((screens) => sized.findLast((one) => one.screens === screens && one.scale) ?? [])
  const tasks = sized.filter(({ screens }) => screens === ONE_OF_MANY)
  return {
    sizes: markdownTable(SIZE_COLUMNS, sized),
    lines: markdownTable(LINE_COLUMNS, lines),
    euros: markdownTable(EURO_COLUMNS, sized),
    tasks: tasksTable(tasks),
    limits: limitsTable(measured, assumed),
    check: markdownTable(CHECK_COLUMNS, checksOf(measured, results)),
    measured: markdownTable(MEASURED_COLUMNS, measuredRows(measured)),
    assumed: markdownTable(ASSUMPTION_COLUMNS, Object.values(ASSUMPTIONS)),
  }
}

/** Returns the page with its tables replaced. @throws RangeError when the page has no place for one of them */
export function withTables(page: string, tables: Record<string, string>): string {
  let written = page
  for (const [name, table] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
    if (!place.test(written)) throw new RangeError(`the page has no place for ${name}`)
    written = written.replace(place, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
  }
  return written
}
