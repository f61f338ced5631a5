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
  { title: 'of one node, in vain', of: cell(({ eachNode }) => `${(eachNode * 100).toFixed(0)} %`) },
  { title: 'connections', of: cell(({ connections }) => whole(connections)) },
  { title: 'changes a second', of: cell(({ changesPerSecond }) => changesPerSecond.toFixed(1)) },
  { title: 'nodes that read each', of: cell(({ manifestReadsPerChange }) => manifestReadsPerChange.toFixed(2)) },
]

const LINE_COLUMNS: readonly Column<Sized>[] = [
  { title: 'screens', of: ({ screens }) => count(screens) },
  { title: 'from the nodes Mbit/s', of: cell(({ nodesMbit }) => whole(nodesMbit)) },
  { title: 'from the CDN Mbit/s', of: cell(({ cdnMbit }) => whole(cdnMbit)) },
  { title: 'to and from the database, for changes', of: cell(({ databaseMbit }) => databaseMbit.toFixed(1)) },
  { title: 'memory of listeners GiB', of: cell(({ memoryGiB }) => memoryGiB.toFixed(1)) },
  { title: 'storm: screens', of: cell(({ storm }) => whole(storm.screens)) },
  { title: 'come a second', of: cell(({ storm }) => whole(storm.joinsPerSecond)) },
  { title: 'are taken a second', of: cell(({ storm }) => whole(storm.capacityPerSecond)) },
  { title: 'all back in s', of: cell(({ storm }) => whole(storm.seconds)) },
]

const EURO_COLUMNS: readonly Column<Sized>[] = [
  { title: 'screens', of: ({ screens }) => count(screens) },
  { title: 'the proxy sends to', isText: true, of: ({ where }) => where },
  { title: 'nodes €', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.nodes)) },
  { title: 'database', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.database)) },
  { title: 'traffic', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.traffic)) },
  { title: 'the rest', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.fixed)) },
  { title: 'a screen and month €', of: cell(({ euroPerScreenAndMonth }) => euro(euroPerScreenAndMonth.all)) },
]

const TASK_WORDS: Record<Task, string> = {
  changes: 'changes: stored, read, told to their listeners',
  hints: 'hints of changes, heard by every other node',
  words: 'beats, reports, what was shown',
  listening: 'heartbeats',
  looks: 'the look at all revisions, every second',
  watching: 'the look at all named screens, every 15 seconds',
  idle: 'a node by itself',
}

const LIMIT_WORDS: Record<Limit, string> = {
  connections: 'connections of PostgreSQL as delivered (100; a setting)',
  'each node': 'what every node does in vain fills it',
  'the bus': 'NOTIFY, where each commit waits for its disk',
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
    { title: 'ends', isText: true, of: (limit) => LIMIT_WORDS[limit] },
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
  { title: 'the model µs a change', of: ({ said }) => whole(said) },
  { title: 'measured', of: ({ measured }) => whole(measured) },
  { title: 'error', of: (check) => `${errorOf(check) < 0 ? '' : '+'}${(errorOf(check) * 100).toFixed(0)} %` },
]

type MeasuredRow = { what: string; cost: Cost; digits: number }

function measuredRows(measured: Measured): MeasuredRow[] {
  const { change, hear, read, deliver, join, words, listener, idle, look, watch } = measured
  return [
    { what: 'a change that nobody hears, one node', cost: change, digits: 0 },
    { what: 'each further node hears of it', cost: hear, digits: 0 },
    { what: 'each node with listeners of it reads and writes it out', cost: read, digits: 0 },
    { what: 'to one listener', cost: deliver, digits: 1 },
    { what: 'a listener of a display that is read already comes', cost: join, digits: 0 },
    { what: 'a beat', cost: words.beat, digits: 0 },
    { what: 'a report', cost: words.report, digits: 0 },
    { what: 'a telling of thirty showings', cost: words.plays, digits: 0 },
    { what: 'a listener, for a second', cost: listener, digits: 1 },
    { what: 'a node that does nothing, for a second', cost: idle, digits: 0 },
    { what: 'the look at one revision (each node, every second)', cost: look, digits: 2 },
    { what: 'the look at one named screen (each node), for a second', cost: watch, digits: 2 },
  ]
}

const MEASURED_COLUMNS: readonly Column<MeasuredRow>[] = [
  { title: 'measured', isText: true, of: ({ what }) => what },
  { title: 'node µs', of: ({ cost, digits }) => cost.node.toFixed(digits) },
  { title: 'database µs', of: ({ cost, digits }) => cost.database.toFixed(digits) },
]

type Assumption = (typeof ASSUMPTIONS)[keyof typeof ASSUMPTIONS]

const ASSUMPTION_COLUMNS: readonly Column<Assumption>[] = [
  { title: 'assumed', isText: true, of: ({ what }) => what },
  { title: '', of: ({ value, unit }) => `${count(value)} ${unit}`.trim() },
  { title: 'from', isText: true, of: ({ from }) => from },
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
