import { fileURLToPath } from 'node:url'
import { pathOf } from '@placard/contract'
import type { Page } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { type Child, startChild } from '../children.ts'
import { DISPLAY, type PlacardProcess } from '../placard-process.ts'
import type { Order, Report } from '../protocol.ts'
import type { ShowItem } from './show.ts'

const LISTENERS = fileURLToPath(new URL('../listeners.ts', import.meta.url))
const LOST_MS = 10_000

declare global {
  /** In the page: resolves when the frame with this item has been produced, with milliseconds since 1970. */
  var frameOf: (item: string) => Promise<number>
}

/** Makes the page record each change of its item, and when the frame with it was produced. */
export async function noteFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main) return
    let last = { item: main.dataset.item ?? '', at: 0 }
    let told = () => {}
    globalThis.frameOf = (item) =>
      new Promise((resolve) => {
        told = () => {
          if (last.item === item) resolve(last.at)
        }
        told()
      })
    new MutationObserver(() => {
      const item = main.dataset.item ?? ''
      if (item === last.item) return
      requestAnimationFrame(() => {
        // Runs after the frame's own work in the queue: style, layout and paint are done.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          last = { item, at: performance.timeOrigin + performance.now() }
          told()
        }
        port2.postMessage(null)
      })
    }).observe(main, { attributeFilter: ['data-item'] })
  })
}

/**
 * Moves one of two items to the front, in turns. The loop restarts with it, so another picture is shown.
 *
 * @param most the number of times, or fewer if the time is over first
 * @returns for each, milliseconds from just before the request until the frame
 */
export async function editInTurns(
  page: Page,
  placard: PlacardProcess,
  items: readonly ShowItem[],
  most: { times: number; seconds: number; pauseMs: number },
): Promise<number[]> {
  const took: number[] = []
  const end = performance.now() + most.seconds * 1_000
  while (took.length < most.times && performance.now() < end) {
    const { items: order } = await placard.call('getProgramme', { params: DISPLAY })
    const item = items.find(({ id }) => id !== order[0]?.id)
    if (!item) throw new RangeError('there are no two items')
    const startedAt = performance.timeOrigin + performance.now()
    const lost = AbortSignal.timeout(LOST_MS)
    const frame = page.evaluate((id) => frameOf(id), item.id)
    await placard.call('moveItem', { params: { ...DISPLAY, itemId: item.id as never }, body: { after: null } })
    const isLost = new Promise<never>((_, reject) => {
      lost.onabort = () => reject(new BenchError(`an edit was not seen within ${LOST_MS} ms`))
    })
    took.push((await Promise.race([frame, isLost])) - startedAt)
    lost.onabort = null
    if (most.pauseMs > 0) await page.waitForTimeout(most.pauseMs)
  }
  return took
}

/** In the page: shortens fades, because only the changes are counted and their fades would take minutes. */
export function cutFades(): void {
  const { animate } = Element.prototype
  Element.prototype.animate = function (frames) {
    return animate.call(this, frames, 1)
  }
}

/** Starts other screens of the same display, in a process of their own. */
export async function openListeners(placard: PlacardProcess, count: number): Promise<Child> {
  const listeners = startChild([LISTENERS, String(count)], { ipc: true })
  const port = Number(new URL(placard.url).port)
  const order: Order = { kind: 'open', count, port, path: pathOf('streamManifest', DISPLAY) }
  await new Promise<void>((resolve, reject) => {
    listeners.process.once('message', (report: Report) => {
      if (report.kind === 'failed') reject(new Error(report.reason))
      else resolve()
    })
    listeners.process.send(order)
  })
  return listeners
}
