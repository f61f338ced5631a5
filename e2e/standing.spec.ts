import { playerPath } from '@placard/contract'
import { addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { BLUE, flatPicture } from './pixels.ts'
import { DISPLAY } from './placard.ts'

declare global {
  /** The times at which the player requested a frame, in milliseconds of its clock. */
  var framesAskedAt: number[]
}

test('while a picture stands, the player wakes the browser for a frame once a second', async ({ page, placard }) => {
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(BLUE), { duration: 3_600 })
  await page.addInitScript(() => {
    globalThis.framesAskedAt = []
    const ask = requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => {
      globalThis.framesAskedAt.push(performance.now())
      return ask(callback)
    }
  })
  await page.goto(placard.url + playerPath(DISPLAY))
  await expect(page.locator('[data-state="playing"]')).toBeAttached()
  /** The number of frames that were requested in the last five seconds. Requests within two frames count as one. */
  const moments = () =>
    page.evaluate(() => {
      const recent = globalThis.framesAskedAt.filter((at) => at > performance.now() - 5_000)
      return recent.filter((at, index) => at - (recent[index - 1] ?? 0) > 34).length
    })
  // The one who counts showings comes ten seconds after the picture.
  await page.waitForTimeout(16_500)
  const asked = await moments()
  expect(asked).toBeGreaterThanOrEqual(4)
  expect(asked).toBeLessThanOrEqual(6)
})
