import { SCREEN_HEARTBEAT_MS, SCREEN_UNSEEN_MS } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { begin, type Pace, type PaceEvent, stepPace } from './pace.ts'

const MINUTE_MS = 60_000
const jitter = fc.double({ min: 0, max: 1, noNaN: true })
const outcome = fc.oneof(
  { weight: 20, arbitrary: fc.constant<PaceEvent>({ type: 'well' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<PaceEvent>(
      { type: 'unreached' },
      { type: 'absent' },
      { type: 'refused', retryAfterMs: 0 },
      { type: 'refused', retryAfterMs: 9e9 },
    ),
  },
)
const moment = fc.record({
  gapMs: fc.oneof(fc.nat({ max: 6_000 }), fc.nat({ max: 90_000 })),
  what: fc.constantFrom('changed', 'reached', 'nothing'),
  jitter,
  outcome,
})

/** Sends whenever a report is due, as the page does. @returns the times at which it sent */
function run(moments: { gapMs: number; what: string; jitter: number; outcome: PaceEvent }[]): number[] {
  let now = 0
  let pace: Pace = begin(now, 0)
  const sent: number[] = []
  for (const { gapMs, what, jitter, outcome } of moments) {
    const until = now + gapMs
    while (pace.dueAt <= until) {
      now = Math.max(now, pace.dueAt)
      sent.push(now)
      pace = stepPace(pace, { type: 'spent' }, now, jitter)
      pace = stepPace(pace, outcome, now, jitter)
    }
    now = until
    if (what === 'changed' || what === 'reached') pace = stepPace(pace, { type: what }, now, jitter)
  }
  return sent
}

describe('how often a screen tells how it is', () => {
  it('once a minute with one in hand, whatever happens and whatever is answered', () => {
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 200, size: 'max' }), (moments) => {
        const sent = run(moments)
        sent.forEach((at, index) => {
          const later = sent.slice(index)
          later.forEach((other, count) => {
            expect(count + 1).toBeLessThanOrEqual(2 + (other - at) / MINUTE_MS + 1e-6)
          })
        })
      }),
    )
  })

  it('a screen that is well is heard twice before it would count as not seen', () => {
    fc.assert(
      fc.property(jitter, (jitter) => {
        const pace = stepPace(stepPace(begin(0, jitter), { type: 'spent' }, 0, jitter), { type: 'well' }, 0, jitter)
        expect(pace.dueAt).toBeGreaterThan(SCREEN_HEARTBEAT_MS / 2)
        expect(pace.dueAt * 2).toBeLessThanOrEqual(SCREEN_UNSEEN_MS)
      }),
    )
  })

  it('the first change is reported within seconds, and the tenth of one minute with the first of the next', () => {
    let pace = stepPace(stepPace(begin(0, 0.5), { type: 'spent' }, 4_500, 0.5), { type: 'well' }, 4_500, 0.5)
    pace = stepPace(pace, { type: 'changed' }, 20_000, 1)
    expect(pace.dueAt).toBeLessThanOrEqual(24_000)
    pace = stepPace(stepPace(pace, { type: 'spent' }, 24_000, 1), { type: 'well' }, 24_000, 1)
    for (let count = 0; count < 10; count += 1) pace = stepPace(pace, { type: 'changed' }, 25_000, 1)
    expect(pace.dueAt).toBeGreaterThan(60_000)
    expect(pace.dueAt).toBeLessThanOrEqual(90_000)
  })

  it.each<PaceEvent>([{ type: 'absent' }, { type: 'refused', retryAfterMs: 120_000 }])(
    'after $type neither a change nor the network brings it back before its time, and each time it waits longer',
    (answer) => {
      let pace = begin(0, 0)
      let waitedMs = 0
      for (let count = 0; count < 4; count += 1) {
        const now = pace.dueAt
        pace = stepPace(stepPace(pace, { type: 'spent' }, now, 0), answer, now, 0)
        expect(pace.dueAt - now).toBeGreaterThan(waitedMs)
        waitedMs = pace.dueAt - now
        for (const type of ['changed', 'reached'] as const) expect(stepPace(pace, { type }, now + 1, 0)).toEqual(pace)
      }
      expect(waitedMs).toBeGreaterThanOrEqual(SCREEN_HEARTBEAT_MS * 8)
    },
  )

  it('when the server can be reached again, a report is sent within half a minute', () => {
    let pace = begin(0, 0)
    for (let count = 0; count < 8; count += 1) pace = stepPace(pace, { type: 'unreached' }, count * 1e6, 0.5)
    expect(pace.dueAt - 7e6).toBeGreaterThan(SCREEN_HEARTBEAT_MS)
    expect(stepPace(pace, { type: 'reached' }, 7.1e6, 1).dueAt).toBeLessThanOrEqual(7.1e6 + 30_000)
  })
})
