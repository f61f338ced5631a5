import { ItemFit, ItemFocus } from '../content/item.ts'
import { SHOWN_TYPES } from '../content/item-type.ts'
import { ManifestNotice } from '../content/manifest-notice.ts'
import { ManifestWebPage } from '../content/web-page.ts'
import { ItemId, LineId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { ManifestSchedule } from './manifest-schedule.ts'

/** The place in `inclusions` of the schedule that it is on by as well. Absent: there is none. */
const ManifestInclusion = z.int().min(0).optional().catch(undefined)

/** One item as the player gets it: visible and playable, its address canonical. */
export const ManifestItem = z.object({
  id: ItemId,
  type: z.enum(SHOWN_TYPES),
  /**
   * `/media/…`: a stored file of the display's own server, to be fetched behind `mediaUrl` first. Or an https/http address
   * elsewhere. Of a notice its picture, or NO_PICTURE.
   */
  url: z.string(),
  /** Seconds, of a film to the thousandth; 0 and absent both mean DEFAULT_PLAYER_DURATION_SECONDS (P7). */
  duration: z.number().optional(),
  /** Absent: contain. Neither this nor `focus` can keep an item off the screen: what cannot be read counts as absent. */
  fit: ItemFit.optional().catch(undefined),
  /** Absent: the middle. */
  focus: ItemFocus.optional().catch(undefined),
  /** Of a notice, always; it has no place without words. */
  notice: ManifestNotice,
  /** Of a film whose sound is played. */
  sound: z.literal(true).optional().catch(undefined),
  /** Of a web page; absent: as it opens, and kept open. */
  webPage: ManifestWebPage,
  schedule: ManifestSchedule,
  inclusion: ManifestInclusion,
  /** Of a stored media file: lower-case hex, to verify what was downloaded. */
  sha256: z.string().optional(),
  sizeBytes: z.int().optional(),
})
export type ManifestItem = z.infer<typeof ManifestItem>

export const ManifestLine = z.object({
  id: LineId,
  text: z.string(),
  schedule: ManifestSchedule,
  inclusion: ManifestInclusion,
})
export type ManifestLine = z.infer<typeof ManifestLine>
