import { playerPath } from '@placard/contract'
import { addPicture } from '../content.ts'
import { expect, test } from '../journey.ts'
import { colourAt, flatPicture, isNear, RED } from '../pixels.ts'
import { DISPLAY } from '../placard.ts'
import { ofEachKind, openOn, SIZE, SPOT, watch } from './kinds.ts'

// By itself this file would be what a run waits for.
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

ofEachKind((kind) => {
  const { colour, add, needs, isKept } = kind

  test('is ready before its turn: no frame is empty, round after round', async ({ page, placard }) => {
    await addPicture(placard, await flatPicture(RED, SIZE), { duration: 3 })
    await add(placard, 3)
    await openOn(page, placard, kind)
    await expect.poll(async () => isNear(await colourAt(page, ...SPOT), colour), { timeout: 30_000 }).toBe(true)
    expect(await watch(page, RED, colour, 8)).toEqual(new Set([RED, colour]))
  })

  test('that is broken is passed over, and what was there stays', async ({ page, placard }) => {
    test.skip(!needs, 'nothing of it can be broken')
    await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
    await add(placard, 2)
    await openOn(page, placard, kind, { answer: (route) => route.abort() })
    await expect.poll(async () => isNear(await colourAt(page, ...SPOT), RED), { timeout: 30_000 }).toBe(true)
    expect(await watch(page, RED, RED, 5)).toEqual(new Set([RED]))
  })

  test('that never comes has a deadline, and what was there stays', async ({ page, placard }) => {
    test.skip(!needs, 'nothing of it can be late')
    await addPicture(placard, await flatPicture(RED, SIZE), { duration: 2 })
    await add(placard, 2)
    await openOn(page, placard, kind, { answer: async () => {} })
    await expect.poll(async () => isNear(await colourAt(page, ...SPOT), RED), { timeout: 30_000 }).toBe(true)
    expect(await watch(page, RED, RED, 13)).toEqual(new Set([RED]))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('[ST1] turns with the screen', async ({ page, placard }) => {
    await add(placard, 3_600)
    await openOn(page, placard, kind, { turn: 90 })
    // The band is at the left then, and the media area reaches to the right edge.
    await expect
      .poll(
        async () => isNear(await colourAt(page, 0.3, 0.9), colour) || isNear(await colourAt(page, 0.55, 0.5), colour),
        { timeout: 30_000 },
      )
      .toBe(true)
  })

  if (isKept) {
    test('goes on while the server is away', async ({ page, placard }) => {
      const isReady = () =>
        expect(page.locator('.player')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
      await add(placard, 3)
      await page.setViewportSize(SIZE)
      await page.goto(placard.url + playerPath(DISPLAY))
      await isReady()
      await addPicture(placard, await flatPicture(RED, SIZE), { duration: 3 })
      await expect.poll(async () => isNear(await colourAt(page, ...SPOT), RED), { timeout: 30_000 }).toBe(true)
      await isReady()
      await placard.kill()
      try {
        expect(await watch(page, RED, colour, 8)).toEqual(new Set([RED, colour]))
      } finally {
        await placard.start()
      }
    })
  }
})
