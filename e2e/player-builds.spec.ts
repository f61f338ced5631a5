import { createHash } from 'node:crypto'
import { playerPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { BLUE, RED } from './pixels.ts'
import { DISPLAY } from './placard.ts'
import { becomes, type KeptScreen, recordOf, shows, test } from './rigs/kept-screen.ts'
import { everything } from './rigs/request-proxy.ts'

// A long file is divided among the workers.
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

type Served = { path: string; contentType: string; body: string }

/** A new build, as a deployment makes it: the served one with another name and a changed bundle. */
async function otherBuild(device: KeptScreen, id: string, change: (script: string) => string): Promise<Served[]> {
  const read = async (path: string) => (await fetch(device.placard.url + path)).text()
  const page = await read('/display/')
  const script = /src="(\/player\/assets\/index-[^"]+\.js)"/.exec(page)?.[1] ?? ''
  const path = `/player/assets/index-${id}.js`
  const body = change(await read(script))
  const html = page.replace(script, path).replace(/(name="placard-build" content=")[^"]+/, `$1${id}`)
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const own = { id, page: { url: '/display/', sha256: hash(html) }, assets: [{ url: path, sha256: hash(body) }] }
  const worker = await read('/display/sw.js')
  const before = /\{id:[`"'][0-9a-f]{16}[`"'],page:.*?\}\]\}/.exec(worker)?.[0]
  if (!before) throw new Error('the worker does not carry its build')
  // [OF12] Half a minute for a new build to paint, as Vite writes it: a tenth of it shows the same.
  if (worker.split('=3e4,').length !== 2) throw new Error('the worker does not say once how long a build is on trial')
  const sw = worker.replaceAll(before, () => JSON.stringify(own)).replace('=3e4,', '=3e3,')
  return [
    { path: '/display/sw.js', contentType: 'text/javascript', body: sw },
    { path, contentType: 'text/javascript', body },
    { path: '/display/', contentType: 'text/html', body: html },
    { path: playerPath(DISPLAY), contentType: 'text/html', body: html },
  ]
}

function deploy(device: KeptScreen, files: Served[]): void {
  device.proxy.fault = ({ url }) => {
    const file = files.find(({ path }) => path === url)
    return file && { type: 'answer', status: 200, contentType: file.contentType, body: file.body }
  }
}

const buildOf = (page: Page) => page.locator('meta[name="placard-build"]').getAttribute('content')
const updateWorker = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const changed = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
    await registration?.update()
    await changed
  })

test('[F39] a build that throws at its start gives way to the one before, and is not tried again', async ({
  device,
}) => {
  const { context, page } = await device.keep([RED])
  const proven = await buildOf(page)

  deploy(device, await otherBuild(device, 'broken01', () => 'throw new Error("a bad day")'))
  await updateWorker(page)
  expect(await shows(page, RED)).toBe(true)
  await page.reload()
  expect(await buildOf(page)).toBe('broken01')
  await expect.poll(() => buildOf(page).catch(() => ''), { timeout: 120_000 }).toBe(proven)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await page.reload()
  expect(await buildOf(page)).toBe(proven)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await context.close()
})

/** Upgrades the database by one version, like a build that needs one more store. */
const FURTHER_STORE = `new Promise((resolve, reject) => {
  const request = indexedDB.open('placard', 7)
  request.onupgradeneeded = () => request.result.createObjectStore('of-a-later-build')
  request.onsuccess = () => { request.result.close(); resolve(undefined) }
  request.onerror = () => reject(request.error)
})`

/** The stores and the version of the page's database. */
const databaseOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ version: number; stores: string[] }>((resolve, reject) => {
        const request = indexedDB.open('placard')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const { version, objectStoreNames } = request.result
          request.result.close()
          resolve({ version, stores: Array.from(objectStoreNames).sort() })
        }
      }),
  )

