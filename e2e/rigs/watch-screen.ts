import type { CDPSession, Page } from '@playwright/test'
import { classify, type Frame } from './darkness.ts'

const EVERY_MS = 200
/**
 * A photograph that takes longer than this never arrives, because its session is gone. It is not requested a second time
 * before: a blocked page or a busy machine only delivers late, and more requests would make it slower.
 */
const ANSWER_WITHIN_MS = 15_000

export type WatchedScreen = {
  frames: Frame[]
  stop(): Promise<void>
}

/** Photographs the page five times a second from outside, also during reloads and crashes. */
export async function watchScreen(page: Page): Promise<WatchedScreen> {
  const frames: Frame[] = []
  let stopped = false
  let crashed = false
  page.on('crash', () => {
    crashed = true
  })
  let session: CDPSession | undefined

  async function look(): Promise<void> {
    const at = Date.now()
    if (crashed || page.isClosed()) {
      frames.push({ at, sight: { type: 'gone' } })
      return
    }
    const silence = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, undefined))
    const image = await Promise.race([capture().catch(() => undefined), silence])
    if (image) frames.push({ at, sight: await classify(image) })
    else if (crashed) frames.push({ at, sight: { type: 'gone' } })
    else session = undefined
  }

  async function capture(): Promise<Buffer> {
    session ??= await page.context().newCDPSession(page)
    const size = page.viewportSize() ?? { width: 640, height: 360 }
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      clip: { x: 0, y: 0, ...size, scale: Math.min(1, 640 / size.width) },
    })
    return Buffer.from(data, 'base64')
  }

  const running = (async () => {
    while (!stopped) {
      const begun = performance.now()
      await look()
      await new Promise((wake) => setTimeout(wake, Math.max(20, EVERY_MS - (performance.now() - begun))))
    }
  })()
  return {
    frames,
    async stop() {
      stopped = true
      await running
      // Not awaited, because a crashed page never answers.
      session?.detach().catch(() => {})
    },
  }
}
