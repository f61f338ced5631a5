import { randomUUID } from 'node:crypto'
import { type ChangeItems, type Item, ItemId, type ItemsChanged, type ProgrammeKey } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { keepFiles } from '../media/service.ts'
import {
  answerItems,
  changeSeveral,
  ITEMS,
  type ItemState,
  isWhole,
  requireMayInclude,
  type Sender,
  type Several,
  withChange,
} from '../programmes/service.ts'

type Change = Extract<ChangeItems, { do: 'update' }>['change']

const SEVERAL: Several<ItemState, Change, { items: Item[] }> = {
  thing: ITEMS,
  withChange,
  kindOfChange({ visible, ...others }) {
    const isVisibleAlone = visible !== undefined && Object.values(others).every((value) => value === undefined)
    return isVisibleAlone ? (visible ? 'items-shown' : 'items-hidden') : 'items-changed'
  },
  copyOf: (item, now) => ({ ...item, id: ItemId.parse(randomUUID()), uploadedAt: now }),
  mayInclude: true,
  keep: (queries, chosen) =>
    keepFiles(
      queries,
      chosen.flatMap(({ mediaId }) => mediaId ?? []),
    ),
  async requireMayCopy(queries, target, there, { playlistId, ...item }) {
    // The words of a notice that cannot be read would not be copied.
    if (!isWhole(item)) throw new AppError('notice-empty')
    if (playlistId !== null) await requireMayInclude(queries, target, there, playlistId)
  },
  answerOf: async (queries, held, items, now) => ({ items: await answerItems(queries, held, items, now) }),
}

/**
 * Runs one command on several items of a programme: all of them or none.
 *
 * @throws AppError item-not-found, playlist-included-already, playlist-in-playlist, notice-empty, too-many-items,
 * too-many-deck-pages, addresses-too-long, notices-too-long, and the errors of `changeSeveral`
 */
export function changeItems(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  command: ChangeItems,
): Promise<ItemsChanged> {
  return changeSeveral(SEVERAL, context, sender, key, command)
}
