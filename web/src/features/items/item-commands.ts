import type { ChangeItems, Item, ItemId, UpdateItem } from '@placard/contract'

/** A change of one item of a display, or of several. */
export type ItemCommand =
  | { type: 'show'; id: ItemId; visible: boolean }
  | { type: 'update'; id: ItemId; change: UpdateItem; revision: number }
  /** `neighbour` is the item to swap with, as it was seen: what makes the preview of a move the same, applied once or twice. */
  | { type: 'move'; id: ItemId; direction: 'up' | 'down'; neighbour: ItemId }
  /** To a place of its own choice: behind that one, or first. */
  | { type: 'place'; id: ItemId; after: ItemId | null }
  | { type: 'remove'; id: ItemId }
  | { type: 'several'; changes: ChangeItems; idempotencyKey: string }

/** The list with a command done, shown while the server is still at it. */
export function withItemCommand(items: Item[], command: ItemCommand): Item[] {
  switch (command.type) {
    case 'show':
      return items.map((item) => (item.id === command.id ? { ...item, visible: command.visible } : item))
    case 'update':
      return items.map((item) => (item.id === command.id ? withChange(item, command.change) : item))
    case 'move':
      return swapped(items, command)
    case 'place':
      return placed(items, command)
    case 'remove':
      return items.filter((item) => item.id !== command.id)
    case 'several':
      return withChanges(items, command.changes)
  }
}

function withChanges(items: Item[], changes: ChangeItems): Item[] {
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
    case 'copy':
      return items
  }
}

function swapped(items: Item[], move: Extract<ItemCommand, { type: 'move' }>): Item[] {
  const moving = items.find((item) => item.id === move.id)
  const rest = items.filter((item) => item.id !== move.id)
  const at = rest.findIndex((item) => item.id === move.neighbour)
  if (!moving || at < 0) return items
  return rest.toSpliced(move.direction === 'up' ? at : at + 1, 0, moving)
}

function placed(items: Item[], { id, after }: Extract<ItemCommand, { type: 'place' }>): Item[] {
  const moving = items.find((item) => item.id === id)
  const rest = items.filter((item) => item.id !== id)
  const at = after === null ? 0 : rest.findIndex((item) => item.id === after) + 1
  return !moving || (after !== null && at === 0) ? items : rest.toSpliced(at, 0, moving)
}

/** An absent field stays, and one that is null goes. */
function withChange(item: Item, change: UpdateItem): Item {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const fields = Object.entries({ ...item, ...Object.fromEntries(given) })
  return Object.fromEntries(fields.filter(([, value]) => value !== null)) as Item
}
