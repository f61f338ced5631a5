import { createHash } from 'node:crypto'
import {
  type FeedEntry,
  type Item,
  type ItemId,
  type Line,
  type LineId,
  NO_PICTURE,
  type OrganisationId,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { FeedCopy } from './feed-copy.ts'
import { expand, type Place } from './feed-entries.ts'
import { listCopies } from './feeds.store.ts'
import { type ItemState, urlOf } from './item-fields.ts'

export { expand, type Place } from './feed-entries.ts'

/** Copies of feeds, by address. */
export type Feeds = ReadonlyMap<string, FeedCopy>

/** The key of a feed in an organisation. A hash, because an address may be too long for an index. */
export const feedIdOf = (url: string): string => createHash('sha256').update(url).digest('hex')

/** Reads the copies of the feeds of items, except the known ones. */
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

/** The address of a feed item. Undefined for other items. */
function feedUrlOf(item: ItemState): string | undefined {
  if (item.type !== 'feed') return undefined
  const url = urlOf(item)
  return url.playable ? url.href : undefined
}

/** The entries of a feed item as the API returns them. Undefined for other items. */
export function feedEntriesOf(item: ItemState, { feeds }: { feeds: Feeds }, place: Place): FeedEntry[] | undefined {
  if (item.type !== 'feed') return undefined
  const copy = feeds.get(feedUrlOf(item) ?? '')
  return copy && item.feed ? expand(copy, { ...item, feed: item.feed }, place) : []
}

/** The entries of a feed item as the notices and lines that play. */
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
      const { position, revision, condition } = item
      const when = { ...(schedule ? { schedule } : {}), ...(condition ? { condition } : {}) }
      lines.push({ id: id as string as LineId, text, position, revision, ...when })
    }
  }
  return { items, lines }
}

function ofNotice(id: ItemId, notice: NonNullable<Item['notice']>): Partial<ItemState> & Pick<ItemState, 'id'> {
  return { id, type: 'notice', title: notice.heading, url: NO_PICTURE, notice, feed: null }
}
