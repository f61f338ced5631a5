import {
  Board,
  type ChangedField,
  type ComparedValue,
  type CreateItem,
  DeckSettings,
  FeedSettings,
  FilmFacts,
  type Item,
  ItemFit,
  ItemFocus,
  ItemId,
  ItemType,
  type ItemUrl,
  isItemType,
  MediaId,
  Notice,
  noticeProblem,
  PlaylistId,
  readItemUrl,
  readNotice,
  readSchedule,
  readWebPage,
  Schedule,
  tidyDeck,
  UpdateItem,
  valuesIn,
  Weather,
  WebPage,
} from '@placard/contract'
import { z } from 'zod'
import type { Row } from '../../platform/database/tables.ts'
import type { Told } from '../activity/service.ts'
import { comparedBy, readKeptCondition, readStoredCondition, storedConditionOf } from '../conditions/service.ts'
import { readStoredFilm } from '../media/service.ts'
import { readStoredSchedule, storedScheduleOf } from '../schedules/service.ts'
import { sourcesToStore } from '../values/service.ts'

// FIELDS is the single description of an item's fields. The stored columns, the log, the fields of commands, and the API's
// answers all follow from it.

/** A row of an item, without its programme. */
export type StoredItem = Omit<Row<'item'>, 'organisation_id' | 'programme_id'>
/** Its `value_sources` follow from the fields. Only queries read them. */
export type ItemRow = Omit<StoredItem, 'value_sources'>

/** The row that an item is read from, with the resulting `url` and `title` in place of the columns (`items.store.ts`). */
type Read<Column extends keyof ItemRow = keyof ItemRow> = Omit<Pick<ItemRow, Column>, 'url'> & {
  url: string
  /** From the joined stored file. */
  film: string | null
}

/**
 * The fields by their names in the contract. `mediaId` and `playlistId` are internal. `playable`, `pages` and `entries` follow
 * from the address, the deck and the feed, and are not stored. The `contents` of a board follow from its table, and what is `shown`
 * of a notice from the values in it.
 */
type Values = Omit<Item, 'playable' | 'pages' | 'entries' | 'contents' | 'shown'> & {
  mediaId: MediaId | null
  playlistId: PlaylistId | null
}

/** Null if the contract allows the field to be absent. */
type Kept<Name extends keyof Values> = undefined extends Values[Name] ? NonNullable<Values[Name]> | null : Values[Name]

type Settable = keyof UpdateItem

type Field<Name extends keyof Values> = {
  /** The name in the stored state, which is what the log keeps. */
  state: string
  /** Schema of the value in the log. For a field that was added later, `.default` gives the value for older entries. */
  schema: z.core.$ZodType<Kept<Name>>
  columns: readonly (keyof ItemRow)[]
  read: (row: Read) => Kept<Name>
  /** @param item the item that the value belongs to */
  write: (value: Kept<Name>, item: Pick<Values, 'mediaId' | 'playlistId' | 'type'>) => Partial<ItemRow>
  /** Normalises a value to the form in which it will be read back. */
  tidy?: (value: NonNullable<Kept<Name>>) => Kept<Name>
  /** The log's name for a change of the field. Every field that people can change needs one. */
  told: Name extends Settable | 'position' ? ChangedField : null
}

