import { ReadBrand } from '../content/manifest-notice.ts'
import { MediaUrl } from '../content/media.ts'
import { type ManifestReadCode, readReadCode } from '../content/read-code.ts'
import { readInclusions, readZoneOffsets } from '../content/read-schedule.ts'
import { OrganisationId, ProgrammeId, TakeOverId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { ZoneOffsets } from '../platform/zone-offsets.ts'
import { ManifestItem, ManifestLine } from './manifest-entry.ts'
import { ManifestInclusions, ManifestOpeningHours } from './manifest-schedule.ts'
import { readTakeOvers } from './read-take-over.ts'

/** Read by `readTakeOvers`, which says what the fields are. */
export const ManifestTakeOver = z.object({
  id: TakeOverId,
  items: z.array(ManifestItem),
  line: z.string().optional(),
  startsAt: z.int().optional(),
  endsAt: z.int().optional(),
  drill: z.literal(true).optional(),
})

/** The one document that a player needs. What plays is a function of it and of time (`planAt`). */
export const Manifest = z.object({
  organisationId: OrganisationId,
  /** A playlist's own in the manifest for its preview: no screen gets that one. */
  displayId: ProgrammeId,
  name: z.string(),
  /** IANA name, for the clock on the glass. Absent or unreadable: the device's own. */
  timeZone: z.string().max(64).optional().catch(undefined),
  /** BCP 47, for the time and the date in its words. Absent or unreadable: the device's own. */
  language: z.string().max(35).optional().catch(undefined),
  /** Outside of them its screens are asleep (SH2). Absent, or without `zoneOffsets`: they are always on. */
  openingHours: ManifestOpeningHours,
  /** Absent: nothing in it has a schedule or live words, and there are no opening hours. */
  zoneOffsets: z.preprocess(readZoneOffsets, ZoneOffsets.optional()).optional(),
  /** The schedules by which playlists are included; what came with one is on while that is, and by its own. */
  inclusions: z.preprocess(readInclusions, ManifestInclusions).optional(),
  revision: z.int(),
  /** When the loop began: milliseconds since 1970, the server's clock. Set anew by each change of what the loop plays. */
  loopStartedAt: z.int(),
  mediaUrl: MediaUrl,
  /** While there is no line, pictures take the band's room as well. Absent: the band keeps it (P3). */
  fillsWithoutLines: z.boolean().optional().catch(undefined),
  /** It is for its paired screens and its members alone. Absent: for everybody. */
  pairedOnly: z.literal(true).optional().catch(undefined),
  /** How the page to read is offered on the glass. Absent: not at all. */
  readCode: z.preprocess(readReadCode, z.custom<ManifestReadCode>().optional()).optional(),
  /** Absent: the notices are drawn in the product's own colour. */
  brand: ReadBrand,
  /** Those that run, the latest last, and those that lie ready. Absent: there is none. A player of before does not know the field. */
  takeOvers: z.array(ManifestTakeOver).optional(),
  items: z.array(ManifestItem),
  lines: z.array(ManifestLine),
})
export type Manifest = z.infer<typeof Manifest>

/** A moment: milliseconds since 1970. */
export const PastQuery = z.strictObject({
  at: z
    .string()
    .regex(/^\d{1,15}$/, 'invalid-field')
    .transform(Number),
})
export type PastQuery = z.infer<typeof PastQuery>

/** The manifest of a moment, and the moment from which on it was another manifest; null: it is what plays now. */
export const PastManifest = z.object({ manifest: Manifest, until: z.int().nullable() })
export type PastManifest = z.infer<typeof PastManifest>

/**
 * Reads a manifest from the network or from the device. The frame must be whole, or the answer is undefined and nothing
 * changes; an entry of a kind this player does not know is left out, and the rest plays (P5).
 */
export function readManifest(value: unknown): Manifest | undefined {
  const frame = Manifest.extend({
    items: z.array(z.unknown()),
    lines: z.array(z.unknown()),
    takeOvers: z.unknown().optional(),
  }).safeParse(value)
  if (!frame.success) return undefined
  const readItem = (item: unknown) => {
    const one = ManifestItem.safeParse(item).data
    return one && (one.type !== 'notice' || one.notice) ? one : undefined
  }
  return {
    ...frame.data,
    takeOvers: readTakeOvers(frame.data.takeOvers, readItem),
    items: frame.data.items.flatMap((item) => readItem(item) ?? []),
    lines: frame.data.lines.flatMap((line) => ManifestLine.safeParse(line).data ?? []),
  }
}
