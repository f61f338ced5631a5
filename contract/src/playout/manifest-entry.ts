import { ItemFit, ItemFocus } from '../content/item.ts'
import { SHOWN_TYPES } from '../content/item-type.ts'
import { ReadBoard } from '../content/manifest-board.ts'
import { ManifestNotice } from '../content/manifest-notice.ts'
import { ReadWeather } from '../content/manifest-weather.ts'
import { ManifestWebPage } from '../content/web-page.ts'
import { ItemId, LineId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { ManifestAnswer, ManifestSchedule } from './manifest-schedule.ts'

/** The index in `inclusions` of a further schedule and condition that must be on as well. Absent: none. */
const ManifestInclusion = z.int().min(0).optional().catch(undefined)

/** One item as players receive it: visible and playable, with a canonical address. */
export const ManifestItem = z.object({
  id: ItemId,
  type: z.enum(SHOWN_TYPES),
  /**
   * `/media/…`: a stored file of the display's own server, which is fetched from `mediaUrl` first. Otherwise an http or https
   * address elsewhere. For a notice its picture, or NO_PICTURE; for a board and for weather NO_PICTURE.
   */
  url: z.string(),
  /** Seconds; for a film, rounded to milliseconds. 0 and absent both mean DEFAULT_PLAYER_DURATION_SECONDS (P7). */
  duration: z.number().optional(),
  /** Absent: contain. An unreadable `fit` or `focus` counts as absent, so it cannot keep an item off the screen. */
  fit: ItemFit.optional().catch(undefined),
  /** Absent: the centre. */
  focus: ItemFocus.optional().catch(undefined),
  /** Always present for a notice. A notice without words is left out of the loop. */
  notice: ManifestNotice,
  /** Set for a film that plays with sound. */
  sound: z.literal(true).optional().catch(undefined),
  /** The rows and columns of a board. Always present for one, which is left out of the loop without it. */
  contents: ReadBoard,
  /** The forecast of a weather item. Always present for one, which is left out of the loop without it. */
  weather: ReadWeather,
  /** For a web page. Absent: it is shown as it opens and is not reloaded. */
  webPage: ManifestWebPage,
  schedule: ManifestSchedule,
  /** Absent: it has no condition. Older players ignore the field, and show the entry by its schedule alone. */
  condition: ManifestAnswer,
  inclusion: ManifestInclusion,
  /** For a stored file: its SHA-256 in lower-case hex, to verify the download. */
  sha256: z.string().optional(),
  sizeBytes: z.int().optional(),
})
export type ManifestItem = z.infer<typeof ManifestItem>

export const ManifestLine = z.object({
  id: LineId,
  text: z.string(),
  schedule: ManifestSchedule,
  /** Absent: it has no condition. Older players ignore the field, and show the entry by its schedule alone. */
  condition: ManifestAnswer,
  inclusion: ManifestInclusion,
})
export type ManifestLine = z.infer<typeof ManifestLine>
