import { PairingCode } from '@placard/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './journey.ts'
import { BLUE, RED } from './pixels.ts'
import { DISPLAY } from './placard.ts'
import { becomes, type KeptScreen, keptMedia, LINE, shows, test, wantedMedia } from './rigs/kept-screen.ts'
import { everything } from './rigs/request-proxy.ts'

// A long file is divided among the workers.
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

/** The kinds of storage, by the names that the browser uses. */
const CLEARED = ['all', 'cache_storage', 'service_workers', 'indexeddb', 'cache_storage,service_workers']
const WITH_NETWORK_MS = 60_000

async function clear(page: Page, storageTypes: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes })
  await session.detach()
}

/** The names of the stored records. Opening must not create the database if it is missing. */
const recordsOf = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'placard')) return []
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answer(indexedDB.open('placard'))
    try {
      const has = database.objectStoreNames.contains('records')
      const names = has ? await answer(database.transaction('records').objectStore('records').getAllKeys()) : []
      return names.map(String)
    } finally {
      // An open connection would block the player.
      database.close()
    }
  })

/** The stored parts that are missing for a start without a network. */
async function lacksOf(device: KeptScreen, page: Page): Promise<string[]> {
  const lacks = await page.evaluate(async () => [
    ...((await navigator.serviceWorker.getRegistration())?.active ? [] : ['registration']),
    ...((await caches.match('/display/')) ? [] : ['build']),
  ])
  const records = await recordsOf(page)
  const kept = await keptMedia(page)
  const files = Object.entries(await wantedMedia(device)).filter(([url, hash]) => kept[url] !== hash)
  return [
    ...lacks,
    ...['page', 'manifest vnr/ece', 'clock'].filter((name) => !records.includes(name)),
    ...files.map(([url]) => url),
  ]
}

/**
 * A page registers its worker once more five seconds after its start, and its worker takes the second copy: only afterwards is it as it
 * will be for months. Chromium that clears its caches while they are written may not answer for them any more.
 */
const START_IS_OVER_MS = 6_000

/**
 * Without the server: the page is loaded again, and the device is switched off and on.
 *
 * @param how `closed`: the browser is closed before. Chromium writes local storage, which has the pairing, up to minutes after a page did.
 */
async function startsAgain(
  device: KeptScreen,
  context: BrowserContext,
  page: Page,
  how: 'cut' | 'closed' = 'cut',
): Promise<void> {
  const address = page.url()
  const plays = async (opened: Page) => {
    await expect(opened.locator('main.player[data-item]')).toBeAttached({ timeout: 60_000 })
    await expect.poll(async () => (await shows(opened, RED)) || (await shows(opened, BLUE))).toBe(true)
    await expect(opened.getByText(LINE).first()).toBeAttached()
  }
  device.proxy.fault = everything({ type: 'down' })
  await device.placard.kill()
  await page.reload()
  await plays(page)
  if (how === 'closed') await context.close()
  await device.kill(context)
  const again = await device.startBrowser()
  await plays(await device.open(again, address))
  await again.close()
}

for (const storageTypes of CLEARED) {
  test(`[R3] ${storageTypes} cleared while it plays, a minute of network, then none: it starts again`, async ({
    device,
  }) => {
    const { context, page } = await device.keep([RED, BLUE], 3)
    await expect.poll(() => lacksOf(device, page)).toEqual([])
    await page.waitForTimeout(START_IS_OVER_MS)
    await clear(page, storageTypes)
    expect(await lacksOf(device, page)).not.toEqual([])
    await expect.poll(() => lacksOf(device, page), { timeout: WITH_NETWORK_MS }).toEqual([])
    await becomes(page, 'ready')
    await startsAgain(device, context, page)
  })
}

test('[R3] a paired screen whose data are cleared keeps its pairing', async ({ device }) => {
  const { placard } = device
  await device.show([RED, BLUE], 3)
  const context = await device.startBrowser()
  const page = await device.open(context, `${placard.url}/screen`)
  const code = PairingCode.parse(await page.locator('[data-code]').getAttribute('data-code'))
  const params = { organisationId: DISPLAY.organisationId, code }
  const body = { as: 'new' as const, displayId: DISPLAY.displayId, name: 'Hall' }
  await placard.call('pairScreen', { params, body })
  await becomes(page, 'ready')
  const proof = async () => (await context.cookies(page.url())).map(({ name, value }) => name + value)
  const before = await proof()
  expect(before).toHaveLength(1)
  await page.waitForTimeout(START_IS_OVER_MS)
  await clear(page, 'all')
  await expect.poll(() => lacksOf(device, page), { timeout: WITH_NETWORK_MS }).toEqual([])
  expect(await proof()).toEqual(before)
  await startsAgain(device, context, page, 'closed')
})

test('[R3] a worker that cannot be put back for want of a network is put back when there is one', async ({
  device,
}) => {
  const { context, page } = await device.keep([RED])
  await page.waitForTimeout(START_IS_OVER_MS)
  device.proxy.fault = everything({ type: 'down' })
  await clear(page, 'service_workers')
  await becomes(page, 'storing')
  device.proxy.fault = () => undefined
  await becomes(page, 'ready')
  await startsAgain(device, context, page)
})