const FIELDS = {
  id: { ...column('id', ItemId), state: 'id', told: null },
  /** An inclusion has the title of its playlist, which is not stored. */
  title: {
    state: 'title',
    schema: z.string(),
    columns: [],
    read: ({ title }) => title,
    write: (title, { playlistId }) => ({ title: playlistId === null ? title : '' }),
    told: 'title',
  },
  /** For a stored file or a playlist, only the id is stored, and the address is made from it. */
  url: {
    state: 'url',
    schema: z.string(),
    // The query selects an expression for it.
    columns: [],
    read: ({ url }) => url,
    write: (url, { mediaId, playlistId }) => ({ url: mediaId === null && playlistId === null ? url : null }),
    told: 'url',
  },
  /** Set together with `url`. */
  mediaId: { ...column('media_id', MediaId.nullable()), state: 'mediaId', told: null },
  /** Set together with `url`. */
  playlistId: { ...column('playlist_id', PlaylistId.nullable().default(null)), state: 'playlistId', told: null },
  /** The facts about the stored film. Set together with `url`; stored with the file. */
  film: {
    state: 'film',
    schema: FilmFacts.nullable().default(null).catch(null),
    columns: [],
    read: ({ film }) => readStoredFilm(film),
    write: () => ({}),
    told: null,
  },
  uploadDate: { ...column('uploaded_at', z.int()), state: 'uploadedAt', told: null },
  type: { ...column('type', ItemType), state: 'type', told: 'type' },
  duration: { ...column('duration_seconds', z.int().nullable()), state: 'durationSeconds', told: 'duration' },
  visible: {
    state: 'visible',
    schema: z.boolean(),
    columns: ['visible'],
    read: ({ visible }) => visible === 1,
    write: (visible) => ({ visible: visible ? 1 : 0 }),
    told: 'visible',
  },
  fit: {
    ...column('fit', ItemFit.nullable().default(null)),
    state: 'fit',
    read: ({ fit }) => ItemFit.safeParse(fit).data ?? null,
    told: 'fit',
  },
  focus: {
    state: 'focus',
    schema: ItemFocus.nullable().default(null),
    columns: ['focus_x', 'focus_y'],
    read: ({ focus_x: x, focus_y: y }) => (x === null || y === null ? null : { x, y }),
    write: (focus) => ({ focus_x: focus?.x ?? null, focus_y: focus?.y ?? null }),
    told: 'fit',
  },
  schedule: {
    state: 'schedule',
    schema: Schedule.nullable().default(null),
    columns: ['schedule'],
    read: ({ schedule }) => readStoredSchedule(schedule),
    write: (schedule) => ({ schedule: storedScheduleOf(schedule) }),
    tidy: (schedule) => readSchedule(schedule) ?? null,
    told: 'schedule',
  },
  /** Null if it cannot be read: the item is then on by its schedule alone. */
  condition: {
    state: 'condition',
    schema: z.unknown().default(null).transform(readKeptCondition),
    columns: ['condition'],
    read: ({ condition }) => readStoredCondition(condition),
    write: (condition) => ({ condition: storedConditionOf(condition) }),
    told: 'condition',
  },
  /** Null for other kinds, and if the words cannot be read: then the stored value is left unchanged. */
  notice: {
    state: 'notice',
    schema: z.unknown().default(null).transform(readKeptNotice),
    columns: ['notice'],
    read: ({ type, notice }) => (type === 'notice' ? readStored(notice, readKeptNotice) : null),
    write: (notice, { type }) =>
      notice === null && type === 'notice' ? {} : { notice: notice && JSON.stringify(notice) },
    told: 'notice',
  },
  /** Only for films. Null: muted. */
  sound: {
    state: 'sound',
    schema: z.boolean().nullable().default(null),
    columns: ['sound'],
    read: ({ type, sound }) => (type === 'video' && sound === 1 ? true : null),
    write: (sound, { type }) => ({ sound: type === 'video' && sound ? 1 : null }),
    tidy: (sound) => sound || null,
    told: 'sound',
  },
  /** Null for other kinds. */
  deck: {
    state: 'deck',
    schema: DeckSettings.nullable().default(null),
    columns: ['deck'],
    read: ({ type, deck }) => (type === 'deck' ? readStored(deck, readKeptDeck) : null),
    write: (deck) => ({ deck: deck && JSON.stringify(deck) }),
    tidy: tidyDeck,
    told: 'deck',
  },
  webPage: {
    state: 'webPage',
    schema: z.unknown().default(null).transform(readKeptWebPage),
    columns: ['web_page'],
    read: ({ web_page }) => readStored(web_page, readKeptWebPage),
    write: (webPage) => ({ web_page: webPage && JSON.stringify(webPage) }),
    tidy: readKeptWebPage,
    told: 'webPage',
  },
  /** Null for other kinds, and if it cannot be read: then nothing of it is shown. */
  feed: {
    state: 'feed',
    schema: z.unknown().default(null).transform(readKeptFeed),
    columns: ['feed'],
    read: ({ type, feed }) => (type === 'feed' ? readStored(feed, readKeptFeed) : null),
    write: (feed, { type }) => (feed === null && type === 'feed' ? {} : { feed: feed && JSON.stringify(feed) }),
    told: 'feed',
  },
  /** Null for other kinds, and if it cannot be read: then nothing of it is shown. */
  board: {
    state: 'board',
    schema: z.unknown().default(null).transform(readKeptBoard),
    columns: ['board', 'table_id'],
    read: ({ type, board }) => (type === 'board' ? readStored(board, readKeptBoard) : null),
    write: (board, { type }) =>
      board === null && type === 'board'
        ? {}
        : { board: board && JSON.stringify(board), table_id: board?.tableId ?? null },
    told: 'board',
  },
  /** Null for other kinds, and if it cannot be read: then it is not shown. */
  weather: {
    state: 'weather',
    schema: z.unknown().default(null).transform(readKeptWeather),
    columns: ['weather'],
    read: ({ type, weather }) => (type === 'weather' ? readStored(weather, readKeptWeather) : null),
    write: (weather, { type }) =>
      weather === null && type === 'weather' ? {} : { weather: weather && JSON.stringify(weather) },
    told: 'weather',
  },
  position: { ...column('position', z.string()), state: 'position', told: 'position' },
  revision: { ...column('revision', z.int()), state: 'revision', told: null },
} as const satisfies { [Name in keyof Required<Values>]: Field<Name> }

