import { DWELL_SECONDS } from '../platform/constants.ts'
import { DisplayId, OrganisationId, PlaylistId, ProgrammeId, TakeOverId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { ZoneOffsets } from '../platform/zone-offsets.ts'
import { DiagonalInches, DistanceCm } from './advice.ts'
import { Item } from './item.ts'
import { Line } from './line.ts'
import { MediaUrl } from './media.ts'
import { READ_CODE_WAYS } from './read-code.ts'
import { OpeningHours } from './schedule.ts'

/** An IANA name that this runtime knows, like `Asia/Kolkata` or `UTC`; never an offset, which has no summer time. */
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

/** A language as browsers name it (BCP 47), like `de` or `ar-EG`: of the time and the date in the words on the glass. */
export const Language = z.string().max(35, 'invalid-language').refine(isLanguage, 'invalid-language')

function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1
  } catch {
    return false
  }
}

/** Seconds that somebody mostly stands in front of it: of whom it is said how much of the loop they see. */
export const DwellSeconds = z.literal(DWELL_SECONDS)
export type DwellSeconds = z.infer<typeof DwellSeconds>

export const ReadCodeWay = z.enum(READ_CODE_WAYS)
export type ReadCodeWay = z.infer<typeof ReadCodeWay>

/** The managed thing: one place that shows one programme (`vnr/ece`). */
export const Display = z.object({
  organisationId: OrganisationId,
  id: DisplayId,
  /** Shown after "Hello " (D1), for instance "Department of ECE". */
  name: z.string(),
  /** The time zone of its place: "nine o'clock" is meant there. */
  timeZone: z.string(),
  /** True: pictures fill the glass while there is no line. Otherwise a tenth of it stays the band's (P3). */
  fillsWithoutLines: z.boolean(),
  dwellSeconds: DwellSeconds,
  /** Of its screens that are not paired: how large they are, and from where most people read them. */
  diagonalInches: DiagonalInches,
  distanceCm: DistanceCm,
  /** BCP 47. Null: that of each screen's browser. */
  language: z.string().nullable(),
  /** True: it plays on its paired screens alone, and its plain address says so. */
  pairedOnly: z.boolean(),
  /** Outside of them its screens are asleep: dark on purpose (SH2). Null: they are always on. */
  openingHours: OpeningHours.nullable(),
  /** How its screens offer the page to read (TW2). Null: they do not, and nor do those of one that is `pairedOnly`. */
  readCode: ReadCodeWay.nullable(),
  /** The end of the short address of its page to read (`shortPath`), for ever. Null: it has not been offered yet. */
  shortCode: z.string().nullable(),
  /** Counts every change to what the display holds, its settings too. The ETag and the event id of both streams. */
  revision: z.int(),
})
export type Display = z.infer<typeof Display>

/** `id` names it in its player's address for ever; `id-taken`, `too-many-displays`. */
export const CreateDisplay = z.strictObject({
  id: DisplayId,
  name: Name,
  /** Left out: the server's own. */
  timeZone: TimeZone.optional(),
  /** Left out: false. */
  fillsWithoutLines: z.boolean().optional(),
  /** Left out: DEFAULT_DWELL_SECONDS. */
  dwellSeconds: DwellSeconds.optional(),
  /** Left out: DEFAULT_DIAGONAL_INCHES, DEFAULT_DISTANCE_CM. */
  diagonalInches: DiagonalInches.optional(),
  distanceCm: DistanceCm.optional(),
  /** Left out: null. */
  language: Language.nullable().optional(),
  /** Left out: null. */
  openingHours: OpeningHours.nullable().optional(),
})
export type CreateDisplay = z.infer<typeof CreateDisplay>

/** An absent field stays as it is. */
export const UpdateDisplay = z.strictObject({
  name: Name.optional(),
  timeZone: TimeZone.optional(),
  fillsWithoutLines: z.boolean().optional(),
  dwellSeconds: DwellSeconds.optional(),
  diagonalInches: DiagonalInches.optional(),
  distanceCm: DistanceCm.optional(),
  pairedOnly: z.boolean().optional(),
  language: Language.nullable().optional(),
  openingHours: OpeningHours.nullable().optional(),
  readCode: ReadCodeWay.nullable().optional(),
})
export type UpdateDisplay = z.infer<typeof UpdateDisplay>

/**
 * Everything that a display's removal takes along, for the question before it. Its removal names this revision (`If-Match`), so
 * what was shown is what goes; `changed-meanwhile` when it has changed since.
 */
export const DisplayContents = z.object({
  revision: z.int(),
  items: z.int(),
  lines: z.int(),
  /** Stored files that no item of another display uses. */
  files: z.int(),
  /** Members who are limited to this display alone: they have none left afterwards. */
  people: z.int(),
})
export type DisplayContents = z.infer<typeof DisplayContents>

/** Everything that a playlist holds, hidden items too, in order. */
export const IncludedPlaylist = z.object({
  id: PlaylistId,
  name: z.string(),
  items: z.array(Item),
  lines: z.array(Line),
})
export type IncludedPlaylist = z.infer<typeof IncludedPlaylist>

/** A take-over that runs on the screens of a display. Instants: milliseconds since 1970, the server's clock. */
export const Cover = z.object({
  id: TakeOverId,
  name: z.string(),
  drill: z.boolean(),
  /** False: it takes the place of everything. True: of the texts alone. */
  isLine: z.boolean(),
  startsAt: z.int(),
  endsAt: z.int(),
})
export type Cover = z.infer<typeof Cover>

/**
 * Everything that a display or a playlist holds, hidden items too, in order: what its page shows and its live stream carries. A
 * playlist goes by the clock of each display that includes it; its own `timeZone` is for its preview.
 */
export const Programme = Display.extend({
  id: ProgrammeId,
  mediaUrl: MediaUrl,
  /** For what is on and when; the same that its players get. */
  zoneOffsets: ZoneOffsets,
  /** When its loop began, as its players get it: milliseconds since 1970, the server's clock. */
  loopStartedAt: z.int(),
  items: z.array(Item),
  lines: z.array(Line),
  /** Those that its items include, once each. */
  playlists: z.array(IncludedPlaylist),
  /** The take-overs of its screens now, the latest last. */
  covers: z.array(Cover),
})
export type Programme = z.infer<typeof Programme>
