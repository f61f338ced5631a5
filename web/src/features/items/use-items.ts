import type { CreateItem, DisplayKey, Item } from '@placard/contract'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { noteOwnChange } from '../../api/own-changes.ts'
import { whatIsThereNow } from '../../api/undo.ts'
import { keepAnswer } from '../../api/use-programme.ts'
import { noteAddedItem } from './added-item.ts'
import { type ItemCommand, withItemCommand } from './item-commands.ts'

const commandKey = (key: DisplayKey) => ['items', key.organisationId, key.displayId]

/** The items with the commands that are under way done: what is seen does not wait for the network. */
export function useSeenItems(key: DisplayKey, items: Item[]): Item[] {
  const pending = useMutationState({
    filters: { mutationKey: commandKey(key), status: 'pending' },
    select: (mutation) => mutation.state.variables as ItemCommand,
  })
  return pending.reduce(withItemCommand, items)
}

/**
 * Runs commands on the items of a display, one after another in the order in which they were given. Each answers the display's
 * revision.
 */
export function useItemCommand(key: DisplayKey) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: commandKey(key),
    scope: { id: commandKey(key).join('/') },
    mutationFn: async (command: ItemCommand): Promise<number> => {
      if (command.type === 'several') return changeItems(client, key, command)
      const params = { ...key, itemId: command.id }
      switch (command.type) {
        case 'show':
        case 'update': {
          // T1: visibility alone does not depend on what else the item says, so any revision of it will do.
          const [ifMatch, body] =
            command.type === 'show'
              ? (['*', { visible: command.visible }] as const)
              : ([command.revision, command.change] as const)
          const { revision, item } = await call('updateItem', { params, ifMatch, body })
          keepAnswer(client, key, revision, { type: 'item', item })
          return revision
        }
        case 'place':
        case 'move': {
          const body = command.type === 'move' ? { direction: command.direction } : { after: command.after }
          const { revision, item } = await call('moveItem', { params, body })
          keepAnswer(client, key, revision, { type: 'item', item })
          return revision
        }
        case 'remove': {
          const { revision } = await call('removeItem', { params })
          keepAnswer(client, key, revision, { type: 'item-removed', id: command.id })
          return revision
        }
      }
    },
  })
}

async function changeItems(
  client: QueryClient,
  key: DisplayKey,
  { changes, idempotencyKey }: Extract<ItemCommand, { type: 'several' }>,
): Promise<number> {
  const { revision, items } = await call('changeItems', { params: key, body: changes, idempotencyKey })
  switch (changes.do) {
    case 'remove':
      keepAnswer(client, key, revision, { type: 'items-removed', ids: changes.ids })
      break
    case 'copy':
      if (!changes.displays.includes(key.displayId)) break
      // The answer does not tell the copies: they are asked for.
      noteOwnChange({ display: key, revision, change: { type: 'items', items } })
      await whatIsThereNow(client, key)
      break
    default:
      keepAnswer(client, key, revision, { type: 'items', items })
  }
  return revision
}

/** Adds an item. `idempotencyKey` makes a second try of the same form the same command. @throws ApiError */
export async function createItem(
  client: QueryClient,
  key: DisplayKey,
  item: CreateItem,
  idempotencyKey: string,
): Promise<Item> {
  const answer = await call('createItem', { params: key, body: item, idempotencyKey })
  keepAnswer(client, key, answer.revision, { type: 'item', item: answer.item })
  noteAddedItem(key, answer.item.id)
  return answer.item
}

export function useCreateItem(key: DisplayKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ item, idempotencyKey }: { item: CreateItem; idempotencyKey: string }) =>
      createItem(client, key, item, idempotencyKey),
  })
}
