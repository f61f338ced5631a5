import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  MAX_ACTIVITY_ENTRY_BYTES_PER_DAY,
  MAX_ACTIVITY_STATE_BYTES_PER_DAY,
  pathOf,
  type ScreenId,
} from '@placard/contract'
import { ask } from '../asking.ts'
import { BenchError } from '../bench-error.ts'
import { checkPortFree, startChild } from '../children.ts'
import type { Goal } from '../goals.ts'
import { startMeters } from '../meters.ts'
import { NOISY_PERCENT } from '../noise.ts'
import { EVENT_BYTES } from '../one-pass.ts'
import { startWriters, type WriteFigures, writeFigures } from '../open-loop.ts'
import { definePart, measuredOn } from '../part.ts'
import { DISPLAY, type PlacardProcess } from '../placard-process.ts'
import { startPlacard } from '../placard-server.ts'
import { anonymousKiBOf } from '../process-meter.ts'
import { type Column, count, markdownTable, terminalTable } from '../table.ts'
import { ABUSES, CONNECTIONS } from './abuses.ts'
import { startCalendars } from './calendars.ts'
import { enterNeighbour, NEIGHBOUR_CALLS, type Neighbour, startNeighbour } from './neighbour.ts'
import type { Order, Report, Victim } from './protocol.ts'

const ATTACKERS = fileURLToPath(new URL('./attackers.ts', import.meta.url))
/** The load that the goals are for. */
const WANTED = { displays: 500, rate: 50 }
const MOST_TIMES = 3
const MOST_MEMORY_MIB = 1_024
/** The space that an organisation's log may take in a day. An abuse may use all of it at once, but no more. */
const MOST_DISK_MIB = (MAX_ACTIVITY_STATE_BYTES_PER_DAY + MAX_ACTIVITY_ENTRY_BYTES_PER_DAY) / 2 ** 20
const SETTLE_MS = 2_000
const WARM_UP_SECONDS = 3
const SEEDS = { warmUp: 5, measured: 6 }
const ITEMS = 20
/** All abuses at once. */
const ALL = 'all'

type Load = { displays: number; rate: number; seconds: number }
/** One period of writes. `abuses`: those that ran meanwhile. Sizes are those at its end; `diskMiB` is the growth during it. */
type Stretch = WriteFigures & {
  abuses: string[]
  refused: number
  /** Undefined in older results, which had no neighbour. */
  neighbour: Neighbour | undefined
  answers: Record<string, Record<string, number>>
  serverCpuPercent: number
  memoryMiB: number
  diskMiB: number
}
type Hostile = Load & { stretches: Stretch[] }

