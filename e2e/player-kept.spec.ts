import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { BLUE, flatPicture, GREEN, noisePicture, RED } from './pixels.ts'
import { becomes, type KeptScreen, keptMedia, LINE, recordOf, shows, test, wantedMedia } from './rigs/kept-screen.ts'
import { everything } from './rigs/request-proxy.ts'

// A long file is divided among the workers.
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

test('[F14] data that the browser cleared is fetched again, and the screen plays meanwhile', async ({ device }) => {
  const { context, page } = await device.keep([RED, BLUE], 3)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: device.proxy.url, storageTypes: 'cache_storage,indexeddb' })
  expect(await keptMedia(page)).toEqual({})
  // The screen's next showing of each finds it missing; the manifest is looked for once a minute.
  await expect.poll(() => keptMedia(page), { timeout: 180_000 }).toEqual(await wantedMedia(device))
  expect((await shows(page, RED)) || (await shows(page, BLUE)) || (await page.locator('[data-item]').count()) > 0).toBe(
    true,
  )
  await context.close()
})

/** Clears the named kinds of the browser's storage for this address. The worker continues to run. */
async function clearKept(device: KeptScreen, page: Page, storageTypes: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: device.proxy.url, storageTypes })
  await session.detach()
}

test('[G8] caches cleared, no network: it starts from the second copy of its page, and mends itself', async ({
  device,
}) => {
  const { context, page } = await device.keep([RED])
  await expect.poll(async () => (await recordOf(page, 'page')) !== undefined).toBe(true)
  await clearKept(device, page, 'cache_storage')
  device.proxy.fault = everything({ type: 'down' })
  await page.reload()
  await expect(page.locator('main.player')).toBeAttached()
  await expect(page.getByText(LINE).first()).toBeAttached()

  device.proxy.fault = () => undefined
  await expect.poll(() => shows(page, RED), { timeout: 120_000 }).toBe(true)
  await becomes(page, 'ready')
  await page.reload()
  const builds = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('placard-player-')).length)
  await expect.poll(builds).toBe(1)
  await context.close()
})

test('[G8] with nothing left but its worker, and no network: a quiet card, which tries again', async ({ device }) => {
  const { context, page } = await device.keep([RED])
  await expect.poll(async () => (await recordOf(page, 'page')) !== undefined).toBe(true)
  await page.goto(`${device.proxy.url}/api/time`)
  await clearKept(device, page, 'cache_storage,indexeddb,local_storage')
  device.proxy.fault = everything({ type: 'down' })
  await device.open(context)
  await expect(page.locator('main[data-state="connecting"]')).toHaveText(/\d/)
  // A page of somebody on the way is no reason to leave it.
  let asked = 0
  device.proxy.fault = () => {
    asked += 1
    return { type: 'captive' }
  }
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  await expect(page.locator('main[data-state="connecting"]')).toBeAttached()
  device.proxy.fault = () => undefined
  await expect.poll(() => shows(page, RED), { timeout: 90_000 }).toBe(true)
  await context.close()
})

test('[F13] with no room for more the old stays whole, and the rest is still shown', async ({ device }) => {
  let { context, page } = await device.keep([RED])
  const before = await keptMedia(page)

  const cdp = await context.newCDPSession(page)
  const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin: device.proxy.url })
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: device.proxy.url, quotaSize: usage + 150_000 })
  await device.add('Noise', await noisePicture(640, 500), 60)
  await becomes(page, 'unavailable')
  expect(await keptMedia(page)).toEqual(before)
  // The first picture may still be fading in.
  await expect.poll(() => shows(page, RED)).toBe(true)

  await context.close()
  device.proxy.fault = everything({ type: 'down' })
  context = await device.startBrowser()
  page = await device.open(context)
  await expect.poll(() => shows(page, RED), { timeout: 60_000 }).toBe(true)
  await context.close()
})

test('[F15] a kept file that the disk has changed is never shown, and fetched again', async ({ device }) => {
  const { context, page } = await device.keep([RED])
  const [url = ''] = Object.keys(await wantedMedia(device))
  // The same length and a picture as well: only the hash can tell.
  await page.evaluate(
    async ({ url, wrong }) => {
      const bytes = Uint8Array.from(atob(wrong), (letter) => letter.charCodeAt(0))
      const cache = await caches.open('placard-media')
      const size = (await (await cache.match(url))?.blob())?.size ?? 0
      const padded = new Uint8Array(size)
      padded.set(bytes.subarray(0, size))
      await cache.put(url, new Response(padded, { headers: { 'Content-Type': 'image/jpeg' } }))
    },
    { url, wrong: (await flatPicture(GREEN, { width: 64, height: 36 })).toString('base64') },
  )
  await page.reload()
  const colours: boolean[] = []
  await expect
    .poll(async () => {
      colours.push(await shows(page, GREEN))
      return shows(page, RED)
    })
    .toBe(true)
  expect(colours).not.toContain(true)
  await expect.poll(() => keptMedia(page)).toEqual(await wantedMedia(device))
  await context.close()
})

test('[F16] a database that does not open is created again, and the screen plays on', async ({ device }) => {
  await device.show([RED])
  let context = await device.startBrowser()
  await becomes(await device.open(context), 'ready')
  await context.close()
  const folder = join(device.profile, 'Default', 'IndexedDB')
  const [database = ''] = (await readdir(folder)).filter((name) => name.endsWith('.leveldb'))
  for (const file of await readdir(join(folder, database))) {
    await writeFile(join(folder, database, file), 'not a database')
  }
  context = await device.startBrowser()
  const page = await device.open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await becomes(page, 'ready')
  await context.close()
})
