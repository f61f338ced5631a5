import { MAX_DISPLAYS_PER_ORGANISATION } from '../platform/constants.ts'
import { DisplayId, OrganisationId, PlaylistId, ProgrammeId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { Schedule } from './schedule.ts'

/** A programme without screens, which displays include: its items stand in their loops, its lines behind theirs. */
export const Playlist = z.object({
  organisationId: OrganisationId,
  id: PlaylistId,
  name: z.string(),
  /** Counts every change to what it holds, its name too. */
  revision: z.int(),
  items: z.int(),
  lines: z.int(),
  /** Addresses of stored pictures of its first items, for a look at it. */
  pictures: z.array(z.string()),
  /** Those that include it and that the caller may use, by name. */
  displays: z.array(z.object({ id: DisplayId, name: z.string() })),
})
export type Playlist = z.infer<typeof Playlist>

/** `too-many-playlists` */
export const CreatePlaylist = z.strictObject({ name: Name })
export type CreatePlaylist = z.infer<typeof CreatePlaylist>

/** An absent field stays as it is. */
export const UpdatePlaylist = z.strictObject({ name: Name.optional() })
export type UpdatePlaylist = z.infer<typeof UpdatePlaylist>

/**
 * At the end of the loops of these displays: all of them or none. One that includes it already keeps it where it stands.
 * `display-too-full`
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

/** The displays that have come to include it, each with its new revision, by which all of it can be undone. */
export const PlaylistIncluded = PlaylistChanged.extend({
  inclusions: z.array(z.object({ programmeId: ProgrammeId, revision: z.int() })),
})
export type PlaylistIncluded = z.infer<typeof PlaylistIncluded>
