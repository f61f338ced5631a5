import type { ItemId, ManifestItem, Schedule } from '@placard/contract'
import { nextChangeAt, type Playable, planAt } from '@placard/playback'
import { definePart, measuredOn } from './part.ts'
import { percentile } from './percentile.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

const ENTRIES = 500
const MANIFESTS = 300
const BOUNDARIES = 300
const ASKED = 100_000

/** The time zone of Berlin, for three years. */
const OFFSETS: [number, number][] = [
  [0, 60],
  ...['2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29', '2029-03-25', '2029-10-28'].map(
    (date, index): [number, number] => [Date.parse(`${date}T01:00Z`), index % 2 === 0 ? 120 : 60],
  ),
]
const MONDAY = Date.UTC(2026, 10, 23, 7)

/** Without schedules; with a schedule for each item; and with those of several inclusions as well. */
const KINDS = ['without', 'with', 'included'] as const
type Kind = (typeof KINDS)[number]

const INCLUSIONS: Schedule[] = [
  { days: [1, 3, 5] },
  { hours: [{ from: '07:00', until: '15:00' }], not: ['2026-12-23', '2026-12-24'] },
  { from: '2026-11-01T00:00', until: '2027-11-01T00:00', hours: [{ from: '22:00', until: '14:00' }] },
  { hours: [{ from: '21:00', until: '05:00' }] },
]

type Figures = {
  kind: Kind
  /** Milliseconds of the first answer for a manifest that has just come. */
  firstMs: number[]
  /** Milliseconds of the answer at a moment at which a schedule changes what is shown. */
  boundaryMs: number[]
  /** Milliseconds of each of many answers between two such moments. */
  betweenMs: number
}
type Results = { figures: Figures[] }

/** `planAt` for 500 items with schedules, beside 500 without in the same run. */
export const plan = definePart<Results>({
  name: 'plan',
  async measure({ tell }) {
    const figures: Figures[] = []
    // The first run of each is for the compiler.
    for (const kind of KINDS) figuresOf(kind)
    for (const kind of KINDS) {
      const one = figuresOf(kind)
      figures.push(one)
      tell(`${kind} schedules · first ${percentile(one.firstMs, 0.5).toFixed(3)} ms`)
    }
    return { figures }
  },
  section(kept) {
    const markdown = `## Planning

${markdownTable(COLUMNS, kept.figures)}

- The time of one call of \`planAt\` for ${ENTRIES} items in one manifest. *with*: each item has a schedule with weekdays, its own hours and an exception. *included*: each item also comes from one of ${INCLUSIONS.length} inclusions, which have schedules too; the last one has no time in common with its items. **first**: the first answer for a new manifest, the median of ${MANIFESTS} manifests. **at a change**: the answer right after an item came or went, the median and the longest of ${BOUNDARIES} in a row. **between**: any other answer, the mean of ${count(ASKED)}.

${measuredOn(kept)}`
    return {
      markdown,
      terminal: terminalTable(COLUMNS, kept.figures),
      goals: kept.figures
        .filter(({ kind }) => kind !== 'without')
        .map(({ kind, boundaryMs }) => ({
          what: `an answer ${kind === 'with' ? `with ${ENTRIES} schedules` : `for ${ENTRIES} items of inclusions`}, at a change`,
          value: percentile(boundaryMs, 0.5),
          limit: 0.2,
          unit: 'ms' as const,
          noisy: false,
        })),
    }
  },
})

const COLUMNS: Column<Figures>[] = [
  { title: 'schedules', isText: true, of: ({ kind }) => kind },
  { title: 'first ms', of: ({ firstMs }) => percentile(firstMs, 0.5).toFixed(3) },
  { title: 'at a change ms', of: ({ boundaryMs }) => percentile(boundaryMs, 0.5).toFixed(4) },
  { title: 'longest ms', of: ({ boundaryMs }) => Math.max(...boundaryMs).toFixed(3) },
  { title: 'between ms', of: ({ betweenMs }) => betweenMs.toFixed(5) },
]

function figuresOf(kind: Figures['kind']): Figures {
  const firstMs = timesOf(MANIFESTS, () => {
    const manifest = manifestOf(kind)
    return () => planAt(manifest, MONDAY)
  })
  const manifest = manifestOf(kind)
  let at = MONDAY
  const boundaryMs = timesOf(BOUNDARIES, () => {
    at = kind === 'without' ? planAt(manifest, at).until : nextChangeAt(manifest, at)
    return () => planAt(manifest, at)
  })
  const startedAt = performance.now()
  for (let asked = 0; asked < ASKED; asked += 1) planAt(manifest, at + (asked % 1_000))
  return { kind, firstMs, boundaryMs, betweenMs: (performance.now() - startedAt) / ASKED }
}

function timesOf(times: number, prepare: () => () => void): number[] {
  return Array.from({ length: times }, () => {
    const run = prepare()
    const startedAt = performance.now()
    run()
    return performance.now() - startedAt
  })
}

function manifestOf(kind: Kind): Playable {
  const items = Array.from(
    { length: ENTRIES },
    (_, index): ManifestItem => ({
      id: `item-${index}` as ItemId,
      type: 'image',
      url: `/media/${index}.jpg`,
      duration: 10,
      ...(kind === 'without' ? {} : { schedule: scheduleOf(index) }),
      ...(kind === 'included' ? { inclusion: index % INCLUSIONS.length } : {}),
    }),
  )
  return { items, lines: [], loopStartedAt: MONDAY - 1_000, zoneOffsets: OFFSETS, inclusions: INCLUSIONS }
}

/** A different schedule for each item, so that something changes every few seconds. */
function scheduleOf(index: number): Schedule {
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return {
    days: [1, 2, 3, 4, 5],
    hours: [{ from: clock(360 + ((index * 7) % 300)), until: clock(720 + ((index * 11) % 480)) }],
    not: ['2026-12-24'],
  }
}
