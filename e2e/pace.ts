import type { Locator } from '@playwright/test'

/**
 * The speed of a line of the ticker, in px per second. Both positions and both times come from the page, so a slow machine does
 * not affect the result.
 */
export function paceOf(line: Locator): Promise<number> {
  return line.evaluate(async (element) => {
    const [animation] = element.getAnimations()
    // On a busy machine, the browser may not have started it yet.
    await animation?.ready
    const place = () => ({
      x: new DOMMatrix(getComputedStyle(element).transform).m41,
      at: Number(animation?.currentTime),
    })
    const from = place()
    await new Promise((wake) => setTimeout(wake, 1_000))
    const to = place()
    return (from.x - to.x) / ((to.at - from.at) / 1_000)
  })
}
