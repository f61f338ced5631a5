import { readFileSync } from 'node:fs'
import { type Item, NO_PICTURE, type Notice } from '@placard/contract'
import type { Page } from '@playwright/test'
import { DISPLAY, type PlacardProcess } from '../placard-process.ts'

/** Selects a notice on the screen that is laid out. */
export const NOTICE_STANDS = '[data-item] .layer-seen .notice[data-fits]'

const WORDS: Notice = {
  look: 'paper',
  heading: 'Library closes early on Friday',
  body: 'We close at **15:00** so that the new shelves can be put up.\n\nBooks go back through the slot by the side door, as always.',
  byline: 'Ms Okafor, library',
}

/** Removes every item of the display and adds a notice. */
export async function showNotice(placard: PlacardProcess): Promise<Item> {
  const { items } = await placard.call('getProgramme', { params: DISPLAY })
  const body = { title: 'Notice', type: 'notice' as const, url: NO_PICTURE, duration: 3_600, notice: WORDS }
  const { item } = await placard.call('createItem', { params: DISPLAY, body })
  for (const { id } of items) await placard.call('removeItem', { params: { ...DISPLAY, itemId: id } })
  return item
}

/**
 * Changes the text of a notice on the screen repeatedly.
 *
 * @returns for each change, milliseconds from just before its request until the page has produced the first frame with
 *   the new text
 */
export async function editWords(page: Page, placard: PlacardProcess, item: Item, times: number): Promise<number[]> {
  const params = { ...DISPLAY, itemId: item.id }
  const tookMs: number[] = []
  for (let count = 0; count < times; count += 1) {
    const heading = `Change ${count}: the library closes early`
    const seenAt = page.evaluate(
      (heading) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const notice = document.querySelector<HTMLElement>('.layer-seen .notice[data-fits]')
            if (notice?.textContent?.includes(heading)) resolve(performance.timeOrigin + performance.now())
            else requestAnimationFrame(look)
          }
          look()
        }),
      heading,
    )
    const sentAt = performance.timeOrigin + performance.now()
    await placard.call('updateItem', { params, body: { notice: { ...WORDS, heading } } })
    tookMs.push((await seenAt) - sentAt)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return tookMs
}

/** Memory of a process in MiB, including its share of the memory that it has in common with others. */
export function ownMiBOf(pid: number): number {
  const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  return Number(pss?.[1]) / 1_024
}
