import {
  type ChangedField,
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
  WebPage,
} from '@placard/contract'
import { z } from 'zod'
import type { Row } from '../../platform/database/tables.ts'
import type { Told } from '../activity/service.ts'
import { readStoredFilm } from '../media/service.ts'
import { readStoredSchedule, storedScheduleOf } from '../schedules/service.ts'

// The one description of an item's fields: what is stored, what the log keeps and tells, what a command changes and what
// callers are answered all follow from FIELDS.

/** A row of an item, without the programme that it belongs to. */
export type ItemRow = Omit<Row<'item'>, 'organisation_id' | 'programme_id'>

/** The source of an item: a row, and in the place of `url` and `title` what they are shown as (`items.store.ts`). */
type Read<Column extends keyof ItemRow = keyof ItemRow> = Omit<Pick<ItemRow, Column>, 'url'> & {
  url: string
  /** Of the stored file that is joined. */
  film: string | null
}

/**
 * By their names in the contract; `mediaId` and `playlistId` are the server's own. Whether an item can be played is told by its address,
 * its pages by its deck, its entries by its feed: none of it is kept.
 */
type Values = Omit<Item, 'playable' | 'pages' | 'entries'> & { mediaId: MediaId | null; playlistId: PlaylistId | null }

/** Null where the contract lets a field be absent. */
type Kept<Name extends keyof Values> = undefined extends Values[Name] ? NonNullable<Values[Name]> | null : Values[Name]

type Settable = keyof UpdateItem

type Field<Name extends keyof Values> = {
  /** Its name in what is stored, which is what the log keeps. */
  state: string
  /** Of what the log keeps. A field that came later says by `.default` what entries of before mean. */
  schema: z.core.$ZodType<Kept<Name>>
  columns: readonly (keyof ItemRow)[]
  read: (row: Read) => Kept<Name>
  /** @param item that it is of */
  write: (value: Kept<Name>, item: Pick<Values, 'mediaId' | 'playlistId' | 'type'>) => Partial<ItemRow>
  /** A value as it will be read back, where there are several ways to write it. */
  tidy?: (value: NonNullable<Kept<Name>>) => Kept<Name>
  /** The log's name for a change of it: every field that people change has a name there. */
  told: Name extends Settable | 'position' ? ChangedField : null
}

const FIELDS = {
  id: { ...column('id', ItemId), state: 'id', told: null },
  /** Of an inclusion it is the playlist's, and nothing is stored. */
  title: {
    state: 'title',
    schema: z.string(),
    columns: [],
    read: ({ title }) => title,
    write: (title, { playlistId }) => ({ title: playlistId === null ? title : '' }),
    told: 'title',
  },
  /** Of a stored file or a playlist it is made from the id, and only the id is stored. */
  url: {
    state: 'url',
    schema: z.string(),
    // The reader selects an expression for it.
    columns: [],
    read: ({ url }) => url,
    write: (url, { mediaId, playlistId }) => ({ url: mediaId === null && playlistId === null ? url : null }),
    told: 'url',
  },
  /** Goes with `url`. */
  mediaId: { ...column('media_id', MediaId.nullable()), state: 'mediaId', told: null },
  /** Goes with `url`. */
  playlistId: { ...column('playlist_id', PlaylistId.nullable().default(null)), state: 'playlistId', told: null },
  /** The facts about its stored film. Goes with `url`, and is written with the file. */
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
  /** Null for every other kind, and where its words cannot be read: then they stay as they are stored. */
  notice: {
    state: 'notice',
    schema: z.unknown().default(null).transform(readKeptNotice),
    columns: ['notice'],
    read: ({ type, notice }) => (type === 'notice' ? readStored(notice, readKeptNotice) : null),
    write: (notice, { type }) =>
      notice === null && type === 'notice' ? {} : { notice: notice && JSON.stringify(notice) },
    told: 'notice',
  },
  /** Of a film alone; what is muted is null. */
  sound: {
    state: 'sound',
    schema: z.boolean().nullable().default(null),
    columns: ['sound'],
    read: ({ type, sound }) => (type === 'video' && sound === 1 ? true : null),
    write: (sound, { type }) => ({ sound: type === 'video' && sound ? 1 : null }),
    tidy: (sound) => sound || null,
    told: 'sound',
  },
  /** Null for every other kind. */
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
  /** Null for every other kind, and where it cannot be read: then nothing of it is shown. */
  feed: {
    state: 'feed',
    schema: z.unknown().default(null).transform(readKeptFeed),
    columns: ['feed'],
    read: ({ type, feed }) => (type === 'feed' ? readStored(feed, readKeptFeed) : null),
    write: (feed, { type }) => (feed === null && type === 'feed' ? {} : { feed: feed && JSON.stringify(feed) }),
    told: 'feed',
  },
  position: { ...column('position', z.string()), state: 'position', told: 'position' },
  revision: { ...column('revision', z.int()), state: 'revision', told: null },
} as const satisfies { [Name in keyof Required<Values>]: Field<Name> }

/** Null where it cannot be read, put there by hand or by a newer version. */
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

/** Of a newer version all is kept that this one knows; what is beyond the bounds of a notice is none. */
function readKeptNotice(value: unknown): Notice | null {
  return Notice.safeParse(readNotice(value)).data ?? null
}

