import { MAX_DISPLAYS_PER_ORGANISATION, MAX_ZONES_BESIDE_MAIN } from '../platform/constants.ts'
import { DisplayId, OrganisationId, PlaylistId, ProgrammeId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { Schedule } from './schedule.ts'

/**
 * A programme without screens that displays can include. Its items become part of their loops, and its lines follow their own.
 */
export const Playlist = z.object({
  organisationId: OrganisationId,
  id: PlaylistId,
  name: z.string(),
  /** Incremented by every change to its content or its name. */
  revision: z.int(),
  items: z.int(),
  lines: z.int(),
  /** The addresses of stored pictures of its first items, for an overview. */
  pictures: z.array(z.string()),
  /** The displays that play it and that the caller may use, by name. One that includes it and has it in a zone is listed twice. */
  displays: z.array(
    z.object({
      id: DisplayId,
      name: z.string(),
      /** The number of the zone that plays it, counted from the main zone, which is 1. Absent: the display includes it. */
      zone: z
        .int()
        .min(2)
        .max(1 + MAX_ZONES_BESIDE_MAIN)
        .optional(),
    }),
  ),
})
export type Playlist = z.infer<typeof Playlist>

/** `too-many-playlists` */
export const CreatePlaylist = z.strictObject({ name: Name })
export type CreatePlaylist = z.infer<typeof CreatePlaylist>

/** An absent field is not changed. */
export const UpdatePlaylist = z.strictObject({ name: Name.optional() })
export type UpdatePlaylist = z.infer<typeof UpdatePlaylist>

/**
 * Adds the playlist to the end of the loops of these displays: all of them or none. A display that includes it already keeps it
 * in its place. `display-too-full`
 */
export const IncludePlaylist = z.strictObject({
  displays: z.array(DisplayId).min(1).max(MAX_DISPLAYS_PER_ORGANISATION),
  /** Absent: always. */
  schedule: Schedule.optional(),
})
export type IncludePlaylist = z.infer<typeof IncludePlaylist>

/** The answer to each command on a playlist as a whole. */
export const PlaylistChanged = z.object({ playlist: Playlist, revision: z.int() })
export type PlaylistChanged = z.infer<typeof PlaylistChanged>

/** The displays that were changed to include it, each with its new revision, so that the whole command can be undone. */
export const PlaylistIncluded = PlaylistChanged.extend({
  inclusions: z.array(z.object({ programmeId: ProgrammeId, revision: z.int() })),
})
export type PlaylistIncluded = z.infer<typeof PlaylistIncluded>
