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
 * One command on several items, or several lines, of a programme. It is carried out completely or not at all. It also applies to
 * things that were changed since they were loaded. It creates one entry in the log of each programme that it changes, and that
 * entry can be undone.
 *
 * @param most the maximum number in one programme
 * @param change the fields that can be set on several at once; an absent field is not changed, `null` removes the value
 */
function several<Id extends z.ZodType<string>, Change extends z.ZodType>(id: Id, most: number, change: Change) {
  /** All from one programme, in any order; duplicates count once. */
  const ids = z.array(id).min(1).max(most)
  return z.discriminatedUnion('do', [
    z.strictObject({ do: z.literal('update'), ids, change }),
    /** Keeps their order among each other. They are placed behind `after`, or first if it is null. */
    z.strictObject({ do: z.literal('move'), ids, after: id.nullable() }),
    z.strictObject({ do: z.literal('remove'), ids }),
    /**
     * Copies them to the end of these displays and playlists. Each must have room for all of them. A playlist cannot contain a
     * playlist.
     */
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
  UpdateItem.pick({ visible: true, duration: true, schedule: true, condition: true }),
)
export type ChangeItems = z.infer<typeof ChangeItems>

export const ChangeLines = several(LineId, MAX_LINES_PER_DISPLAY, UpdateLine.pick({ schedule: true, condition: true }))
export type ChangeLines = z.infer<typeof ChangeLines>

/** Both of the above, generic in the ids and the fields. */
export type ChangeSeveral<Id extends string, Change> =
  | { do: 'update'; ids: Id[]; change: Change }
  | { do: 'move'; ids: Id[]; after: Id | null }
  | { do: 'remove'; ids: Id[] }
  | { do: 'copy'; ids: Id[]; displays: DisplayId[]; playlists?: PlaylistId[] | undefined }
