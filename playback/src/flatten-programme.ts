import type { ItemType, ManifestCondition, Schedule } from '@placard/contract'
import { type When, whenOf } from './when.ts'

type Entry = { type: ItemType; schedule?: Schedule | null | undefined }

/**
 * Something that plays. `inclusion` is the index in `inclusions` of a further schedule and condition that must be on as well;
 * undefined: none.
 */
type Came = { inclusion: number | undefined }

export type FlatProgramme<Item, Line> = {
  items: (Came & { item: Item })[]
  lines: (Came & { line: Line })[]
  /** The schedules and conditions of the inclusions that have one and that bring something. */
  inclusions: When[]
}

/**
 * Replaces each inclusion with the items of its playlist, each deck with its pages, and each feed with its entries. Their lines
 * are appended to the programme's own lines, in the order of the inclusions and the feeds. The server and the dashboard both
 * use this, so they agree about the content. A playlist inside a playlist is ignored.
 *
 * @param programme its own items and lines, in order
 * @param programme.playlistOf the content of the playlist that an item includes, in order; undefined: there is no such playlist
 * @param programme.pagesOf the pages that a deck shows, as items, in order
 * @param programme.entriesOf the entries of a feed: notices as items, and lines
 * @param programme.weatherOf an item that shows the weather, with the end of its forecast; nothing without a forecast
 * @param programme.isShown tells for each item, including inclusions, whether it is visible and playable
 * @param programme.answerOf the answer to the condition of an inclusion; undefined: it has none
 */
export function flattenProgramme<Item extends Entry, Line>({
  items,
  lines,
  playlistOf,
  pagesOf,
  entriesOf,
  weatherOf,
  isShown,
  answerOf,
}: {
  items: readonly Item[]
  lines: readonly Line[]
  playlistOf: (inclusion: Item) => { items: readonly Item[]; lines: readonly Line[] } | undefined
  pagesOf: (deck: Item) => readonly Item[]
  entriesOf: (feed: Item) => { items: readonly Item[]; lines: readonly Line[] }
  weatherOf: (weather: Item) => readonly Item[]
  isShown: (item: Item) => boolean
  answerOf: (inclusion: Item) => ManifestCondition | undefined
}): FlatProgramme<Item, Line> {
  const flat: FlatProgramme<Item, Line> = {
    items: [],
    lines: lines.map((line) => ({ line, inclusion: undefined })),
    inclusions: [],
  }
  const placed = (item: Item): readonly Item[] => {
    if (item.type === 'feed') return entriesOf(item).items
    if (item.type === 'weather') return weatherOf(item)
    return item.type === 'deck' ? pagesOf(item) : [item]
  }
  const toldBy = (item: Item): readonly Line[] => (item.type === 'feed' ? entriesOf(item).lines : [])
  for (const item of items) {
    if (!isShown(item)) continue
    if (item.type !== 'playlist') {
      for (const one of placed(item)) flat.items.push({ item: one, inclusion: undefined })
      for (const line of toldBy(item)) flat.lines.push({ line, inclusion: undefined })
      continue
    }
    const playlist = playlistOf(item)
    const shown = playlist?.items.filter((one) => one.type !== 'playlist' && isShown(one)) ?? []
    const brought = shown.flatMap(placed)
    const told = [...(playlist?.lines ?? []), ...shown.flatMap(toldBy)]
    if (brought.length === 0 && told.length === 0) continue
    const when = whenOf({ schedule: item.schedule, condition: answerOf(item) })
    const inclusion = when ? flat.inclusions.push(when) - 1 : undefined
    for (const one of brought) flat.items.push({ item: one, inclusion })
    for (const line of told) flat.lines.push({ line, inclusion })
  }
  return flat
}
