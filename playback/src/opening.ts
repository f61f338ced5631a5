import type { Manifest, ManifestItem, ManifestTakeOver, OpeningHours, ZoneOffsets } from '@placard/contract'
import { type Plan, planAt } from './plan.ts'
import { readerOf, type ScheduleReader, type Stretch } from './schedule.ts'
import { takenOverAt } from './take-over.ts'

/** The screens of a display wake up this long before its opening hours, to fetch new content. */
const AWAKE_EARLY_MS = 2 * 60_000

const ALWAYS: Stretch = { isOn: true, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/**
 * Returns a reader that tells whether the screens of a display are expected to be on at an instant (SH2), since when, and until
 * when. They are never off for ever: if the hours never come again, they are ignored.
 *
 * @param offsets of the display's clock; absent in a damaged manifest: always open
 */
export function openingReaderOf(
  hours: OpeningHours | null | undefined,
  offsets: ZoneOffsets | undefined,
): ScheduleReader {
  if (!hours || !offsets) return () => ALWAYS
  const read = readerOf([hours], offsets)
  return (now) => {
    const opening = read(now)
    return opening.until === Number.POSITIVE_INFINITY ? ALWAYS : opening
  }
}

/** The activity of a screen: it plays the loop, or it sleeps outside of its display's opening hours. */
export type ScreenPlan =
  | Plan
  | {
      status: 'asleep'
      items: []
      lines: []
      corners?: undefined
      until: number
      over: readonly ManifestTakeOver[]
    }

const ASLEEP = { status: 'asleep' as const, items: [] as [], lines: [] as [], over: [] }

type Opened = Parameters<typeof planAt>[0] & Pick<Manifest, 'openingHours'>
const readers = new WeakMap<Opened, ScheduleReader>()

/**
 * The plan for a screen. Unlike `planAt`, which is for the programme itself, it returns a dark screen outside of the opening
 * hours, unless a take-over is running.
 *
 * @param now milliseconds since 1970, by the server's clock
 * @param canShow as in `planAt`
 */
export function screenPlanAt(manifest: Opened, now: number, canShow?: (item: ManifestItem) => boolean): ScreenPlan {
  const known = readers.get(manifest)
  const read = known ?? openingReaderOf(manifest.openingHours, manifest.zoneOffsets)
  if (!known) readers.set(manifest, read)
  const { isOn, until } = read(now)
  const awakeAt = until - AWAKE_EARLY_MS
  const over = takenOverAt(manifest.takeOvers, now, canShow)
  if (!isOn && now < awakeAt && over.by.length === 0) return { ...ASLEEP, until: Math.min(awakeAt, over.until) }
  const plan = planAt(manifest, now, canShow)
  // The plan of the early wake-up is not cut at the start of the hours, because it is the same from then on.
  return isOn && until < plan.until ? { ...plan, until } : plan
}