/** Small displays that are changed at a steady rate: without abuse, beside all abuses at once, and beside each of them. */
export const hostile = definePart<Hostile>({
  name: 'hostile',
  async measure({ options, nextPort, tell }) {
    const load = {
      displays: Math.floor(options.displays / 4),
      rate: Math.floor(options.rate / 4),
      seconds: options.seconds,
    }
    const stretches: Stretch[] = []
    const all = ABUSES.map(({ id }) => id)
    const turns = options.abuses ?? [ALL, ...all]
    const unknown = turns.find((id) => id !== ALL && !all.includes(id))
    if (unknown) throw new BenchError(`--abuses takes ${ALL}, ${all.join(', ')}, not "${unknown}".`)
    // Each turn has a server of its own, so that the effects of one abuse do not affect the next.
    for (const turn of turns) {
      for (const stretch of await measureOnce([nextPort(), nextPort()], load, [turn === ALL ? all : [turn]])) {
        stretches.push(stretch)
        tell(
          `${titleOf(stretch).padEnd(50)} p99 ${stretch.receiptMs.p99.toFixed(1)} ms · others ${stretch.othersCpuPercent.toFixed(0)} %`,
        )
      }
    }
    return { ...load, stretches }
  },
  withFormer,
  section(kept) {
    const rows = rowsOf(kept)
    const markdown = `## Under attack

${count(kept.displays)} displays with one listener each get ${count(kept.rate)} writes a second, for ${kept.seconds} seconds: first alone, then on the same server while ${CONNECTIONS} connections of each kind of abuse
attack without a pause. The kinds have the ids of [found.md](../../docs/reliability/found.md). Each pair of rows is one server.

${markdownTable(COLUMNS, rows)}

- **p50**, **p99**: for the small displays, time from the instant at which a write was due until its listener has it. **× without abuse**: multiple of the row without abuse on the same server.
- **neighbour**: calls of a person of another organisation, who continuously checks a feed, reads the report of plays, pairs a screen and signs in: p99 of the call that is affected most, × without abuse. **neighbour errors**: the number of these calls that got an error.
- **refused**: writes of the small displays that got an error. **lost**: writes that their listener did not have ten seconds after the last one.
- **memory**: the server’s own memory at the end (Pss_Anon), MiB. **disk**: growth of its data, MiB. **CPU**: of the server, in per cent of one processor.
- **goals**: each kind has its own goal: p99 ≤ ${MOST_TIMES} × without abuse, for the displays and for the neighbour, and no neighbour errors. The disk may grow by the daily limit of an organisation’s log (${MOST_DISK_MIB} MiB). A kind that is not in the table has not been measured yet.
- A run with \`--abuses\` measures some kinds again, and keeps the rows of the others if they had the same load.
- **answers**: answers to the abuse, by status. *cut*: the server ended the connection. *held*: it was left open.
- The attackers run in a separate process with a lower priority, and each kind comes from its own networks (\`X-Forwarded-For\` from a trusted proxy).
- The other findings about attackers are not in the table. They are about rights or about the content of an answer (S3, S4, S8, S10, S14 to S16, S20, S21, S25, S26, S29, S43), which is right or wrong but never slow; tests check them.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, rows), goals: goalsOf(kept) }
  },
})

/** Keeps the former rows of the kinds that were not measured again under the same load. */
function withFormer(measured: Hostile, former: Hostile): Hostile {
  const { stretches, ...load } = measured
  if (Object.entries(load).some(([name, value]) => former[name as keyof Load] !== value)) return measured
  const pairs = new Map<string, Stretch[]>()
  for (const found of [former.stretches, stretches]) {
    for (const [index, stretch] of found.entries()) {
      const without = found[index - 1]
      if (stretch.abuses.length > 0 && without) pairs.set(stretch.abuses.join(' '), [without, stretch])
    }
  }
  return { ...load, stretches: [...pairs.values()].flat() }
}

/** @param turns the abuses of each period after the first, which has none */
async function measureOnce([port, calendarPort]: [number, number], load: Load, turns: string[][]): Promise<Stretch[]> {
  await checkPortFree(port)
  const calendars = await startCalendars(calendarPort)
  const { child, displays, placard } = await startPlacard(port, EVENT_BYTES, load.displays + 1, {
    TRUSTED_PROXIES: '127.0.0.1',
    FEED_NETWORKS: calendars.host,
  })
  const writers = startWriters()
  const attackers = startChild([ATTACKERS], { ipc: true })
  try {
    const victim = { ...(await prepare(placard, port)), calendarsUrl: calendars.url }
    const neighbour = await enterNeighbour(placard)
    await writers.listen(port, displays.slice(1))
    await sleep(SETTLE_MS)
    await writers.write({ perSecond: load.rate, seconds: WARM_UP_SECONDS, seed: SEEDS.warmUp })
    const stretches: Stretch[] = []
    for (const abuses of [[], ...turns]) {
      if (abuses.length > 0) {
        await ask<Order, Report>(attackers, { kind: 'start', abuses, victim })
        await sleep(SETTLE_MS)
      }
      const diskBefore = bytesIn(placard.folder)
      const startedAt = performance.now()
      const cost = startMeters(child.pid, [writers.child.pid, attackers.pid])
      const load_ = { perSecond: load.rate, seconds: load.seconds, seed: SEEDS.measured, mayBeRefused: true }
      const endNeighbour = startNeighbour(neighbour, placard.url, calendars.url)
      let calls: Neighbour | undefined
      const written = await writers.write(load_).finally(async () => {
        calls = await endNeighbour()
      })
      const { serverSeconds, othersCpuPercent } = cost()
      const seconds = (performance.now() - startedAt) / 1_000
      const stretch = {
        ...writeFigures(written, othersCpuPercent),
        abuses,
        refused: written.refused,
        neighbour: calls,
        serverCpuPercent: (serverSeconds / seconds) * 100,
        memoryMiB: anonymousKiBOf(child.pid) / 1_024,
        diskMiB: (bytesIn(placard.folder) - diskBefore) / 2 ** 20,
      }
      const report = await ask<Order, Report>(attackers, { kind: 'stop' })
      stretches.push({ ...stretch, answers: report.kind === 'stopped' ? report.answers : {} })
    }
    return stretches
  } finally {
    await attackers.stop()
    await writers.child.stop()
    await placard.child.stop()
    await calendars.close()
  }
}

/** Prepares the display to be abused, with an editor and a viewer of its own, beside those that are measured. */
async function prepare(placard: PlacardProcess, port: number): Promise<Omit<Victim, 'calendarsUrl'>> {
  const revisions: number[] = []
  let moved = ''
  for (let number = 0; number < ITEMS; number += 1) {
    const body = { title: `Item ${number}`, url: placard.url + placard.film, type: 'video', visible: true } as const
    const { item, revision } = await placard.call('createItem', { params: DISPLAY, body })
    moved = item.id
    revisions.push(revision)
  }
  const viewer = await placard.enter({ email: 'viewer@vnr.example', ...DISPLAY, role: 'viewer' })
  const [before = '', after = ''] = pathOf('reportScreen', { ...DISPLAY, screenId: 'SCREEN' } as never).split('SCREEN')
  const [pairingPath = ''] = pathOf('findPairing', { ...DISPLAY, code: 'CODE' } as never).split('CODE')
  return {
    port,
    streamPath: pathOf('streamManifest', DISPLAY),
    dashboardStreamPath: pathOf('streamProgramme', DISPLAY),
    activityPath: pathOf('listActivity', DISPLAY),
    restorePath: pathOf('restoreProgramme', DISPLAY),
    movePath: pathOf('moveItem', { ...DISPLAY, itemId: moved } as never),
    removePath: pathOf('removeItem', { ...DISPLAY, itemId: 'none' } as never),
    filmPath: placard.film,
    revisions,
    uploadsPath: pathOf('createUpload', DISPLAY),
    uploadPath: pathOf('uploadMedia', DISPLAY),
    signInPath: pathOf('signIn', {}),
    signUpPath: pathOf('signUp', {}),
    reportPath: [before, after],
    pairingPath,
    enterPath: pathOf('enterScreen', {}),
    beatPath: pathOf('beatScreen', { ...DISPLAY, screenId: await pairScreen(placard) }),
    feedChecksPath: pathOf('checkFeed', DISPLAY),
    playsPath: pathOf('getPlays', DISPLAY),
    editor: placard.headers,
    viewer: viewer.headers,
  }
}

/** @returns the id of a screen that is paired with the display to be abused */
async function pairScreen(placard: PlacardProcess): Promise<ScreenId> {
  const asked = { secret: null, width: 1_920, height: 1_080, timeZone: 'UTC' }
  const entered = await placard.call('enterScreen', { params: {}, body: asked })
  if (entered.status !== 'waiting') throw new BenchError('The server has paired a screen that nobody has let in.')
  const body = { as: 'new', displayId: DISPLAY.displayId, name: 'Screen' } as const
  return (await placard.call('pairScreen', { params: { ...DISPLAY, code: entered.code }, body })).id
}

function bytesIn(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // A file that has been deleted meanwhile does not count.
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  }
  return bytes
}

function titleOf({ abuses }: Stretch): string {
  if (abuses.length === 0) return 'without abuse'
  if (abuses.length > 1) return `all ${abuses.length} kinds at once`
  const abuse = ABUSES.find(({ id }) => id === abuses[0])
  return `${abuse?.id} ${abuse?.title}`
}

type Row = Stretch & { p50Times: number; p99Times: number; neighbourTimes: number; noisy: boolean }

/** Each period with its ratio to the last period without abuse. */
function rowsOf({ stretches }: Hostile): Row[] {
  let without: Stretch | undefined
  return stretches.map((stretch) => {
    if (stretch.abuses.length === 0) without = stretch
    const times = (of: 'p50' | 'p99') => stretch.receiptMs[of] / (without?.receiptMs[of] ?? Number.NaN)
    const ofCall = (call: (typeof NEIGHBOUR_CALLS)[number]) =>
      (stretch.neighbour?.p99Ms[call] ?? Number.NaN) / (without?.neighbour?.p99Ms[call] ?? Number.NaN)
    const neighbourTimes = Math.max(...NEIGHBOUR_CALLS.map(ofCall))
    const noisy = [stretch, without].some((one) => one && one.othersCpuPercent > NOISY_PERCENT)
    return { ...stretch, p50Times: times('p50'), p99Times: times('p99'), neighbourTimes, noisy }
  })
}

/** @returns undefined when it was not measured in each period */
function turnedAway(rows: Row[]): number | undefined {
  const counts = rows.flatMap(({ neighbour }) => neighbour?.refused ?? [])
  if (rows.length === 0 || counts.length < rows.length) return undefined
  return counts.reduce((sum, refused) => sum + refused, 0)
}

function answersOf({ answers }: Stretch): string {
  const sums: Record<string, number> = {}
  for (const counts of Object.values(answers)) {
    for (const [status, number] of Object.entries(counts)) sums[status] = (sums[status] ?? 0) + number
  }
  return Object.entries(sums)
    .map(([status, number]) => `${status}: ${count(number)}`)
    .join(', ')
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'beside', isText: true, of: titleOf },
  { title: 'p50 ms', of: ({ receiptMs }) => receiptMs.p50.toFixed(2) },
  { title: 'p99 ms', of: ({ receiptMs }) => receiptMs.p99.toFixed(2) },
  { title: '× without abuse p50', of: ({ p50Times }) => p50Times.toFixed(2) },
  { title: 'p99', of: ({ p99Times }) => p99Times.toFixed(2) },
  { title: 'neighbour', of: ({ neighbour, neighbourTimes }) => (neighbour ? neighbourTimes.toFixed(2) : '—') },
  { title: 'neighbour errors', of: ({ neighbour }) => (neighbour ? count(neighbour.refused) : '—') },
  { title: 'refused', of: ({ refused }) => count(refused) },
  { title: 'lost', of: ({ lost }) => count(lost) },
  { title: 'CPU %', of: ({ serverCpuPercent }) => serverCpuPercent.toFixed(0) },
  { title: 'memory', of: ({ memoryMiB }) => memoryMiB.toFixed(0) },
  { title: 'disk', of: ({ diskMiB }) => diskMiB.toFixed(1) },
  { title: 'answers', isText: true, of: answersOf },
  { title: '', isText: true, of: (row) => (row.othersCpuPercent > NOISY_PERCENT ? 'noisy' : '') },
]

function goalsOf(kept: Hostile): Goal[] {
  const isWanted = kept.displays === WANTED.displays && kept.rate === WANTED.rate
  const rows = isWanted ? rowsOf(kept) : []
  const all = rows.find(({ abuses }) => abuses.length === ABUSES.length)
  const ones = rows.filter(({ abuses }) => abuses.length === 1)
  const noisy = all?.noisy ?? false
  const beside = `${WANTED.displays} displays during all abuses at once`
  return [
    { what: `p50 of ${beside}`, value: all?.p50Times, limit: MOST_TIMES, unit: '× without abuse', noisy },
    { what: `p99 of ${beside}`, value: all?.p99Times, limit: MOST_TIMES, unit: '× without abuse', noisy },
    {
      what: `refused or lost writes of ${beside}`,
      value: all && all.refused + all.lost,
      limit: 0,
      unit: 'in all',
      noisy,
    },
    {
      what: 'memory of the server during all abuses at once',
      value: all && all.memoryMiB * 1_024,
      limit: MOST_MEMORY_MIB * 1_024,
      unit: 'KiB',
      noisy,
    },
    {
      what: 'disk growth during all abuses at once',
      value: all?.diskMiB,
      limit: MOST_DISK_MIB,
      unit: 'MiB',
      noisy: false,
    },
    ...ABUSES.flatMap(({ id, title }): Goal[] => {
      const row = ones.find(({ abuses }) => abuses[0] === id)
      const shared = { limit: MOST_TIMES, unit: '× without abuse' as const, noisy: row?.noisy ?? false }
      return [
        { what: `p99 of ${WANTED.displays} displays during ${id}, ${title}`, value: row?.p99Times, ...shared },
        {
          what: `p99 of a neighbour’s calls during ${id}, ${title}`,
          value: row?.neighbour && row.neighbourTimes,
          ...shared,
        },
      ]
    }),
    {
      what: 'failed calls of a neighbour during any one abuse',
      value: turnedAway(ones),
      limit: 0,
      unit: 'in all',
      noisy: false,
    },
    {
      what: 'largest disk growth during any one abuse',
      value: ones.length > 0 ? Math.max(...ones.map(({ diskMiB }) => diskMiB)) : undefined,
      limit: MOST_DISK_MIB,
      unit: 'MiB',
      noisy: false,
    },
  ]
}