test('[HS5] a later build with a store more that is given up costs nothing: it starts with the server gone', async ({
  device,
}) => {
  let { context, page } = await device.keep([RED])
  const proven = await buildOf(page)

  deploy(
    device,
    await otherBuild(device, 'further1', () => `${FURTHER_STORE}.then(() => { throw new Error("a bad day") })`),
  )
  await updateWorker(page)
  await page.reload()
  expect(await buildOf(page)).toBe('further1')
  await expect.poll(() => buildOf(page).catch(() => ''), { timeout: 120_000 }).toBe(proven)
  const further = { version: 7, stores: ['media', 'of-a-later-build', 'parts', 'records'] }
  expect(await databaseOf(page)).toEqual(further)
  await becomes(page, 'ready')
  await context.close()

  await device.placard.kill()
  device.proxy.fault = everything({ type: 'down' })
  context = await device.startBrowser()
  page = await device.open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await becomes(page, 'ready')
  expect(await databaseOf(page)).toEqual(further)
  await context.close()
})

test('[HS5] a database of an earlier build gets the stores that it lacks, and keeps what it has', async ({
  device,
}) => {
  await device.show([RED])
  const context = await device.startBrowser()
  const page = await device.open(context, `${device.proxy.url}/api/time`)
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('placard', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('records')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const writing = request.result.transaction('records', 'readwrite')
          writing.objectStore('records').put('kept', 'of an earlier build')
          writing.oncomplete = () => {
            request.result.close()
            resolve()
          }
        }
      }),
  )
  await device.open(context)
  await becomes(page, 'ready')
  expect((await databaseOf(page)).stores).toEqual(['media', 'parts', 'records'])
  expect(await recordOf(page, 'of an earlier build')).toBe('kept')
  await context.close()
})

test('[F38] a build that works is taken over between two items, and stays', async ({ device }) => {
  await device.show([RED, BLUE], 3)
  const context = await device.startBrowser()
  // The fleet's spread, of which this screen has the first moment.
  await context.addInitScript(() => {
    Math.random = () => 0
  })
  const page = await device.open(context)
  await becomes(page, 'ready')
  deploy(device, await otherBuild(device, 'better01', (script) => script))
  await updateWorker(page)
  await expect.poll(() => buildOf(page).catch(() => ''), { timeout: 60_000 }).toBe('better01')
  await expect(page.locator('[data-item]')).toBeAttached()
  // The one before has been let go of.
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('placard-player-'))))
    .toEqual(['placard-player-better01'])
  await context.close()
})

test('[F39] a build of which one file is not what it should be is never installed', async ({ device }) => {
  const { context, page } = await device.keep([RED])
  const proven = await buildOf(page)
  const files = await otherBuild(device, 'halfway1', (script) => script)
  deploy(
    device,
    files.map((file) => (file.path.endsWith('halfway1.js') ? { ...file, body: 'cut off' } : file)),
  )
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const found = new Promise<ServiceWorker | null>((resolve) => {
      registration?.addEventListener('updatefound', () => resolve(registration.installing), { once: true })
    })
    await registration?.update().catch(() => {})
    const worker = await found
    // Given up, or taken in spite of all: what it is, the page says then.
    const isOver = () => worker === null || worker.state === 'redundant' || worker.state === 'activated'
    await new Promise<void>((resolve) => {
      if (isOver()) resolve()
      else worker?.addEventListener('statechange', () => isOver() && resolve())
    })
  })
  await page.reload()
  expect(await buildOf(page)).toBe(proven)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await context.close()
})

test('X6 a script that does not load is tried again without anybody’s help', async ({ device }) => {
  await device.show([RED])
  let failures = 0
  device.proxy.fault = ({ url = '' }) => {
    if (!url.startsWith('/player/assets/index-') || !url.endsWith('.js') || failures > 0) return undefined
    failures += 1
    return { type: 'down' }
  }
  const context = await device.startBrowser()
  const page = await device.open(context)
  await expect.poll(() => shows(page, RED), { timeout: 60_000 }).toBe(true)
  expect(failures).toBe(1)
  await context.close()
})
