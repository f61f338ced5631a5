import type { Item, ItemId, RouteBodyInput } from '@placard/contract'
import { DISPLAY, type Placard } from './placard.ts'

// Puts content on the sample display, past the browser.

/** Takes every item off it, and every line. */
export async function clearDisplay(placard: Placard): Promise<void> {
  const { items, lines } = await placard.call('getProgramme')
  for (const { id } of items) await removeItem(placard, id)
  for (const { id } of lines) await placard.call('removeLine', { params: { ...DISPLAY, lineId: id } })
}

export async function removeItem(placard: Placard, itemId: ItemId): Promise<void> {
  await placard.call('removeItem', { params: { ...DISPLAY, itemId } })
}

/** @param picture a JPEG. @param about as of any new item. @returns the item; its `url` is the path of the stored file */
export async function addPicture(
  placard: Placard,
  picture: Buffer,
  about: Partial<RouteBodyInput<'createItem'>> = {},
): Promise<Item> {
  const file = await placard.call('uploadMedia', { body: picture, headers: { 'content-type': 'image/jpeg' } })
  const body = { title: 'Picture', type: 'image' as const, ...about, url: file.url }
  return (await placard.call('createItem', { body })).item
}
