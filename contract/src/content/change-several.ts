import {
  MAX_DISPLAYS_PER_ORGANISATION,
  MAX_ITEMS_PER_DISPLAY,
  MAX_LINES_PER_DISPLAY,
  MAX_PLAYLISTS_PER_ORGANISATION,
} from '../platform/constants.ts'
import { DisplayId, ItemId, LineId, PlaylistId } from '../platform/id.ts'
import { z } from '../platform/zod.ts'
import { UpdateItem } from './item.ts'
import { UpdateLine } from './line.ts'

/**
 * One command on several items of a programme, or on several lines: all of it or nothing. It holds whatever else of them has changed
 * since they were seen. It has one entry in the log of each programme that it touches, by which that undoes it.
 *
 * @param most that one programme holds
 * @param change the fields that several can be given at once; an absent field stays as it is, `null` takes it away
 */
function several<Id extends z.ZodType<string>, Change extends z.ZodType>(id: Id, most: number, change: Change) {
  /** Of one programme, each counted once whatever the order. */
  const ids = z.array(id).min(1).max(most)
  return z.discriminatedUnion('do', [
    z.strictObject({ do: z.literal('update'), ids, change }),
    /** In the order that they have among each other: behind that one, or first when null. */
    z.strictObject({ do: z.literal('move'), ids, after: id.nullable() }),
    z.strictObject({ do: z.literal('remove'), ids }),
    /** To the end of these displays and playlists, each of which must have room for all of them. A playlist takes no playlist. */
    z.strictObject({
      do: z.literal('copy'),
      ids,
      displays: z.array(DisplayId).max(MAX_DISPLAYS_PER_ORGANISATION),
      playlists: z.array(PlaylistId).max(MAX_PLAYLISTS_PER_ORGANISATION).optional(),
    }),
  ])
}

export const ChangeItems = several(
  ItemId,
  MAX_ITEMS_PER_DISPLAY,
  UpdateItem.pick({ visible: true, duration: true, schedule: true }),
)
export type ChangeItems = z.infer<typeof ChangeItems>

export const ChangeLines = several(LineId, MAX_LINES_PER_DISPLAY, UpdateLine.pick({ schedule: true }))
export type ChangeLines = z.infer<typeof ChangeLines>

/** Either of both, by the ids of its things and the fields that they can be given. */
export type ChangeSeveral<Id extends string, Change> =
  | { do: 'update'; ids: Id[]; change: Change }
  | { do: 'move'; ids: Id[]; after: Id | null }
  | { do: 'remove'; ids: Id[] }
  | { do: 'copy'; ids: Id[]; displays: DisplayId[]; playlists?: PlaylistId[] | undefined }
