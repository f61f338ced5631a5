import { createHash } from 'node:crypto'
import {
  EARLIEST_FEED_AT,
  type FeedEntry,
  FeedKind,
  type Item,
  type ItemId,
  LATEST_FEED_AT,
  type Line,
  type LineId,
  NO_PICTURE,
  type OrganisationId,
} from '@placard/contract'
import { z } from 'zod'
import type { Queries } from '../platform/database/database.ts'
import { expand, type Place } from './feed-entries.ts'
import { listCopies } from './feeds.store.ts'
import { type ItemState, urlOf } from './item-fields.ts'

export { expand, type Place } from './feed-entries.ts'

/** Strangers' dates are put into words each time a screen asks what to play: one that cannot be must not be kept. */
const Instant = z.int().min(EARLIEST_FEED_AT).max(LATEST_FEED_AT)

/** A moment of an event: an instant, or by the clock of wherever it is read: a day (`2026-11-23`), or a time (`2026-11-23T18:00`). */
const Moment = z.union([
  Instant,
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/)
    .refine((moment) => !Number.isNaN(Date.parse(moment))),
])

/** One entry of a feed as it was last read: text alone. */
const CopiedEntry = z.object({
  /** What its feed knows it by. */
  key: z.string(),
  /** From 1; it keeps it for as long as it is there, so that a screen goes on with it. */
  number: z.int().min(1).max(999),
  title: z.string(),
  text: z.string(),
  link: z.string().optional(),
  /** Of the news: when it was published; milliseconds since 1970. */
  at: Instant.optional(),
  /** Of a calendar. `end` is the first moment after it; null: it says none. */
  event: z.object({ begin: Moment, end: Moment.nullable(), place: z.string() }).optional(),
})
export type CopiedEntry = z.infer<typeof CopiedEntry>

/** The last good copy of a feed. */
export const FeedCopy = z.object({ kind: FeedKind, title: z.string(), entries: z.array(CopiedEntry) })
export type FeedCopy = z.infer<typeof FeedCopy>

/** By their addresses. */
export type Feeds = ReadonlyMap<string, FeedCopy>

/** The key of a feed in an organisation: its address may be longer than an index takes. */
export const feedIdOf = (url: string): string => createHash('sha256').update(url).digest('hex')

/** Reads the copies of the feeds of items, besides those that are known. */
export async function readFeeds(
  queries: Queries,
  organisationId: OrganisationId,
  items: readonly ItemState[],
  known: Feeds,
): Promise<Feeds> {
  const urls = [...new Set(items.flatMap((item) => feedUrlOf(item) ?? []))].filter((url) => !known.has(url))
  if (urls.length === 0) return known
  const copies = new Map(known)
  for (const { url, copy } of await listCopies(queries, organisationId, urls.map(feedIdOf))) {
    const read = copy === null ? undefined : FeedCopy.safeParse(JSON.parse(copy)).data
    if (read) copies.set(url, read)
  }
  return copies
}

/** The address that a feed's item names; undefined of every other item. */
function feedUrlOf(item: ItemState): string | undefined {
  if (item.type !== 'feed') return undefined
  const url = urlOf(item)
  return url.playable ? url.href : undefined
}

/** The entries of an item's feed as callers see them; undefined of an item that is no feed. */
export function feedEntriesOf(item: ItemState, { feeds }: { feeds: Feeds }, place: Place): FeedEntry[] | undefined {
  if (item.type !== 'feed') return undefined
  const copy = feeds.get(feedUrlOf(item) ?? '')
  return copy && item.feed ? expand(copy, { ...item, feed: item.feed }, place) : []
}

/** The same as the notices and the lines that they are on the glass. */
export function entriesOf(
  item: ItemState,
  sources: { feeds: Feeds },
  place: Place,
): { items: ItemState[]; lines: Line[] } {
  const items: ItemState[] = []
  const lines: Line[] = []
  for (const { id, text, notice, schedule = null } of feedEntriesOf(item, sources, place) ?? []) {
    if (notice) items.push({ ...item, ...ofNotice(id, notice), schedule })
    if (text !== undefined) {
      const { position, revision } = item
      lines.push({ id: id as string as LineId, text, position, revision, ...(schedule ? { schedule } : {}) })
    }
  }
  return { items, lines }
}

function ofNotice(id: ItemId, notice: NonNullable<Item['notice']>): Partial<ItemState> & Pick<ItemState, 'id'> {
  return { id, type: 'notice', title: notice.heading, url: NO_PICTURE, notice, feed: null }
}