function readKeptFeed(value: unknown): FeedSettings | null {
  return FeedSettings.safeParse(value).data ?? null
}

/** Null where it says the same as nothing. */
function readKeptWebPage(value: unknown): WebPage | null {
  return WebPage.safeParse(readWebPage(value)).data ?? null
}

/** One column that holds what the log keeps. */
function column<Column extends keyof ItemRow, Schema extends z.ZodType>(name: Column, schema: Schema) {
  return {
    schema,
    columns: [name],
    read: (row: ItemRow) => row[name] as z.infer<Schema>,
    write: (value: z.infer<Schema>) => ({ [name]: value }) as Partial<ItemRow>,
  } as const
}

type Fields = typeof FIELDS
/** An item as it is stored, and as the log keeps it. */
export type ItemState = { [Name in keyof Fields as Fields[Name]['state']]: Kept<Name> }

const NAMES = Object.keys(FIELDS) as (keyof Fields)[]
const SETTABLE = Object.keys(UpdateItem.shape) as Settable[]
const byState = <Value>(partOf: (field: Field<keyof Values>) => Value) =>
  Object.fromEntries(NAMES.map((name) => [FIELDS[name].state, partOf(FIELDS[name] as Field<keyof Values>)]))

/** An item as the log kept it. Entries older than a field do not have it. */
export const ItemState = z.object(byState(({ schema }) => schema)) as unknown as z.ZodType<ItemState>

type Nullable = { [Name in keyof ItemState]: null extends ItemState[Name] ? Name : never }[keyof ItemState]

/** Nothing of what an item may be without. */
export const BARE_ITEM = Object.fromEntries(
  NAMES.filter((name) => z.safeParse(FIELDS[name].schema, null).success).map((name) => [FIELDS[name].state, null]),
) as { [Name in Nullable]: null }

/** Every field of it, by what the log calls it. */
export const ITEM_TOLD = byState(({ told }) => told) as Told<ItemState>

export const ITEM_COLUMNS = NAMES.flatMap(
  (name): readonly Fields[keyof Fields]['columns'][number][] => FIELDS[name].columns,
).map((column) => `item.${column}` as const)

/** Undefined for a kind that this version does not know, put there by hand or by a newer one: skipped without a word (P5). */
export function itemOfRow(row: Read): ItemState | undefined {
  if (!isItemType(row.type)) return undefined
  return Object.fromEntries(NAMES.map((name) => [FIELDS[name].state, FIELDS[name].read(row)])) as ItemState
}

/** A column that no field writes does not compile where this is stored. */
export function rowOf(item: ItemState): Pick<ItemRow, Fields[keyof Fields]['columns'][number] | 'url' | 'title'> {
  const row: Partial<ItemRow> = {}
  for (const name of NAMES) {
    const { state, write } = FIELDS[name] as Field<keyof Values> & { state: keyof ItemState }
    Object.assign(row, write(item[state], item))
  }
  return row as ItemRow
}

type Settings = Pick<ItemState, Fields[Settable]['state']>

/** The columns of a new item; an absent field is kept as null. */
export function settingsOf(wanted: CreateItem): Settings {
  return Object.fromEntries(SETTABLE.map((name) => [FIELDS[name].state, kept(name, wanted[name])])) as Settings
}

/** An absent field stays as it is; `null` takes it away. */
export function withChange(item: ItemState, change: UpdateItem): ItemState {
  const changed = SETTABLE.filter((name) => change[name] !== undefined)
  return { ...item, ...Object.fromEntries(changed.map((name) => [FIELDS[name].state, kept(name, change[name])])) }
}

/** As it will be read back. */
function kept(name: Settable, value: unknown): unknown {
  const { tidy } = FIELDS[name] as { tidy?: (value: unknown) => unknown }
  if (value === undefined || value === null) return null
  return tidy ? tidy(value) : value
}

const OWN = new Set<keyof Fields>(['mediaId', 'playlistId'])

/** As callers see it: what is null is absent. @param behind the pages of a deck, the entries of a feed */
export function itemOf(
  state: ItemState,
  behind: { [Name in 'pages' | 'entries']?: Item[Name] | undefined } = {},
): Item {
  const answer: Record<string, unknown> = {}
  for (const name of NAMES) {
    const value = state[FIELDS[name].state]
    if (!OWN.has(name) && value !== null) answer[name] = value
  }
  return {
    ...(answer as Omit<Item, 'playable'>),
    playable: urlOf(state).playable,
    ...(behind.pages === undefined ? {} : { pages: behind.pages }),
    ...(behind.entries === undefined ? {} : { entries: behind.entries }),
  }
}

type Address = Extract<ItemUrl, { playable: true }> | { playable: false }
const urls = new WeakMap<ItemState, Address>()

/** `readItemUrl` of an item, worked out once: nobody changes a state. A notice without words cannot be played anywhere, nor a feed without settings. */
export function urlOf(item: ItemState): Address {
  const known = urls.get(item)
  if (known) return known
  const url = isWhole(item) ? readItemUrl(item.type, item.url) : ({ playable: false } as const)
  urls.set(item, url)
  return url
}

/** False: a notice whose words cannot be read, or a feed whose settings cannot. */
export function isWhole({ type, notice, feed }: Pick<ItemState, 'type' | 'notice' | 'feed'>): boolean {
  return noticeProblem(type, notice) === undefined && (type !== 'feed' || feed !== null)
}
