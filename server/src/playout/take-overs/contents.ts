import {
  ADDRESS_TYPES,
  type DisplayKey,
  type InsertRequest,
  type MediaId,
  mediaEndingOf,
  NO_PICTURE,
  readItemUrl,
  type TakeOverContent,
  type TakeOverRequest,
} from '@placard/contract'
import { findMediaFileAt, keepFiles } from '../../content/media/service.ts'
import {
  findProgramme,
  findValueIn,
  type ItemState,
  placeOf,
  readContents,
  readSources,
  shownItem,
  urlOf,
} from '../../content/programmes/service.ts'
import { type Caller, mayUse } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { EXTENTS, type Extent } from './extents.ts'
import type { ShownContent } from './store.ts'

/** The content to show, and the stored file in it. */
export type Content<Shown = ShownContent> = { content: Shown; mediaId: MediaId | null }

type Asker = Pick<Caller, 'organisationId' | 'displays' | 'email' | 'token'>

/** The content of a take-over of the whole screen. @throws AppError as `contentOf` */
export async function wholeContentOf(
  context: Context,
  queries: Queries,
  caller: Asker,
  wanted: TakeOverRequest,
): Promise<Content<TakeOverContent>> {
  const { content, mediaId } = await contentOf(context, queries, caller, 'whole', wanted)
  if (content.kind === 'address') throw notStorable()
  return { content, mediaId }
}

/**
 * Converts the requested content to the stored form. Locks its file, so that no sweep can remove it meanwhile.
 *
 * @throws AppError media-not-found, item-not-found, url-not-playable; take-over-not-storable for content that screens cannot
 * store in advance, unless the extent allows it
 */
export async function contentOf(
  context: Context,
  queries: Queries,
  caller: Asker,
  extent: Extent,
  wanted: TakeOverRequest | InsertRequest,
): Promise<Content> {
  switch (wanted.kind) {
    case 'line':
      return { content: wanted, mediaId: null }
    case 'notice': {
      if (wanted.url === undefined) return { content: wanted, mediaId: null }
      const { id, type, url } = await fileAt(context, queries, caller, wanted.url)
      if (type !== 'image') throw notStorable()
      return { content: { ...wanted, url }, mediaId: id }
    }
    case 'file': {
      const { id, type, url } = await fileAt(context, queries, caller, wanted.url)
      return { content: { kind: 'file', type, url, title: wanted.title }, mediaId: id }
    }
    case 'item': {
      const { organisationId } = caller
      if (!mayUse(caller, wanted.displayId)) throw new AppError('item-not-found', { field: 'content.itemId' })
      const key = { organisationId, displayId: wanted.displayId }
      const item = await findItem(queries, key, wanted.itemId)
      const display = await findProgramme(queries, key)
      if (!item || !display) throw new AppError('item-not-found', { field: 'content.itemId' })
      // The copy keeps the values as they are now.
      const sources = await readSources(queries, organisationId, [item])
      const place = placeOf({ ...key, ...display }, sources, context.now())
      const shown = shownItem(item, findValueIn(sources, place), place)
      if (!shown) throw new AppError('notice-empty', { field: 'content' })
      return contentOf(context, queries, caller, extent, requestOf(shown, extent))
    }
    case 'address': {
      const address = readItemUrl(wanted.type, wanted.url)
      if (!address.playable) throw new AppError('url-not-playable', { field: 'content.url' })
      return { content: { ...wanted, url: address.href }, mediaId: null }
    }
  }
}

async function findItem(queries: Queries, key: DisplayKey, id: string): Promise<ItemState | undefined> {
  const contents = await readContents(queries, key.organisationId, [key.displayId])
  return contents.get(key.displayId)?.items.find((item) => item.id === id)
}

/** @throws AppError take-over-not-storable */
function requestOf(item: ItemState, extent: Extent): TakeOverRequest | InsertRequest {
  const url = urlOf(item)
  const href = url.playable ? url.href : ''
  if (item.type === 'notice' && item.notice) {
    return { kind: 'notice', notice: item.notice, ...(href === NO_PICTURE || href === '' ? {} : { url: href }) }
  }
  if (EXTENTS[extent].mayBeElsewhere && url.playable && mediaEndingOf(href) === undefined) {
    const { type, title, webPage } = item
    if (isAddressType(type)) return { kind: 'address', type, url: href, title, ...(webPage ? { webPage } : {}) }
  }
  // Screens cannot store these in advance: external files, web pages, decks and playlists.
  if ((item.type !== 'image' && item.type !== 'video') || item.mediaId === null) throw notStorable()
  return { kind: 'file', url: href, title: item.title }
}

function isAddressType(type: string): type is (typeof ADDRESS_TYPES)[number] {
  return (ADDRESS_TYPES as readonly string[]).includes(type)
}

const notStorable = () => new AppError('take-over-not-storable', { field: 'content' })

/** @throws AppError media-not-found: no such file, one of another organisation, or one that the caller may not see */
async function fileAt(
  context: Context,
  queries: Queries,
  caller: Asker,
  address: string,
): Promise<{ id: MediaId; type: 'image' | 'video'; url: string }> {
  const find = async () => (await findMediaFileAt(context, queries, caller.organisationId, caller, address))?.file
  const named = (await find())?.id
  if (named !== undefined) await keepFiles(queries, [named])
  const file = named === undefined ? undefined : await find()
  if (!file) throw new AppError('media-not-found', { field: 'content.url' })
  const type = file.contentType === 'image/jpeg' ? 'image' : 'video'
  return { id: file.id, type, url: file.url }
}

/** The first words of the content, used as its name if it has none. */
export function wordsOf(content: ShownContent): string {
  switch (content.kind) {
    case 'notice':
      return content.notice.heading || content.notice.body.split('\n', 1)[0]?.slice(0, 120) || ''
    case 'file':
    case 'address':
      return content.title
    case 'line':
      return content.text
  }
}
