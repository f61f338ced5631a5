import type { ItemId, PlayPiece } from '@placard/contract'

/** One showing of each item, one after the other. @param at the beginning of the first @param each milliseconds */
export function piecesOf(itemIds: readonly ItemId[], at: number, each: number): PlayPiece[] {
  return itemIds.map((itemId, index) => ({
    kind: 'play',
    n: index + 1,
    at: at + index * each,
    ms: each,
    itemId,
    showings: 1,
    cut: 0,
  }))
}
