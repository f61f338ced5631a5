import { type ChangedField, type ChangedValue, Line } from '@placard/contract'
import type { z } from 'zod'
import { fieldsThatDiffer, type ProgrammeThing, type ThingState, type Told } from '../activity/service.ts'
import { CornerPieceState, cornerPieceOf } from './corner-piece-state.ts'
import { createCornerPieces, removeCornerPiece, updateCornerPiece } from './corner-pieces.store.ts'
import { ITEM_TOLD, ItemState, itemOf } from './item-fields.ts'
import { createItems, removeItem, updateItem } from './items.store.ts'
import { LayoutState, layoutOf } from './layout-state.ts'
import { createLayouts, removeLayout, updateLayout } from './layouts.store.ts'
import { createLines, removeLine, updateLine } from './lines.store.ts'
import type { Entry, Thing } from './thing.ts'

export const ITEMS: Entry<ItemState> = {
  name: 'item',
  list: 'items',
  kinds: {
    moved: 'item-moved',
    removed: 'item-removed',
    several: { move: 'items-moved', remove: 'items-removed', copy: 'items-copied' },
  },
  notFound: 'item-not-found',
  schema: ItemState,
  create: createItems,
  update: updateItem,
  remove: removeItem,
  answerOf: (item) => itemOf(item),
  titleOf: ({ title }) => title,
  fieldsBetween: (now, former) =>
    // An inclusion has the name of its playlist, so its title is not compared.
    fieldsThatDiffer(ITEM_TOLD, now, former.playlistId === null ? former : { ...former, title: now.title }),
  valuesBetween(former, present) {
    const values: ChangedValue[] = []
    if (former.type !== present.type) values.push({ field: 'type', former: former.type, present: present.type })
    // A film without a duration is shown for its own length, which is not logged.
    const isOfFilm = [former, present].some(({ film, durationSeconds }) => film && durationSeconds === null)
    if (former.durationSeconds !== present.durationSeconds && !isOfFilm) {
      values.push({ field: 'duration', former: former.durationSeconds, present: present.durationSeconds })
    }
    return values
  },
}

/** `shown` of a line follows from its values, and is not stored. */
const LineState = Line.omit({ shown: true })

const LINE_TOLD: Told<Required<z.infer<typeof LineState>>> = {
  id: null,
  text: 'text',
  schedule: 'schedule',
  condition: 'condition',
  position: 'position',
  revision: null,
}

export const LINES: Entry<Line> = {
  name: 'line',
  list: 'lines',
  kinds: {
    moved: 'line-moved',
    removed: 'line-removed',
    several: { move: 'lines-moved', remove: 'lines-removed', copy: 'lines-copied' },
  },
  notFound: 'line-not-found',
  schema: LineState,
  create: createLines,
  update: updateLine,
  remove: removeLine,
  answerOf: (line) => line,
  titleOf: ({ text }) => text,
  fieldsBetween: (now, former) => fieldsThatDiffer<z.infer<typeof LineState>>(LINE_TOLD, now, former),
  valuesBetween: () => [],
}

const LAYOUT_TOLD: Told<LayoutState> = {
  id: null,
  position: null,
  revision: null,
  arrangement: 'layout',
  dividers: 'layout',
  side: 'layout',
  pinned: 'layout',
  zones: 'layout',
}

export const LAYOUTS: Thing<LayoutState> = {
  name: 'layout',
  list: 'layouts',
  notFound: 'display-not-found',
  schema: LayoutState,
  create: createLayouts,
  update: updateLayout,
  remove: removeLayout,
  answerOf: layoutOf,
  titleOf: () => '',
  fieldsBetween: (now, former) => fieldsThatDiffer(LAYOUT_TOLD, now, former),
  valuesBetween: () => [],
}

type KeyOfAny<Union> = Union extends unknown ? keyof Union : never
const CORNER_PIECE_TOLD: Record<KeyOfAny<CornerPieceState>, ChangedField | null> = {
  id: null,
  position: null,
  revision: null,
  corner: 'corner-piece',
  kind: 'corner-piece',
  size: 'corner-piece',
  url: 'corner-piece',
  face: 'corner-piece',
  date: 'corner-piece',
  link: 'corner-piece',
  text: 'text',
  schedule: 'schedule',
  condition: 'condition',
}

export const CORNER_PIECES: Thing<CornerPieceState> = {
  name: 'corner-piece',
  list: 'cornerPieces',
  notFound: 'corner-piece-not-found',
  schema: CornerPieceState,
  create: createCornerPieces,
  update: updateCornerPiece,
  remove: removeCornerPiece,
  answerOf: cornerPieceOf,
  /** Its corner. The dashboard has words for it. */
  titleOf: ({ corner }) => corner,
  fieldsBetween: (now, former) => fieldsThatDiffer<object>(CORNER_PIECE_TOLD, now, former),
  valuesBetween: () => [],
}

/** All kinds, for code that handles any. A state must only be passed to its own kind. */
export const THINGS = {
  item: ITEMS,
  line: LINES,
  layout: LAYOUTS,
  'corner-piece': CORNER_PIECES,
} as unknown as Record<ProgrammeThing, Thing<ThingState>>
