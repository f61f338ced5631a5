import type { CreateItem, Item, ItemId, ProgrammeKey, UpdateItem } from '@placard/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { keepAnswer } from '../../../platform/api/use-programme.ts'
import { type EntryKind, useEntryCommand, useSeenEntries } from '../entries/use-entries.ts'
import { noteAddedItem } from './added-item.ts'

const keepsItem = ({ revision, item }: { revision: number; item: Item }) => ({
  revision,
  change: { list: 'items', put: [item] } as const,
})

export const ITEMS: EntryKind<ItemId, UpdateItem> = {
  name: 'item',
  update: async (key, itemId, body, ifMatch) =>
    keepsItem(await call('updateItem', { params: { ...key, itemId }, ifMatch, body })),
  move: async (key, itemId, body) => keepsItem(await call('moveItem', { params: { ...key, itemId }, body })),
  remove: async (key, itemId) => {
    const { revision } = await call('removeItem', { params: { ...key, itemId } })
    return { revision, change: { list: 'items', removed: [itemId] } }
  },
}

export const useSeenItems = (key: ProgrammeKey, items: Item[]) => useSeenEntries(ITEMS.name, key, items)
export const useItemCommand = (key: ProgrammeKey) => useEntryCommand(ITEMS, key)

/** Adds an item. With the same `idempotencyKey`, a second try of the form is the same command. @throws ApiError */
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
