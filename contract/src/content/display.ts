import { DWELL_SECONDS } from '../platform/constants.ts'
import { DisplayId, OrganisationId, PlaylistId, ProgrammeId, TakeOverId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { ZoneOffsets } from '../platform/zone-offsets.ts'
import { DiagonalInches, DistanceCm } from './advice.ts'
import { CornerPiece } from './corner-piece.ts'
import { Item } from './item.ts'
import { Language } from './language.ts'
import { Layout } from './layout.ts'
import { Line } from './line.ts'
import { MediaUrl } from './media.ts'
import { READ_CODE_WAYS } from './read-code.ts'
import { OpeningHours } from './schedule.ts'
import type { ValueNow } from './value-now.ts'
import { Town, WeatherHere, WeatherUnits } from './weather.ts'

/**
 * An IANA name that this runtime knows, like `Asia/Kolkata` or `UTC`. Offsets are refused, because they have no summer time.
 */
export const TimeZone = z.string().max(64, 'invalid-time-zone').refine(isTimeZone, 'invalid-time-zone')
export type TimeZone = z.infer<typeof TimeZone>

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * The time in seconds for which people usually stay in front of the display. Used to estimate how much of the loop they see.
 */
export const DwellSeconds = z.literal(DWELL_SECONDS)
export type DwellSeconds = z.infer<typeof DwellSeconds>

export const ReadCodeWay = z.enum(READ_CODE_WAYS)
export type ReadCodeWay = z.infer<typeof ReadCodeWay>

/** A place that shows one programme (`vnr/ece`). */
export const Display = z.object({
  organisationId: OrganisationId,
  id: DisplayId,
  /** Shown after "Hello " (D1), for instance "Department of ECE". */
  name: z.string(),
  /** The time zone of the display's location. Its schedules use it. */
  timeZone: z.string(),
  /** True: pictures fill the screen while there are no lines. False: a tenth of it stays reserved for the ticker (P3). */
  fillsWithoutLines: z.boolean(),
  dwellSeconds: DwellSeconds,
  /** The size and the viewing distance of screens that are not paired. */
  diagonalInches: DiagonalInches,
  distanceCm: DistanceCm,
  /** BCP 47. null: the language of each screen's browser. */
  language: z.string().nullable(),
  /** True: only its paired screens may play it, and its plain address says so. */
  pairedOnly: z.boolean(),
  /** Its screens sleep outside of these hours: dark on purpose (SH2). null: always on. */
  openingHours: OpeningHours.nullable(),
  /** The way in which its screens offer the page to read (TW2). null: not at all. A `pairedOnly` display never offers it. */
  readCode: ReadCodeWay.nullable(),
  /** The last part of the short address of its page to read (`shortPath`). It never changes. null: not offered yet. */
  shortCode: z.string().nullable(),
  /** The town that it is in, for its weather (`setTown`). null: not set. */
  town: Town.nullable(),
  weatherUnits: WeatherUnits,
  /** Incremented by every change to the display's content or settings. Used as the ETag and as the event id of both streams. */
  revision: z.int(),
})
export type Display = z.infer<typeof Display>

/** Settings that a display may be created with, and that may be changed. */
const settings = {
  timeZone: TimeZone.optional(),
  fillsWithoutLines: z.boolean().optional(),
  dwellSeconds: DwellSeconds.optional(),
  diagonalInches: DiagonalInches.optional(),
  distanceCm: DistanceCm.optional(),
  language: Language.nullable().optional(),
  openingHours: OpeningHours.nullable().optional(),
}

/**
 * `id` is used in the player's address and cannot change. Errors: `id-taken`, `too-many-displays`. Absent settings are the server's time
 * zone, false, DEFAULT_DWELL_SECONDS, DEFAULT_DIAGONAL_INCHES, DEFAULT_DISTANCE_CM, null and null.
 */
export const CreateDisplay = z.strictObject({ id: DisplayId, name: Name, ...settings })
export type CreateDisplay = z.infer<typeof CreateDisplay>

/** An absent field is not changed. */
export const UpdateDisplay = z.strictObject({
  ...settings,
  name: Name.optional(),
  pairedOnly: z.boolean().optional(),
  readCode: ReadCodeWay.nullable().optional(),
})
export type UpdateDisplay = z.infer<typeof UpdateDisplay>

/**
 * Everything that is deleted together with a display, for the confirmation. The deletion names this revision (`If-Match`), so
 * that exactly these contents are deleted. `changed-meanwhile` if they have changed since.
 */
export const DisplayContents = z.object({
  revision: z.int(),
  items: z.int(),
  lines: z.int(),
  /** Stored files that no item of another display uses. */
  files: z.int(),
  /** Members who are limited to this display. They have no display left afterwards. */
  people: z.int(),
})
export type DisplayContents = z.infer<typeof DisplayContents>

/** The whole content of a playlist in order, including hidden items. */
export const IncludedPlaylist = z.object({
  id: PlaylistId,
  name: z.string(),
  items: z.array(Item),
  lines: z.array(Line),
})
export type IncludedPlaylist = z.infer<typeof IncludedPlaylist>

/** A playlist in a zone of a display [LY2]. */
export const ZonePlaylist = IncludedPlaylist.extend({
  /** As `Programme.loopStartedAt`, for the zone. */
  loopStartedAt: z.int(),
})
export type ZonePlaylist = z.infer<typeof ZonePlaylist>

/** A take-over that runs on the screens of a display. Instants: milliseconds since 1970, by the server's clock. */
export const Cover = z.object({
  id: TakeOverId,
  name: z.string(),
  drill: z.boolean(),
  /** False: it replaces all content. True: it replaces only the ticker's texts. */
  isLine: z.boolean(),
  startsAt: z.int(),
  endsAt: z.int(),
})
export type Cover = z.infer<typeof Cover>

/**
 * The whole content of a display or a playlist in order, including hidden items: the data of its page and of its live stream. A
 * playlist uses the clock of each display that includes it; its own `timeZone` is only for its preview.
 */
export const Programme = Display.extend({
  id: ProgrammeId,
  mediaUrl: MediaUrl,
  /** To compute what is on at which time. Players get the same values. */
  zoneOffsets: ZoneOffsets,
  /** The start of its loop, as players get it: milliseconds since 1970, by the server's clock. */
  loopStartedAt: z.int(),
  items: z.array(Item),
  lines: z.array(Line),
  /** The playlists that its items include, each once. */
  playlists: z.array(IncludedPlaylist),
  /** null: the items have the whole media area. Always null for a playlist. */
  layout: Layout.nullable(),
  /** The playlists of the layout's zones, in the order of `layout.zones`. */
  zones: z.array(ZonePlaylist),
  /** The number of films that each of its paired screens plays at once [LY5]. Absent: one. */
  filmsAtOnce: z.int().optional(),
  /** The pieces in the corners of its media area, in the order of CORNERS. Always empty for a playlist. */
  cornerPieces: z.array(CornerPiece),
  /** The take-overs on its screens now, the latest last. */
  covers: z.array(Cover),
  /** The values that its conditions compare, and those of its playlists and zones. One is absent if it does not exist any more. */
  values: z.custom<ValueNow[]>().optional(),
  /** The weather for its items and corner pieces. */
  weather: WeatherHere,
})
export type Programme = z.infer<typeof Programme>
