import { MAX_DISPLAYS_PER_ORGANISATION, MAX_ITEMS_PER_DISPLAY, MAX_PLAYLISTS_PER_ORGANISATION } from './constants.ts'
import { DisplayId, ItemId, PlaylistId } from './id.ts'
import { UpdateItem } from './item.ts'
import { z } from './zod.ts'

/** Items of one programme, each counted once whatever the order. */
const ids = z.array(ItemId).min(1).max(MAX_ITEMS_PER_DISPLAY)

/** The fields that several items can be given at once. An absent field stays as it is; `null` takes it away. */
const Common = UpdateItem.pick({ visible: true, duration: true, schedule: true })

/**
 * One command on several items of a programme: all of it or nothing. It holds whatever else of them has changed since they were
 * seen. It has one entry in the log of each programme that it touches, by which that undoes it.
 */
export const ChangeItems = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('update'), ids, change: Common }),
  /** In the order that they have among each other: behind that one, or first when null. */
  z.strictObject({ do: z.literal('move'), ids, after: ItemId.nullable() }),
  z.strictObject({ do: z.literal('remove'), ids }),
  /** To the end of these displays and playlists, each of which must have room for all of them. A playlist takes no playlist. */
  z.strictObject({
    do: z.literal('copy'),
    ids,
    displays: z.array(DisplayId).max(MAX_DISPLAYS_PER_ORGANISATION),
    playlists: z.array(PlaylistId).max(MAX_PLAYLISTS_PER_ORGANISATION).optional(),
  }),
])
export type ChangeItems = z.infer<typeof ChangeItems>
