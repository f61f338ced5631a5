import { ChangeItems } from '../change-items.ts'
import { ItemChanged, ItemsChanged, Removed } from '../changed.ts'
import { SCHEDULE_ERRORS } from '../error.ts'
import { ItemId } from '../id.ts'
import { CreateItem, UpdateItem } from '../item.ts'
import { Move } from '../move.ts'
import { DISPLAY, display } from './address.ts'
import type { DetailsOf, Routes } from './shape.ts'

const item = display.extend({ itemId: ItemId })

export const ITEM_ROUTES = {
  createItem: {
    method: 'POST',
    path: `${DISPLAY}/items`,
    access: 'editor',
    params: display,
    body: CreateItem,
    response: ItemChanged,
    status: 201,
  },
  updateItem: {
    method: 'PATCH',
    path: `${DISPLAY}/items/:itemId`,
    access: 'editor',
    params: item,
    body: UpdateItem,
    response: ItemChanged,
    status: 200,
    ifMatch: 'required',
  },
  moveItem: {
    method: 'POST',
    path: `${DISPLAY}/items/:itemId/move`,
    access: 'editor',
    params: item,
    body: Move(ItemId),
    response: ItemChanged,
    status: 200,
  },
  removeItem: {
    method: 'DELETE',
    path: `${DISPLAY}/items/:itemId`,
    access: 'editor',
    params: item,
    response: Removed,
    status: 200,
    ifMatch: 'optional',
  },
  /** Several of a display in one command. */
  changeItems: {
    method: 'POST',
    path: `${DISPLAY}/items/changes`,
    access: 'editor',
    params: display,
    body: ChangeItems,
    response: ItemsChanged,
    status: 200,
  },
} as const satisfies Routes

export const ITEM_DETAILS = {
  createItem: {
    tag: 'Items',
    summary: 'Adds a picture, a film or a YouTube film to the end of the loop.',
    errors: ['title-missing', 'url-not-playable', 'too-many-items', 'addresses-too-long', ...SCHEDULE_ERRORS],
    takes: ['Idempotency-Key'],
  },
  updateItem: {
    tag: 'Items',
    summary: 'Changes an item; what is left out stays.',
    errors: ['title-missing', 'url-not-playable', ...SCHEDULE_ERRORS],
    takes: ['Idempotency-Key'],
  },
  moveItem: {
    tag: 'Items',
    summary: 'Moves an item to another place in the loop.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  removeItem: {
    tag: 'Items',
    summary: 'Removes an item.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  changeItems: {
    tag: 'Items',
    summary: 'Changes, moves, removes or copies several items at once: all of them or none.',
    errors: ['item-not-found', 'too-many-items', 'addresses-too-long', ...SCHEDULE_ERRORS],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof ITEM_ROUTES>
