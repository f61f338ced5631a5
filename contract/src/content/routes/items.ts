import { CONDITION_ERRORS, SCHEDULE_ERRORS, SHARED_ERRORS } from '../../platform/error.ts'
import { ItemId } from '../../platform/id.ts'
import { onProgramme } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { ChangeItems } from '../change-several.ts'
import { ItemChanged, ItemsChanged, Removed } from '../changed.ts'
import { CreateItem, UpdateItem } from '../item.ts'
import { Move } from '../move.ts'

/** Errors for a lack of room: in the programme itself, or on a display that includes it. */
const FULL = [
  'too-many-items',
  'too-many-deck-pages',
  'too-many-feeds',
  'too-many-boards',
  'addresses-too-long',
  'notices-too-long',
  'display-too-full',
] as const
const PLAYLIST_ERRORS = ['playlist-not-found', 'playlist-included-already', 'playlist-in-playlist'] as const
const NOTICE_ERRORS = ['notice-empty', 'link-not-valid', 'value-not-found', 'too-many-values'] as const
const BOARD_ERRORS = ['table-not-found', 'column-not-found', 'board-column-missing'] as const
const DECK_ERRORS = ['deck-without-pages'] as const

const item = { itemId: ItemId }

export const ITEM_ROUTES = {
  createItem: {
    method: 'POST',
    ...onProgramme('/items', {}),
    access: 'editor',
    body: CreateItem,
    response: ItemChanged,
    creates: true,
  },
  updateItem: {
    method: 'PATCH',
    ...onProgramme('/items/:itemId', item),
    access: 'editor',
    body: UpdateItem,
    response: ItemChanged,
    ifMatch: 'required',
  },
  moveItem: {
    method: 'POST',
    ...onProgramme('/items/:itemId/move', item),
    access: 'editor',
    body: Move(ItemId),
    response: ItemChanged,
  },
  removeItem: {
    method: 'DELETE',
    ...onProgramme('/items/:itemId', item),
    access: 'editor',
    response: Removed,
    ifMatch: 'optional',
  },
  /** Changes several items of a programme in one command. */
  changeItems: {
    method: 'POST',
    ...onProgramme('/items/changes', {}),
    access: 'editor',
    body: ChangeItems,
    response: ItemsChanged,
  },
} as const satisfies Routes

/** Errors of what an item shows, and of when it does. */
const ITEM_ERRORS = [
  'media-not-found',
  ...NOTICE_ERRORS,
  ...DECK_ERRORS,
  ...BOARD_ERRORS,
  ...FULL,
  ...PLAYLIST_ERRORS,
  ...SCHEDULE_ERRORS,
  ...CONDITION_ERRORS,
] as const

export const ITEM_DETAILS = {
  createItem: {
    summary:
      'Adds a picture, a film, a YouTube film, a web page, a deck, a notice, a board, a feed or a playlist to the end of the loop. The address of a page of YouTube, Vimeo, Twitch, Dropbox or Google is converted to a playable address, possibly with another type.',
    errors: ['title-missing', 'url-not-playable', ...SHARED_ERRORS, ...ITEM_ERRORS],
    takes: ['Idempotency-Key'],
  },
  updateItem: {
    summary:
      'Changes an item. Omitted fields stay unchanged. An address is converted to a playable address if possible.',
    errors: ['title-missing', 'url-not-playable', ...ITEM_ERRORS],
    takes: ['Idempotency-Key'],
  },
  moveItem: {
    summary: 'Moves an item to another place in the loop.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  removeItem: {
    summary: 'Removes an item.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  changeItems: {
    summary: 'Changes, moves, removes or copies several items at once: all of them or none.',
    errors: ['item-not-found', 'notice-empty', ...FULL, ...PLAYLIST_ERRORS, ...SCHEDULE_ERRORS, ...CONDITION_ERRORS],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof ITEM_ROUTES>
