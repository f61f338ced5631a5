import { fileURLToPath } from 'node:url'
import { pathOf } from '@placard/contract'
import type { Page } from '@playwright/test'
import { type Child, startChild } from '../children.ts'
import { DISPLAY, type PlacardProcess } from '../placard-process.ts'
import type { Order, Report } from '../protocol.ts'
import type { ShowItem } from './show.ts'

const LISTENERS = fileURLToPath(new URL('../listeners.ts', import.meta.url))
const LOST_MS = 10_000

declare global {
  /** In the page: when an item's first frame was produced, milliseconds since 1970. */
  var firstFrames: Map<string, number>
}

/** The page notes each change of its item, and when the frame was produced that has it. */
export async function noteFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.firstFrames = new Map()
    const main = document.querySelector('main')
    if (!main) return
    let last = ''
    new MutationObserver(() => {
      const item = main.dataset.item ?? ''
      if (item === last) return
      last = item
      requestAnimationFrame(() => {
        // Behind the frame's own work in the queue: style, layout and paint are done.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => firstFrames.set(item, performance.timeOrigin + performance.now())
        port2.postMessage(null)
      })
    }).observe(main, { attributeFilter: ['data-item'] })
  })
}

/**
 * Brings one of two items to the front, in turns, so many times: the loop restarts with it, so another picture is seen.
 *
 * @returns for each, milliseconds from just before the request until the frame
 */
export async function editInTurns(
  page: Page,
  placard: PlacardProcess,
  items: readonly ShowItem[],
  { times, pauseMs }: { times: number; pauseMs: number },
): Promise<number[]> {
  const took: number[] = []
  for (let number = 0; number < times; number += 1) {
    const item = items[(number + 1) % items.length]
    if (!item) throw new RangeError('there are no items')
    await page.evaluate((id) => firstFrames.delete(id), item.id)
    const startedAt = performance.timeOrigin + performance.now()
    await placard.call('moveItem', { params: { ...DISPLAY, itemId: item.id as never }, body: { after: null } })
    const frame = await page.waitForFunction((id) => firstFrames.get(id), item.id, { polling: 10, timeout: LOST_MS })
    took.push(Number(await frame.jsonValue()) - startedAt)
    if (pauseMs > 0) await page.waitForTimeout(pauseMs)
  }
  return took
}

/** Other screens of the same display, in a process of their own. */
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
