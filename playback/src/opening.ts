import type { Manifest, ManifestItem, ManifestTakeOver, OpeningHours, ZoneOffsets } from '@placard/contract'
import { type Plan, planAt } from './plan.ts'
import { readerOf, type ScheduleReader, type Stretch } from './schedule.ts'
import { takenOverAt } from './take-over.ts'

/** The screens of a display are on so long before its opening hours begin: time to fetch what is new. */
const AWAKE_EARLY_MS = 2 * 60_000

const ALWAYS: Stretch = { isOn: true, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/**
 * Says whether the screens of a display are expected to be on at a moment (SH2), since when and until when. Never off for ever: hours
 * that do not come again count as none.
 *
 * @param offsets of the display's clock; absent, of a manifest that is damaged: always open
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

/** The doing of a screen: it plays the loop, or nothing, since it is outside of the opening hours of its display. */
export type ScreenPlan =
  | Plan
  | { status: 'asleep'; items: []; lines: []; until: number; over: readonly ManifestTakeOver[] }

const ASLEEP = { status: 'asleep' as const, items: [] as [], lines: [] as [], over: [] }

type Opened = Parameters<typeof planAt>[0] & Pick<Manifest, 'openingHours'>
const readers = new WeakMap<Opened, ScheduleReader>()

/**
 * Does for a screen what `planAt` does for whoever asks for the programme: outside of the opening hours it says that the glass is dark,
 * unless something takes the screen over.
 *
 * @param now milliseconds since 1970, the server's clock
 * @param canShow as of `planAt`
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
  // Early, it is the same plan at the first moment of the hours.
  return isOn && until < plan.until ? { ...plan, until } : plan
}