/** Null if the value cannot be read, because it was edited by hand or written by a newer version. */
function readStored<Value>(stored: string | null, read: (value: unknown) => Value | null): Value | null {
  if (stored === null) return null
  try {
    return read(JSON.parse(stored))
  } catch {
    return null
  }
}

/** Null: all pages are shown. */
const readKeptDeck = (value: unknown): DeckSettings | null => DeckSettings.safeParse(value).data ?? null

/** Keeps what this version knows of a newer version's notice. Null if it exceeds the limits of a notice. */
function readKeptNotice(value: unknown): Notice | null {
  return Notice.safeParse(readNotice(value)).data ?? null
}

function readKeptFeed(value: unknown): FeedSettings | null {
  return FeedSettings.safeParse(value).data ?? null
}

function readKeptBoard(value: unknown): Board | null {
  return Board.safeParse(value).data ?? null
}

function readKeptWeather(value: unknown): Weather | null {
  return Weather.safeParse(value).data ?? null
}

/** Null if it has no effect. */
function readKeptWebPage(value: unknown): WebPage | null {
  return WebPage.safeParse(readWebPage(value)).data ?? null
}

/** A field with one column, which holds the same value as the log. */
function column<Column extends keyof ItemRow, Schema extends z.ZodType>(name: Column, schema: Schema) {
  return {
    schema,
    columns: [name],
    read: (row: ItemRow) => row[name] as z.infer<Schema>,
    write: (value: z.infer<Schema>) => ({ [name]: value }) as Partial<ItemRow>,
  } as const
}

type Fields = typeof FIELDS
/** An item as it is stored and as the log keeps it. */
export type ItemState = { [Name in keyof Fields as Fields[Name]['state']]: Kept<Name> }

const NAMES = Object.keys(FIELDS) as (keyof Fields)[]
const SETTABLE = Object.keys(UpdateItem.shape) as Settable[]
const byState = <Value>(partOf: (field: Field<keyof Values>) => Value) =>
  Object.fromEntries(NAMES.map((name) => [FIELDS[name].state, partOf(FIELDS[name] as Field<keyof Values>)]))

/** Parses an item from the log. Older entries lack newer fields. */
export const ItemState = z.object(byState(({ schema }) => schema)) as unknown as z.ZodType<ItemState>

type Nullable = { [Name in keyof ItemState]: null extends ItemState[Name] ? Name : never }[keyof ItemState]

/** An item state in which all optional fields are null. */
export const BARE_ITEM = Object.fromEntries(
  NAMES.filter((name) => z.safeParse(FIELDS[name].schema, null).success).map((name) => [FIELDS[name].state, null]),
) as { [Name in Nullable]: null }

/** The log's name for every field. */
export const ITEM_TOLD = byState(({ told }) => told) as Told<ItemState>

export const ITEM_COLUMNS = NAMES.flatMap(
  (name): readonly Fields[keyof Fields]['columns'][number][] => FIELDS[name].columns,
).map((column) => `item.${column}` as const)

