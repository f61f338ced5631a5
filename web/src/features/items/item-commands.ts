import type { ChangeItems, Item, ItemId, UpdateItem } from '@placard/contract'
import { type EntryCommand, withChange, withEntryCommand } from '../entries/entry-commands.ts'

export type Copy = Extract<ChangeItems, { do: 'copy' }>
/** All that changes those items themselves. */
export type ChangeHere = Exclude<ChangeItems, Copy>

/** A change of one item of a programme, or of several. */
export type ItemCommand =
  | EntryCommand<ItemId, UpdateItem>
  | { type: 'several'; changes: ChangeHere; idempotencyKey: string }

/** The list with a command done, shown while the server is still at it. */
export function withItemCommand(items: Item[], command: ItemCommand): Item[] {
  return command.type === 'several' ? withChanges(items, command.changes) : withEntryCommand(items, command)
}

function withChanges(items: Item[], changes: ChangeHere): Item[] {
  const isMeant = ({ id }: Item) => changes.ids.includes(id)
  switch (changes.do) {
    case 'update':
      return items.map((item) => (isMeant(item) ? withChange(item, changes.change) : item))
    case 'move': {
      const rest = items.filter((item) => !isMeant(item))
      const at = rest.findIndex(({ id }) => id === changes.after) + 1
      return changes.after !== null && at === 0 ? items : rest.toSpliced(at, 0, ...items.filter(isMeant))
    }
    case 'remove':
      return items.filter((item) => !isMeant(item))
  }
}
