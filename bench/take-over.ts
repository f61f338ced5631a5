import { setTimeout as sleep } from 'node:timers/promises'
import { OrganisationId } from '@placard/contract'
import { checkPortFree } from './children.ts'
import type { DisplayAccess } from './contestant.ts'
import type { Goal } from './goals.ts'
import { markerOf } from './marker.ts'
import { createMarkerReader } from './marker-reader.ts'
import { EVENT_BYTES } from './one-pass.ts'
import { startWriters } from './open-loop.ts'
import { definePart, measuredOn } from './part.ts'
import { percentile } from './percentile.ts'
import { personWith } from './placard-process.ts'
import { startPlacard } from './placard-server.ts'
import { inTurns, openStream } from './stream-socket.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

/** The load that the goals are for. */
const DISPLAYS = 200
const SCREENS_EACH = 5
/** The displays that are written to meanwhile. They belong to other organisations of the same server. */
const OTHERS = 800
const WRITES_PER_SECOND = 200
const ROUNDS = 20
const PAUSE_MS = 700
const SETTLE_MS = 8_000
const AT_ONCE = 64
const LOST_MS = 10_000
/** Above all markers of the writers. */
const FIRST_MARKER = 50_000_000

type Figures = { heardMs: number[]; answerMs: number[]; lost: number }
type Results = { displays: number; screens: number; writesPerSecond: number; figures: Figures }

/** One click that takes over all screens of an organisation, beside writes to the displays of others. */
export const takeOver = definePart<Results>({
  name: 'take-over',
  async measure({ nextPort, tell }) {
    const port = nextPort()
    await checkPortFree(port)
    await using running = await startPlacard(port, EVENT_BYTES, 1 + DISPLAYS + OTHERS)
    const { displays, placard } = running
    const own = displays.slice(1, 1 + DISPLAYS)
    await using writers = startWriters()
    await writers.listen(port, displays.slice(1 + DISPLAYS))
    const figures = await rounds(port, placard.url, own, async (work) => {
      const seconds = Math.ceil((ROUNDS * (PAUSE_MS + 1_500)) / 1_000)
      const load = { perSecond: WRITES_PER_SECOND, seconds, seed: 1 }
      const [done] = await Promise.all([work(), writers.write(load)])
      return done
    })
    const screens = DISPLAYS * SCREENS_EACH
    tell(`${count(screens)} screens · p50 ${percentile(figures.heardMs, 0.5).toFixed(0)} ms`)
    return { displays: DISPLAYS, screens, writesPerSecond: WRITES_PER_SECOND, figures }
  },
  section(kept) {
    const markdown = `## Take-overs

${ROUNDS} take-overs of ${count(kept.displays)} displays with ${count(kept.screens)} simulated screens, one click each, during ${count(kept.writesPerSecond)} writes a second to ${count(OTHERS)} displays of other organisations on the same server.

${markdownTable(COLUMNS, [kept])}

- **received**: time from the click until a screen has all of it, over all screens and rounds. A screen paints it within its next frames; e2e/take-over.spec.ts checks this with a real screen.
- **answer**: time until the answer to the click.

${measuredOn(kept)}`
    return { markdown, terminal: terminalTable(COLUMNS, [kept]), goals: goalsOf(kept) }
  },
})

async function rounds(
  port: number,
  url: string,
  own: readonly DisplayAccess[],
  besideWrites: (work: () => Promise<Figures>) => Promise<Figures>,
): Promise<Figures> {
  const [first] = own
  if (!first) throw new RangeError('a server without displays')
  const organisationId = OrganisationId.parse(/organisations\/([^/]+)/.exec(first.streamPath)?.[1])
  const { 'content-type': _, ...headers } = first.change.headers as Record<string, string>
  const { call } = personWith(url, headers)
  const memory = Buffer.alloc(256 * 1024)
  const reader = createMarkerReader()
  const heardAt = new Map<number, number>()
  let wanted = 0
  const screens = own.flatMap(({ streamPath }) => Array.from({ length: SCREENS_EACH }, () => streamPath))

  await inTurns(screens.length, AT_ONCE, (index) =>
    openStream(port, screens[index] ?? '', {
      memory,
      onRead(length) {
        const now = performance.now()
        if (reader.read(index, memory, length).includes(wanted) && !heardAt.has(index)) heardAt.set(index, now)
      },
      onEnd() {},
    }),
  )
  await sleep(SETTLE_MS)

  return besideWrites(async () => {
    const figures: Figures = { heardMs: [], answerMs: [], lost: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      heardAt.clear()
      wanted = FIRST_MARKER + round
      const notice = { look: 'alert' as const, heading: `Fire ${markerOf(wanted)}`, body: 'Leave.', byline: '' }
      const clickedAt = performance.now()
      const { id } = await call('startTakeOver', {
        params: { organisationId },
        body: { content: { kind: 'notice', notice }, displays: null, drill: true, minutes: 10 },
      })
      figures.answerMs.push(performance.now() - clickedAt)
      while (heardAt.size < screens.length && performance.now() - clickedAt < LOST_MS) await sleep(5)
      figures.lost += screens.length - heardAt.size
      figures.heardMs.push(...[...heardAt.values()].map((at) => at - clickedAt))
      await sleep(PAUSE_MS)
      await call('endTakeOver', { params: { organisationId, overId: id } })
    }
    return figures
  })
}

const COLUMNS: readonly Column<Results>[] = [
  { title: 'screens', of: ({ screens }) => count(screens) },
  { title: 'received p50 ms', of: ({ figures }) => percentile(figures.heardMs, 0.5).toFixed(0) },
  { title: 'p99 ms', of: ({ figures }) => percentile(figures.heardMs, 0.99).toFixed(0) },
  { title: 'longest ms', of: ({ figures }) => Math.max(...figures.heardMs).toFixed(0) },
  { title: 'answer p50 ms', of: ({ figures }) => percentile(figures.answerMs, 0.5).toFixed(0) },
  { title: 'lost', of: ({ figures }) => count(figures.lost) },
]

function goalsOf({ screens, figures }: Results): Goal[] {
  const what = `a click on ${count(screens)} screens of ${DISPLAYS} displays`
  return [
    { what: `${what}, p50`, value: percentile(figures.heardMs, 0.5), limit: 500, unit: 'ms', noisy: false },
    { what: `${what}, p99`, value: percentile(figures.heardMs, 0.99), limit: 2_000, unit: 'ms', noisy: false },
  ]
}
