import {
  CORNERS,
  type ManifestCornerPiece,
  type ManifestTakeOver,
  type Schedule,
  type TakeOverId,
  type ZoneOffsets,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemsArbitrary } from './arbitrary.ts'
import { screenPlanAt } from './opening.ts'
import { nextChangeAt, planAt } from './plan.ts'

const HOUR_MS = 3_600_000
/** A Monday, 00:00 UTC. */
const START = Date.UTC(2026, 10, 23)
const WEEK_MS = 7 * 24 * HOUR_MS
const UTC: ZoneOffsets = [[0, 0]]

type Hours = { day: number; from: number; until: number }

/** On for some hours of one weekday, so that a plain model can tell when. */
const scheduleOf = ({ day, from, until }: Hours): Schedule => ({
  days: [day],
  hours: [{ from: `${String(from).padStart(2, '0')}:00`, until: `${String(until).padStart(2, '0')}:00` }],
})
const isOnBy = ({ day, from, until }: Hours, now: number) => {
  const date = new Date(now)
  return (date.getUTCDay() || 7) === day && date.getUTCHours() >= from && date.getUTCHours() < until
}

const hours = fc
  .record({
    day: fc.integer({ min: 1, max: 7 }),
    from: fc.integer({ min: 0, max: 22 }),
    length: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ day, from, length }): Hours => ({ day, from, until: Math.min(23, from + length) }))
const corners = fc.uniqueArray(fc.record({ corner: fc.constantFrom(...CORNERS), hours: fc.option(hours) }), {
  selector: ({ corner }) => corner,
  maxLength: 4,
})
const takeOver = fc.option(
  fc.record({ at: fc.integer({ min: 0, max: WEEK_MS }), isLine: fc.boolean() }).map(
    ({ at, isLine }): ManifestTakeOver => ({
      id: 't' as TakeOverId,
      items: isLine ? [] : [{ id: 'over' as never, type: 'image', url: '/media/over.jpg' }],
      ...(isLine ? { line: 'Fire drill' } : {}),
      startsAt: START + at,
      endsAt: START + at + 6 * HOUR_MS,
    }),
  ),
)
const scenes = fc.record({ corners, takeOver, items: itemsArbitrary(0, 4) })

const manifestOf = ({ corners, takeOver, items }: typeof scenes extends fc.Arbitrary<infer Scene> ? Scene : never) => ({
  items,
  lines: [],
  loopStartedAt: START,
  zoneOffsets: UTC,
  takeOvers: takeOver ? [takeOver] : [],
  cornerPieces: corners.map(
    ({ corner, hours }): ManifestCornerPiece => ({
      corner,
      kind: 'words',
      text: corner,
      size: 10,
      ...(hours ? { schedule: scheduleOf(hours) } : {}),
    }),
  ),
})
const standing = (plan: { corners?: ManifestCornerPiece[] | undefined }) => plan.corners?.map(({ corner }) => corner)

describe('what stands in the corners', () => {
  it('[LY6] follows the schedule of each piece, and is away during a take-over of the picture', () => {
    fc.assert(
      fc.property(scenes, fc.integer({ min: 0, max: WEEK_MS - 1 }), (scene, after) => {
        const now = START + after
        const { takeOver } = scene
        const isTakenOver =
          takeOver !== null &&
          takeOver.items.length > 0 &&
          now >= (takeOver.startsAt as number) &&
          now < (takeOver.endsAt as number)
        const on = scene.corners.filter(({ hours }) => hours === null || isOnBy(hours, now)).map(({ corner }) => corner)
        expect(standing(planAt(manifestOf(scene), now))).toEqual(isTakenOver ? undefined : on)
      }),
    )
  })

  it('[LY6] changes at no other instant than the end of a plan, which is the same for every screen', () => {
    fc.assert(
      fc.property(
        scenes,
        fc.integer({ min: 0, max: WEEK_MS - 1 }),
        fc.integer({ min: 1, max: HOUR_MS }),
        (scene, after, later) => {
          const manifest = manifestOf(scene)
          const now = START + after
          const plan = planAt(manifest, now)
          expect(plan.until).toBeGreaterThan(now)
          const before = Math.min(now + later, plan.until - 1)
          expect(standing(planAt(manifest, before))).toEqual(standing(plan))
          // Another screen, which has a copy of the manifest and looks at the instant itself.
          if (Number.isFinite(plan.until)) {
            expect(standing(planAt(structuredClone(manifest), plan.until))).toEqual(
              standing(planAt(manifest, plan.until)),
            )
          }
        },
      ),
    )
  })

  it('[LY6] moves nothing in the loop', () => {
    fc.assert(
      fc.property(scenes, fc.integer({ min: 0, max: WEEK_MS - 1 }), (scene, after) => {
        const manifest = manifestOf(scene)
        const { cornerPieces: _, ...bare } = manifest
        const [one, other] = [planAt(manifest, START + after), planAt(bare, START + after)]
        const shown = (plan: typeof one) => (plan.status === 'playing' ? [plan.current, plan.next] : plan.status)
        expect(shown(one)).toEqual(shown(other))
        expect(other.corners).toBeUndefined()
      }),
    )
  })

  it('[LY6] is nothing while the screen sleeps, and the time machine stops at its changes', () => {
    const schedule = scheduleOf({ day: 1, from: 9, until: 10 })
    const manifest = {
      items: [],
      lines: [],
      loopStartedAt: START,
      zoneOffsets: UTC,
      openingHours: { hours: [{ from: '08:00', until: '18:00' }] },
      cornerPieces: [{ corner: 'top-left', kind: 'words', text: 'x', size: 10, schedule } as ManifestCornerPiece],
    }
    expect(screenPlanAt(manifest, START + 2 * HOUR_MS)).toMatchObject({ status: 'asleep' })
    expect(screenPlanAt(manifest, START + 2 * HOUR_MS).corners).toBeUndefined()
    expect(standing(screenPlanAt(manifest, START + 9 * HOUR_MS))).toEqual(['top-left'])
    expect(nextChangeAt(manifest, START + 8 * HOUR_MS)).toBe(START + 9 * HOUR_MS)
  })
})
