import { CLOCK_FACES, CORNERS } from '../content/corner-shapes.ts'
import { ReadBrand } from '../content/manifest-notice.ts'
import { MediaUrl } from '../content/media.ts'
import { type ManifestReadCode, readReadCode } from '../content/read-code.ts'
import { readInclusions, readZoneOffsets } from '../content/read-schedule.ts'
import { Forecast } from '../content/weather.ts'
import { OrganisationId, PlaylistId, ProgrammeId, TakeOverId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { ZoneOffsets } from '../platform/zone-offsets.ts'
import { ManifestItem, ManifestLine } from './manifest-entry.ts'
import { ManifestAnswer, ManifestInclusions, ManifestOpeningHours, ManifestSchedule } from './manifest-schedule.ts'
import { readCornerPieces } from './read-corner-pieces.ts'
import { type ManifestFont, readFonts } from './read-fonts.ts'
import { readLayout } from './read-layout.ts'
import { readInserts, readTakeOvers } from './read-take-over.ts'

/** Read by `readTakeOvers`. Its type describes the fields. */
export const ManifestTakeOver = z.object({
  id: TakeOverId,
  items: z.array(ManifestItem),
  line: z.string().optional(),
  startsAt: z.int().optional(),
  endsAt: z.int().optional(),
  drill: z.literal(true).optional(),
})

const Rect = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
const Place = z.object({ landscape: Rect, portrait: Rect })

/** Read by `readLayout`. Its type describes the fields. */
export const ManifestLayout = z.object({
  main: Place,
  zones: z.array(
    Place.extend({
      playlistId: PlaylistId,
      name: z.string(),
      stays: z.literal(true).optional(),
      condition: ManifestAnswer,
      loopStartedAt: z.int(),
      items: z.array(ManifestItem),
    }),
  ),
  films: z.int().optional(),
})

/** Read by `readInserts`. Its type describes the fields. */
export const ManifestInsert = ManifestTakeOver.extend(Place.shape)

const piece = { corner: z.enum(CORNERS), size: z.int(), schedule: ManifestSchedule, condition: ManifestAnswer }

/** Read by `readCornerPieces`. Its type describes the fields. */
export const ManifestCornerPiece = z.discriminatedUnion('kind', [
  z.object({
    ...piece,
    kind: z.literal('logo'),
    url: z.string(),
    sha256: z.string().optional(),
    sizeBytes: z.int().optional(),
  }),
  z.object({ ...piece, kind: z.literal('clock'), face: z.enum(CLOCK_FACES), date: z.boolean() }),
  z.object({ ...piece, kind: z.literal('words'), text: z.string() }),
  z.object({ ...piece, kind: z.literal('qr'), link: z.string() }),
  z.object({ ...piece, kind: z.literal('weather'), forecast: Forecast }),
])

/** The one document that a player needs. `planAt` computes what plays from the manifest and the time. */
export const Manifest = z.object({
  organisationId: OrganisationId,
  /** A playlist's id in the manifest for a playlist's preview. Screens never receive such a manifest. */
  displayId: ProgrammeId,
  name: z.string(),
  /** IANA name, for the clock on the screen. Absent or unreadable: the device's own time zone. */
  timeZone: z.string().max(64).optional().catch(undefined),
  /** BCP 47, for the time and the date in live words. Absent or unreadable: the device's own language. */
  language: z.string().max(35).optional().catch(undefined),
  /** Screens sleep outside of these hours (SH2). Absent, or without `zoneOffsets`: always on. */
  openingHours: ManifestOpeningHours,
  /** Absent if nothing in the manifest has a schedule or live words, and there are no opening hours. */
  zoneOffsets: z.preprocess(readZoneOffsets, ZoneOffsets.optional()).optional(),
  /** The schedules and conditions of included playlists. An entry of a playlist is on when both these and its own are. */
  inclusions: z.preprocess(readInclusions, ManifestInclusions).optional(),
  revision: z.int(),
  /** The start of the loop: milliseconds since 1970, by the server's clock. Reset by each change to the content of the loop. */
  loopStartedAt: z.int(),
  mediaUrl: MediaUrl,
  /** True: pictures also fill the ticker's area while there are no lines. Absent: that area stays reserved (P3). */
  fillsWithoutLines: z.boolean().optional().catch(undefined),
  /** True: only paired screens and members may play it. Absent: anyone may. */
  pairedOnly: z.literal(true).optional().catch(undefined),
  /** The QR code for the page to read. Absent: not shown. */
  readCode: z.preprocess(readReadCode, z.custom<ManifestReadCode>().optional()).optional(),
  /** Absent: notices use the product's own colours. */
  brand: ReadBrand,
  /** Running take-overs, the latest last, and prepared ones. Absent: none. Older players ignore the field. */
  takeOvers: z.array(ManifestTakeOver).optional(),
  /** Running inserts, the latest last. Absent: none. Older players ignore the field. */
  inserts: z.array(ManifestInsert).optional(),
  /** Absent: the programme has the whole media area. Older players ignore the field and play only the main zone [LY4]. */
  layout: ManifestLayout.optional(),
  /** The pieces in the corners of the media area [LY6]. Absent: none. Older players ignore the field. */
  cornerPieces: z.array(ManifestCornerPiece).optional(),
  /** The fonts of the scripts in its texts [WD3]. Absent: the device's own fonts are used. Older players ignore the field. */
  fonts: z.preprocess(readFonts, z.custom<ManifestFont[]>().optional()).optional(),
  items: z.array(ManifestItem),
  lines: z.array(ManifestLine),
})
export type Manifest = z.infer<typeof Manifest>

/**
 * The inserts on a single screen [LY7], in the fields of a manifest, with the other fields that they need. The screen receives them in
 * its place, and puts them into the manifest that it plays.
 */
export const ScreenInserts = Manifest.pick({ inserts: true, zoneOffsets: true, brand: true, fonts: true })
export type ScreenInserts = z.infer<typeof ScreenInserts>

/** An instant: milliseconds since 1970. */
export const PastQuery = z.strictObject({
  at: z
    .string()
    .regex(/^\d{1,15}$/, 'invalid-field')
    .transform(Number),
})
export type PastQuery = z.infer<typeof PastQuery>

/** The manifest at an instant, and the instant at which it was replaced. null: it is the current one. */
export const PastManifest = z.object({ manifest: Manifest, until: z.int().nullable() })
export type PastManifest = z.infer<typeof PastManifest>

/**
 * Reads a manifest from the network or from the device's storage. If its top-level fields are invalid the result is undefined,
 * and nothing changes. An entry of an unknown kind is left out, and the rest plays (P5).
 */
export function readManifest(value: unknown): Manifest | undefined {
  const frame = Manifest.extend({
    items: z.array(z.unknown()),
    lines: z.array(z.unknown()),
    takeOvers: z.unknown().optional(),
    inserts: z.unknown().optional(),
    layout: z.unknown().optional(),
    cornerPieces: z.unknown().optional(),
  }).safeParse(value)
  if (!frame.success) return undefined
  const readItem = (item: unknown) => {
    const one = ManifestItem.safeParse(item).data
    return one &&
      (one.type !== 'notice' || one.notice) &&
      (one.type !== 'board' || one.contents) &&
      (one.type !== 'weather' || one.weather)
      ? one
      : undefined
  }
  return {
    ...frame.data,
    takeOvers: readTakeOvers(frame.data.takeOvers, readItem),
    inserts: readInserts(frame.data.inserts, readItem),
    layout: readLayout(frame.data.layout, readItem),
    cornerPieces: readCornerPieces(frame.data.cornerPieces),
    items: frame.data.items.flatMap((item) => readItem(item) ?? []),
    lines: frame.data.lines.flatMap((line) => ManifestLine.safeParse(line).data ?? []),
  }
}
