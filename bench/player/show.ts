import { playerPath } from '@placard/contract'
import { DISPLAY, type PlacardProcess } from '../placard-process.ts'

/** Below the base address of a server, or of a line to it. */
export const PLAYER = playerPath(DISPLAY)

export type ShowItem = { id: string; seconds: number }

/**
 * Takes everything off the display and puts these pictures on it, each for so many seconds, and these lines.
 *
 * @param pictures addresses of what has been uploaded
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
