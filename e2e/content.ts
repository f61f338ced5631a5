import {
  type DisplayKey,
  filmMetadataOf,
  type Item,
  type ItemId,
  type MediaFile,
  PIECE_TYPE,
  type PlaylistKey,
  POSTER_TYPE,
  type RouteBodyInput,
  type Schedule,
  TUS_VERSION,
} from '@placard/contract'
import { DISPLAY, type Placard } from './placard.ts'

// Changes the content of the sample display by the API.

/** Removes all items and lines. */
export async function clearDisplay(placard: Placard): Promise<void> {
  const { items, lines } = await placard.call('getProgramme')
  for (const { id } of items) await removeItem(placard, id)
  for (const { id } of lines) await placard.call('removeLine', { params: { ...DISPLAY, lineId: id } })
}

export async function removeItem(placard: Placard, itemId: ItemId): Promise<void> {
  await placard.call('removeItem', { params: { ...DISPLAY, itemId } })
}

/** Creates an item that needs no file. */
export async function addItem(
  placard: Placard,
  title: string,
  schedule?: Schedule,
  params: DisplayKey | PlaylistKey = DISPLAY,
): Promise<Item> {
  const body = {
    title,
    type: 'youtube' as const,
    url: 'https://youtu.be/aaaaaaaaaaa',
    ...(schedule ? { schedule } : {}),
  }
  return (await placard.call('createItem', { params: params as DisplayKey, body })).item
}

/** @param picture a JPEG. @param about further fields of the item. @returns the item; its `url` is the path of the stored file */
export async function addPicture(
  placard: Placard,
  picture: Buffer,
  about: Partial<RouteBodyInput<'createItem'>> = {},
): Promise<Item> {
  const file = await placard.call('uploadMedia', { body: picture, headers: { 'content-type': 'image/jpeg' } })
  const body = { title: 'Picture', type: 'image' as const, ...about, url: file.url }
  return (await placard.call('createItem', { body })).item
}

/** Uploads a film by the API. @param how.insists accept it even if not every screen can play it. @param how.poster a JPEG */
export async function uploadFilm(
  placard: Placard,
  film: Buffer,
  { insists = false, poster }: { insists?: boolean; poster?: Buffer } = {},
): Promise<MediaFile> {
  const tus = { 'tus-resumable': TUS_VERSION }
  const { id: uploadId } = await placard.call('createUpload', {
    headers: { ...tus, 'upload-length': String(film.length), 'upload-metadata': filmMetadataOf({ insists }) },
  })
  const params = { ...DISPLAY, uploadId }
  await placard.call('appendToUpload', {
    params,
    body: film as never,
    headers: { ...tus, 'upload-offset': '0', 'content-type': PIECE_TYPE },
  })
  const sent = poster ? { body: poster as never, headers: { 'content-type': POSTER_TYPE } } : {}
  return placard.call('finishUpload', { params, ...sent })
}

/** Uploads a film and creates its item. @returns the item */
export async function addFilm(
  placard: Placard,
  film: Buffer,
  about: Partial<RouteBodyInput<'createItem'>> = {},
  how?: Parameters<typeof uploadFilm>[2],
): Promise<Item> {
  const file = await uploadFilm(placard, film, how)
  const body = { title: 'Film', type: 'video' as const, ...about, url: file.url }
  return (await placard.call('createItem', { body })).item
}
