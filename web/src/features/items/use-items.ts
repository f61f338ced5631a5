import {
  type CreateItem,
  type Item,
  type ItemId,
  type ItemsChanged,
  type ProgrammeKey,
  programmeIdOf,
  type UpdateItem,
} from '@placard/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { noteOwnChange } from '../../api/own-changes.ts'
import { whatIsThereNow } from '../../api/undo.ts'
import { keepAnswer } from '../../api/use-programme.ts'
import {
  type EntryCalls,
  type EntryKind,
  runEntryCommand,
  useEntryCommand,
  useSeenEntries,
} from '../entries/use-entries.ts'
import { noteAddedItem } from './added-item.ts'
import { type Copy, type ItemCommand, withItemCommand } from './item-commands.ts'

const keepsItem = ({ revision, item }: { revision: number; item: Item }) => ({
  revision,
  change: { list: 'items', put: [item] } as const,
})

const CALLS: EntryCalls<ItemId, UpdateItem> = {
  update: async (key, itemId, body, ifMatch) =>
    keepsItem(await call('updateItem', { params: { ...key, itemId }, ifMatch, body })),
  move: async (key, itemId, body) => keepsItem(await call('moveItem', { params: { ...key, itemId }, body })),
  remove: async (key, itemId) => {
    const { revision } = await call('removeItem', { params: { ...key, itemId } })
    return { revision, change: { list: 'items', removed: [itemId] } }
  },
}

export const ITEMS: EntryKind<Item, ItemCommand> = {
  name: 'item',
  run: (client, key, command) =>
    command.type === 'several' ? changeItems(client, key, command) : runEntryCommand(CALLS, client, key, command),
  withCommand: withItemCommand,
}

export const useSeenItems = (key: ProgrammeKey, items: Item[]) => useSeenEntries(ITEMS, key, items)
export const useItemCommand = (key: ProgrammeKey) => useEntryCommand(ITEMS, key)

async function changeItems(
  client: QueryClient,
  key: ProgrammeKey,
  { changes, idempotencyKey }: Extract<ItemCommand, { type: 'several' }>,
): Promise<number> {
  const { revision, items } = await call('changeItems', { params: key, body: changes, idempotencyKey })
  switch (changes.do) {
    case 'remove':
      keepAnswer(client, key, revision, { list: 'items', removed: changes.ids })
      break
    default:
      keepAnswer(client, key, revision, { list: 'items', put: items })
  }
  return revision
}

/**
 * Copies items of a programme to the end of others, and perhaps of itself.
 *
 * @returns the new revision of each that got a copy, by which all of it is undone
 * @throws ApiError
 */
export async function copyItems(
  client: QueryClient,
  key: ProgrammeKey,
  body: Copy,
  idempotencyKey: string,
): Promise<NonNullable<ItemsChanged['copies']>> {
  const { revision, copies = [] } = await call('changeItems', { params: key, body, idempotencyKey })
  if (copies.some(({ programmeId }) => programmeId === programmeIdOf(key))) {
    // The answer does not tell the copies: they are asked for.
    noteOwnChange({ key, revision, change: { list: 'items', put: [] } })
    await whatIsThereNow(client, key)
  }
  return copies
}

/** Adds an item. `idempotencyKey` makes a second try of the same form the same command. @throws ApiError */
export async function createItem(
  client: QueryClient,
  key: ProgrammeKey,
  item: CreateItem,
  idempotencyKey: string,
): Promise<Item> {
  const answer = await call('createItem', { params: key, body: item, idempotencyKey })
  keepAnswer(client, key, answer.revision, { list: 'items', put: [answer.item] })
  noteAddedItem(key, answer.item.id)
  return answer.item
}

export function useCreateItem(key: ProgrammeKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ item, idempotencyKey }: { item: CreateItem; idempotencyKey: string }) =>
      createItem(client, key, item, idempotencyKey),
  })
}
