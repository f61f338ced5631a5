import type { DisplayKey, Item, Line, Programme } from '@placard/contract'

/** The key of a display's programme in the query cache. */
export const programmeKey = (key: DisplayKey) => ['programme', key.organisationId, key.displayId] as const

/** D8: of two states of a display, the one with the higher revision; what arrives late or twice changes nothing. */
export function newerProgramme(known: Programme | undefined, arrived: Programme): Programme {
  return known && known.revision >= arrived.revision ? known : arrived
}

export type ProgrammeChange =
  | { type: 'item'; item: Item }
  | { type: 'line'; line: Line }
  | { type: 'items'; items: Item[] }
  | { type: 'item-removed'; id: Item['id'] }
  | { type: 'items-removed'; ids: Item['id'][] }
  | { type: 'line-removed'; id: Line['id'] }

/**
 * Applies a command's answer to the programme. The revision follows only when nothing lies between the two: otherwise
 * the stream still has to bring what others did meanwhile, and would be taken for old news.
 *
 * @param revision of the display, as the command answered it
 */
export function withAnswer(programme: Programme, revision: number, change: ProgrammeChange): Programme {
  if (revision <= programme.revision) return programme
  const next = apply(programme, change)
  return revision === programme.revision + 1 ? { ...next, revision } : next
}

function apply(programme: Programme, change: ProgrammeChange): Programme {
  switch (change.type) {
    case 'item':
      return { ...programme, items: placed(programme.items, change.item) }
    case 'items':
      return { ...programme, items: change.items.reduce(placed, programme.items) }
    case 'line':
      return { ...programme, lines: placed(programme.lines, change.line) }
    case 'item-removed':
      return { ...programme, items: programme.items.filter((item) => item.id !== change.id) }
    case 'items-removed':
      return { ...programme, items: programme.items.filter(({ id }) => !change.ids.includes(id)) }
    case 'line-removed':
      return { ...programme, lines: programme.lines.filter((line) => line.id !== change.id) }
  }
}

/** Positions sort by code units, on the server too: a comparison by language would put them elsewhere. */
function placed<Thing extends { id: string; position: string }>(list: Thing[], thing: Thing): Thing[] {
  return [...list.filter((other) => other.id !== thing.id), thing].sort((one, other) =>
    one.position < other.position ? -1 : one.position > other.position ? 1 : 0,
  )
}
