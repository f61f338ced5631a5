import { playerPath } from '@placard/contract'
import { DISPLAY, type PlacardProcess } from '../placard-process.ts'

/** The path below the base address of a server, or of a relay to it. */
export const PLAYER = playerPath(DISPLAY)

export type ShowItem = { id: string; seconds: number }

/**
 * Replaces the content of the display by these pictures, each for `seconds`, and these lines.
 *
 * @param pictures addresses of uploaded pictures
 */
export async function show(
  placard: PlacardProcess,
  pictures: readonly string[],
  seconds: number,
  lines: readonly string[] = [],
): Promise<ShowItem[]> {
  const programme = await placard.call('getProgramme', { params: DISPLAY })
  for (const { id } of programme.lines) await placard.call('removeLine', { params: { ...DISPLAY, lineId: id } })
  const items: ShowItem[] = []
  for (const [index, picture] of pictures.entries()) {
    const body = { title: `Picture ${index}`, type: 'image' as const, url: picture, duration: seconds }
    const { item } = await placard.call('createItem', { params: DISPLAY, body })
    items.push({ id: item.id, seconds })
  }
  for (const { id } of programme.items) await placard.call('removeItem', { params: { ...DISPLAY, itemId: id } })
  for (const text of lines) await placard.call('createLine', { params: DISPLAY, body: { text } })
  return items
}