/** Undefined for a kind that this version does not know, from a manual edit or a newer version. Skipped silently (P5). */
export function itemOfRow(row: Read): ItemState | undefined {
  if (!isItemType(row.type)) return undefined
  return Object.fromEntries(NAMES.map((name) => [FIELDS[name].state, FIELDS[name].read(row)])) as ItemState
}

type Written = Fields[keyof Fields]['columns'][number] | 'url' | 'title' | 'value_sources'

/** A column that no field writes is a compile error where the row is stored. */
export function rowOf(item: ItemState): Pick<StoredItem, Written> {
  const row: Partial<StoredItem> = { value_sources: sourcesToStore(valuesOfItem(item)) }
  for (const name of NAMES) {
    const { state, write } = FIELDS[name] as Field<keyof Values> & { state: keyof ItemState }
    Object.assign(row, write(item[state], item))
  }
  return row as StoredItem
}

/** The values that an item shows or depends on. */
export function valuesOfItem({ notice, condition }: Pick<ItemState, 'notice' | 'condition'>): ComparedValue[] {
  const shown = notice ? [notice.heading, notice.body, notice.byline].flatMap(valuesIn) : []
  return [...shown, ...comparedBy({ condition })]
}

type Settings = Pick<ItemState, Fields[Settable]['state']>

/** The settings of a new item. Absent fields are null. */
export function settingsOf(wanted: CreateItem): Settings {
  return Object.fromEntries(SETTABLE.map((name) => [FIELDS[name].state, kept(name, wanted[name])])) as Settings
}

/** An absent field is unchanged; `null` removes it. */
export function withChange(item: ItemState, change: UpdateItem): ItemState {
  const changed = SETTABLE.filter((name) => change[name] !== undefined)
  return { ...item, ...Object.fromEntries(changed.map((name) => [FIELDS[name].state, kept(name, change[name])])) }
}

/** The value as it will be read back. */
function kept(name: Settable, value: unknown): unknown {
  const { tidy } = FIELDS[name] as { tidy?: (value: unknown) => unknown }
  if (value === undefined || value === null) return null
  return tidy ? tidy(value) : value
}

const OWN = new Set<keyof Fields>(['mediaId', 'playlistId'])

/** The item as the API returns it: null fields are absent. @param behind the pages of a deck, the entries of a feed, the contents of a board, the texts of a notice with values */
export function itemOf(
  state: ItemState,
  behind: { [Name in 'pages' | 'entries' | 'contents' | 'shown']?: Item[Name] | undefined } = {},
): Item {
  const answer: Record<string, unknown> = {}
  for (const name of NAMES) {
    const value = state[FIELDS[name].state]
    if (!OWN.has(name) && value !== null) answer[name] = value
  }
  return {
    ...(answer as Omit<Item, 'playable'>),
    // A board whose table was removed is off, and so is a notice without anything left that has its values.
    playable:
      urlOf(state).playable &&
      !(state.type === 'board' && 'contents' in behind && !behind.contents) &&
      !behind.shown?.isOff,
    ...(behind.pages === undefined ? {} : { pages: behind.pages }),
    ...(behind.entries === undefined ? {} : { entries: behind.entries }),
    ...(behind.contents === undefined ? {} : { contents: behind.contents }),
    ...(behind.shown === undefined ? {} : { shown: behind.shown }),
  }
}

type Address = Extract<ItemUrl, { playable: true }> | { playable: false }
const urls = new WeakMap<ItemState, Address>()

/**
 * Cached result of `readItemUrl` for an item; item states are never modified. A notice without words, and a feed, a board or
 * weather without settings, are not playable.
 */
export function urlOf(item: ItemState): Address {
  const known = urls.get(item)
  if (known) return known
  const url = isWhole(item) ? readItemUrl(item.type, item.url) : ({ playable: false } as const)
  urls.set(item, url)
  return url
}

/** False for a notice with unreadable words, or a feed, a board or weather with unreadable settings. */
export function isWhole(item: Pick<ItemState, 'type' | 'notice' | 'feed' | 'board' | 'weather'>): boolean {
  const { type, notice } = item
  const isSet = (['feed', 'board', 'weather'] as const).every((kind) => type !== kind || item[kind] !== null)
  return noticeProblem(type, notice) === undefined && isSet
}
