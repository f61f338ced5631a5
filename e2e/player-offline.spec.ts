import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playerPath } from '@placard/contract'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { addPicture, clearDisplay } from './content.ts'
import { BLUE, colourAt, flatPicture, GREEN, isNear, RED } from './pixels.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'
import { launchHttpsFront } from './rigs/https-front.ts'
import { everything, launchRequestProxy, type RequestProxy } from './rigs/request-proxy.ts'
import { startScreenBrowser } from './rigs/screen-browser.ts'

const LINE = 'It is on the glass whatever happens'

// Each starts browsers and a server of its own, some of them again and again.
// A long file is divided among the workers.
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

let placard: Placard
let proxy: RequestProxy
let profile: string
let display: string

test.beforeAll(async () => {
  placard = await launchPlacard()
})
test.afterAll(() => placard.close())
test.beforeEach(async () => {
  // The journey before may have ended it.
  await placard.start()
  proxy = await launchRequestProxy(placard.url)
  profile = await mkdtemp(join(tmpdir(), 'placard-profile-'))
  display = proxy.url + playerPath(DISPLAY)
})
test.afterEach(async () => {
  await proxy.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

const startBrowser = (args: string[] = []) => startScreenBrowser(profile, args)

async function open(context: BrowserContext, address = display): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(address)
  return page
}

async function add(title: string, picture: Buffer, duration: number): Promise<string> {
  return (await addPicture(placard, picture, { title, duration })).url
}

/** Nothing but these flat pictures and one line. */
async function show(colours: string[], duration = 60): Promise<void> {
  await clearDisplay(placard)
  for (const colour of colours) await add(colour, await flatPicture(colour), duration)
  await placard.call('createLine', { body: { text: LINE } })
}

/** A picture that no encoder makes small. */
function noise(width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const }
  return sharp(randomBytes(width * height * 3), { raw })
    .jpeg({ quality: 70 })
    .toBuffer()
}

const shows = async (page: Page, colour: string) => isNear(await colourAt(page, 0.5, 0.45), colour)
const becomes = (page: Page, state: 'ready' | 'storing' | 'unavailable', timeout = 90_000) =>
  expect(page.locator('main')).toHaveAttribute('data-offline', state, { timeout })

/** The items that come on from now on, until there are so many. */
const comings = (page: Page, count: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<string[]>((resolve) => {
        const itemNow = () => document.querySelector('[data-item]')?.getAttribute('data-item') ?? ''
        const came: string[] = []
        let last = itemNow()
        const observer = new MutationObserver(() => {
          const item = itemNow()
          if (item === last || item === '') return
          last = item
          came.push(item)
          if (came.length < wanted) return
          observer.disconnect()
          resolve(came)
        })
        observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-item'] })
      }),
    count,
  )

/** Hash of each file that the page keeps as media, by path. */
function keptMedia(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const hashes: Record<string, string> = {}
    const cache = await caches.open('placard-media')
    for (const request of await cache.keys()) {
      const bytes = await (await cache.match(request))?.arrayBuffer()
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes ?? new ArrayBuffer(0)))
      const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
      hashes[new URL(request.url).pathname] = hex
    }
    return hashes
  })
}

/** The hashes that the manifest names. */
async function wantedMedia(): Promise<Record<string, string>> {
  const { items } = await placard.call('getManifest')
  return Object.fromEntries(items.map(({ url, sha256 }) => [url, sha256 ?? '']))
}

async function killBrowser(context: BrowserContext): Promise<void> {
  const ours: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(profile)) ours.push(Number(entry))
  }
  for (const pid of ours) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went with its parent.
    }
  }
  await context.close().catch(() => {})
  await rm(join(profile, 'SingletonLock'), { force: true })
}

/** The value that the page has written down under a name; undefined: nothing so far. */
function recordOf(page: Page, name: string): Promise<string | undefined> {
  return page.evaluate(
    (key) =>
      new Promise<string | undefined>((resolve, reject) => {
        const request = indexedDB.open('placard')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const read = request.result.transaction('records').objectStore('records').get(key)
          read.onsuccess = () => {
            request.result.close()
            resolve(read.result)
          }
        }
      }),
    name,
  )
}

// The first of all: the others take the sample's film away.
test('[OF5] a film is answered in ranges from the device', async () => {
  const context = await startBrowser()
  const page = await open(context)
  await becomes(page, 'ready')
  const film = (await placard.call('getManifest')).items.find(({ type }) => type === 'video')
  proxy.fault = everything({ type: 'down' })
  const answers = await page.evaluate(async (url) => {
    const ask = async (range: string) => {
      const answer = await fetch(url, { headers: { Range: range } })
      const { size } = await answer.blob()
      return [answer.status, answer.headers.get('Content-Range'), size]
    }
    return [await ask('bytes=100-199'), await ask('bytes=-50'), await ask('bytes=99999999999-')]
  }, film?.url ?? '')
  const size = film?.sizeBytes ?? 0
  expect(answers).toEqual([
    [206, `bytes 100-199/${size}`, 100],
    [206, `bytes ${size - 50}-${size - 1}/${size}`, 50],
    [416, `bytes */${size}`, 0],
  ])
  await context.close()
})

test('[F11] it starts with the server gone: picture and ticker', async () => {
  await show([RED])
  let context = await startBrowser()
  await becomes(await open(context), 'ready')
  await context.close()
  await placard.kill()
  proxy.fault = everything({ type: 'down' })

  context = await startBrowser()
  const begun = Date.now()
  const page = await open(context)
  await expect(page.locator('[data-item]')).toBeAttached()
  // To be read, not held against a limit: that depends on the machine.
  const paintedMs = Date.now() - begun
  await expect.poll(() => shows(page, RED)).toBe(true)
  await expect(page.getByText(LINE).first()).toBeAttached()
  test.info().annotations.push({ type: 'first picture, ms', description: String(paintedMs) })

  // And it goes on trying: the next change arrives.
  await placard.start()
  proxy.fault = () => undefined
  await placard.call('createLine', { body: { text: 'Back again' } })
  await expect(page.getByText('Back again').first()).toBeAttached({ timeout: 120_000 })
  await context.close()
})

test('[F11] [F17] the server’s clock is kept as soon as it is known: the power may go at any moment', async () => {
  await show([RED])
  const context = await startBrowser()
  // The later saving, which waits for the estimate to become exact, never comes.
  await context.addInitScript(() => {
    const wait = window.setTimeout
    window.setTimeout = ((then: () => void, ms?: number) => (ms === 3_000 ? 0 : wait(then, ms))) as typeof setTimeout
  })
  const page = await open(context)
  await becomes(page, 'ready')
  await expect.poll(async () => (await recordOf(page, 'clock')) !== undefined).toBe(true)
  await context.close()
})

test('[F4] [B94] a captive portal is neither stored nor shown, and what was stored plays on', async () => {
  await show([RED])
  let answered = 0
  proxy.fault = ({ url = '', headers }) => {
    if (!url.startsWith('/media/')) return undefined
    // Files to be kept; the picture itself is asked for as an image.
    if (headers['sec-fetch-dest'] === 'empty') answered += 1
    return { type: 'captive' }
  }
  const context = await startBrowser()
  const page = await open(context)
  await expect(page.getByText(LINE).first()).toBeAttached()
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  expect(await keptMedia(page)).toEqual({})
  await becomes(page, 'storing')

  proxy.fault = () => undefined
  await becomes(page, 'ready')
  await add(BLUE, await flatPicture(BLUE), 60)
  answered = 0
  proxy.fault = () => {
    answered += 1
    return { type: 'captive' }
  }
  await page.reload()
  await expect.poll(() => shows(page, RED)).toBe(true)
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update().catch(() => {})))
  const before = answered
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 2)
  expect(await shows(page, RED)).toBe(true)

  const wanted = await wantedMedia()
  for (const [url, hash] of Object.entries(await keptMedia(page))) expect(hash).toBe(wanted[url])
  const markup = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? ''
        if (text.includes('Accept our terms')) found.push(request.url)
      }
    }
    return found
  })
  expect(markup).toEqual([])
  await context.close()
})

test('[F7] a download that is cut goes on where it was, and counts only when it is whole', async () => {
  await clearDisplay(placard)
  const url = await add('Noise', await noise(640, 500), 60)
  const { sizeBytes = 0 } = (await placard.call('getManifest')).items[0] ?? {}
  expect(sizeBytes).toBeGreaterThan(150_000)
  // Cuts at other places each time, as a bad line does.
  const isDownload = (path: string, destination: unknown) => path === url && destination === 'empty'
  let cuts = 0
  let isMended = false
  proxy.fault = (request) => {
    if (!isDownload(request.url ?? '', request.headers['sec-fetch-dest']) || isMended) return undefined
    cuts += 1
    return { type: 'cut', afterBytes: 15_000 + 1_000 * cuts }
  }
  const context = await startBrowser()
  const page = await open(context)
  await expect.poll(() => cuts, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  expect(await keptMedia(page)).toEqual({})
  await becomes(page, 'storing')
  isMended = true
  await becomes(page, 'ready')
  expect(await keptMedia(page)).toEqual(await wantedMedia())

  const downloads = proxy.passed.filter(({ path, destination }) => isDownload(path, destination))
  expect(downloads[0]?.range).toBeUndefined()
  expect(downloads.slice(1).every(({ range }) => range !== undefined)).toBe(true)
  expect(downloads.at(-1)?.range).not.toBe('bytes=0-')
  // Not a byte twice: each try begins where the one before ended.
  expect(downloads.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(sizeBytes * 1.3)
  await context.close()
})

test('[F14] what the browser cleared away is fetched again, and meanwhile it plays', async () => {
  await show([RED, BLUE], 3)
  const context = await startBrowser()
  const page = await open(context)
  await becomes(page, 'ready')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes: 'cache_storage,indexeddb' })
  expect(await keptMedia(page)).toEqual({})
  // The screen's next showing of each finds it missing; the manifest is looked for once a minute.
  await expect.poll(() => keptMedia(page), { timeout: 180_000 }).toEqual(await wantedMedia())
  expect((await shows(page, RED)) || (await shows(page, BLUE)) || (await page.locator('[data-item]').count()) > 0).toBe(
    true,
  )
  await context.close()
})

/** Clears the browser's storage for this address, of the named kinds; the worker lives on. */
async function clearKept(page: Page, storageTypes: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: proxy.url, storageTypes })
  await session.detach()
}

test('[G8] caches cleared, no network: it starts from the second copy of its page, and mends itself', async () => {
  await show([RED])
  const context = await startBrowser()
  const page = await open(context)
  await becomes(page, 'ready')
  await expect.poll(async () => (await recordOf(page, 'page')) !== undefined).toBe(true)
  await clearKept(page, 'cache_storage')
  proxy.fault = everything({ type: 'down' })
  await page.reload()
  await expect(page.locator('main.player')).toBeAttached()
  await expect(page.getByText(LINE).first()).toBeAttached()

  proxy.fault = () => undefined
  await expect.poll(() => shows(page, RED), { timeout: 120_000 }).toBe(true)
  await becomes(page, 'ready')
  await page.reload()
  const builds = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('placard-player-')).length)
  await expect.poll(builds).toBe(1)
  await context.close()
})

test('[G8] with nothing left but its worker, and no network: a quiet card, which tries again', async () => {
  await show([RED])
  const context = await startBrowser()
  const page = await open(context)
  await becomes(page, 'ready')
  await expect.poll(async () => (await recordOf(page, 'page')) !== undefined).toBe(true)
  await page.goto(`${proxy.url}/api/time`)
  await clearKept(page, 'cache_storage,indexeddb,local_storage')
  proxy.fault = everything({ type: 'down' })
  await open(context)
  await expect(page.locator('main[data-state="connecting"]')).toHaveText(/\d/)
  // A page of somebody on the way is no reason to leave it.
  let asked = 0
  proxy.fault = () => {
    asked += 1
    return { type: 'captive' }
  }
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  await expect(page.locator('main[data-state="connecting"]')).toBeAttached()
  proxy.fault = () => undefined
  await expect.poll(() => shows(page, RED), { timeout: 90_000 }).toBe(true)
  await context.close()
})

test('[F13] with no room for more the old stays whole, and the rest is still shown', async () => {
  await show([RED])
  let context = await startBrowser()
  let page = await open(context)
  await becomes(page, 'ready')
  const before = await keptMedia(page)

  const cdp = await context.newCDPSession(page)
  const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin: proxy.url })
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: usage + 150_000 })
  await add('Noise', await noise(640, 500), 60)
  await becomes(page, 'unavailable')
  expect(await keptMedia(page)).toEqual(before)
  // The first picture may still be fading in.
  await expect.poll(() => shows(page, RED)).toBe(true)

  await context.close()
  proxy.fault = everything({ type: 'down' })
  context = await startBrowser()
  page = await open(context)
  await expect.poll(() => shows(page, RED), { timeout: 60_000 }).toBe(true)
  await context.close()
})

test('[F15] a kept file that the disk has changed is never shown, and fetched again', async () => {
  await show([RED])
  const context = await startBrowser()
  const page = await open(context)
  await becomes(page, 'ready')
  const [url = ''] = Object.keys(await wantedMedia())
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
  await expect.poll(() => keptMedia(page)).toEqual(await wantedMedia())
  await context.close()
})

/** Without the timer of ten seconds after which a stream that brings nothing is given up. */
function dropLongTimers(): void {
  const wait = window.setTimeout
  window.setTimeout = ((then: () => void, ms = 0) => (ms > 8_000 ? 0 : wait(then, ms))) as typeof setTimeout
}

const manifests = () => proxy.passed.filter(({ path }) => path.endsWith('/manifest')).length

test('[G4] behind somebody who holds the stream back a new screen begins at once, and a known one asks nothing more', async () => {
  await show([RED])
  proxy.fault = ({ url = '' }) => (url.includes('/manifest/live') ? { type: 'hold' } : undefined)
  const context = await startBrowser()
  await context.addInitScript(dropLongTimers)
  const page = await open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  expect(manifests()).toBe(1)
  await becomes(page, 'ready')
  await page.reload()
  await expect.poll(() => shows(page, RED)).toBe(true)
  expect(manifests()).toBe(1)
  await context.close()
})

test('[G9] a browser without EventSource plays, and hears of changes by asking', async () => {
  await show([RED])
  const context = await startBrowser()
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'EventSource')
  })
  const page = await open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await placard.call('createLine', { body: { text: 'Asked for' } })
  await expect(page.getByText('Asked for').first()).toBeAttached({ timeout: 60_000 })
  await context.close()
})

test('[F16] a database that will not open is made anew, and the show goes on', async () => {
  await show([RED])
  let context = await startBrowser()
  await becomes(await open(context), 'ready')
  await context.close()
  const folder = join(profile, 'Default', 'IndexedDB')
  const [database = ''] = (await readdir(folder)).filter((name) => name.endsWith('.leveldb'))
  for (const file of await readdir(join(folder, database))) {
    await writeFile(join(folder, database, file), 'not a database')
  }
  context = await startBrowser()
  const page = await open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await becomes(page, 'ready')
  await context.close()
})

/** How long after the update it is killed, in milliseconds. */
const KILLED = [
  { afterMs: [0, 120], tag: [] },
  { afterMs: [60, 180, 240, 300], tag: '@slow' },
]
for (const { afterMs, tag } of KILLED) {
  test(`[F17] killed ${afterMs.join(', ')} ms after an update, it starts with the old manifest or the new one, whole`, {
    tag,
  }, async () => {
    test.setTimeout(900_000)
    await show([RED, RED, RED])
    let context = await startBrowser()
    await becomes(await open(context), 'ready')
    for (const [round, delayMs] of afterMs.entries()) {
      const colour = [BLUE, GREEN, RED][round % 3] ?? RED
      // Three files that are all of one colour: any mixture would show.
      await clearDisplay(placard)
      for (let index = 0; index < 3; index += 1) {
        await add(colour, await flatPicture(colour, { width: 1_280, height: 700 + index }), 60)
      }
      await new Promise((wake) => setTimeout(wake, delayMs))
      await killBrowser(context)
      proxy.fault = everything({ type: 'down' })
      context = await startBrowser()
      const page = await open(context)
      await expect(page.locator('main')).toHaveAttribute('data-revision', /^\d+$/, { timeout: 120_000 })
      const record = await recordOf(page, 'manifest vnr/ece')
      if (record === undefined) throw new Error('it plays what it has not kept')
      const { manifest } = JSON.parse(record)
      // It may have kept any state that there was, the one without an item among them.
      if (manifest.items.length > 0) await expect(page.locator('[data-item]')).toBeAttached({ timeout: 120_000 })
      const kept = await keptMedia(page)
      for (const { url, sha256 } of manifest.items) expect(kept[url]).toBe(sha256)
      proxy.fault = () => undefined
      // Connected again, it ends with the newest.
      await expect(page.locator('main')).toHaveAttribute(
        'data-revision',
        String((await placard.call('getManifest')).revision),
        { timeout: 120_000 },
      )
      await becomes(page, 'ready')
    }
    await context.close()
  })
}

test('the second pass of the loop costs no byte of media', async () => {
  await show([RED, BLUE], 2)
  const context = await startBrowser()
  const page = await open(context)
  await becomes(page, 'ready')
  await comings(page, 3)
  proxy.passed.length = 0
  await comings(page, 4)
  expect(proxy.passed.filter(({ path }) => path.startsWith('/media/'))).toEqual([])
  await context.close()
})

test('[F18] over plain http, without a worker, what was kept plays on through the loss of the network', async () => {
  await show([RED, BLUE], 3)
  const context = await startBrowser([`--host-resolver-rules=MAP signage.test 127.0.0.1:${proxy.port}`])
  const page = await open(context, `http://signage.test:${proxy.port}${playerPath(DISPLAY)}`)
  await expect(page.locator('[data-item]')).toBeAttached()
  expect(await page.evaluate(() => [isSecureContext, 'caches' in window])).toEqual([false, false])
  await becomes(page, 'unavailable')
  const isPlaying = async () => (await shows(page, RED)) || (await shows(page, BLUE))
  await expect
    .poll(() => page.evaluate(() => document.querySelector('img')?.getAttribute('src')), { timeout: 120_000 })
    .toMatch(/^blob:/)
  proxy.fault = everything({ type: 'down' })
  proxy.passed.length = 0
  expect(new Set(await comings(page, 3)).size).toBe(2)
  await expect.poll(isPlaying).toBe(true)
  await context.close()
})

test('[F60] a certificate that has run out: it starts from what it keeps, and takes changes once there is a new one', async () => {
  const front = await launchHttpsFront(placard.url)
  test.skip(!front, 'there is no openssl here')
  if (!front) return
  // A screen believes a certificate that somebody vouches for: here the browser is told its key. Without that word it
  // believes neither, and the one that has run out is refused by its date as well.
  const believes = [`--ignore-certificate-errors-spki-list=${front.fingerprint}`]
  const address = front.url + playerPath(DISPLAY)
  await show([RED])
  let context = await startBrowser(believes)
  await becomes(await open(context, address), 'ready')
  await context.close()

  front.expire()
  context = await startBrowser()
  let page = await open(context, address)
  await expect(page.locator('[data-item]')).toBeAttached()
  await expect.poll(() => shows(page, RED)).toBe(true)
  await expect(page.getByText(LINE).first()).toBeAttached()
  await placard.call('createLine', { body: { text: 'With a new certificate' } })
  const reached = await page.evaluate(() =>
    fetch('/api/time').then(
      () => true,
      () => false,
    ),
  )
  expect(reached).toBe(false)
  await context.close()

  front.renew()
  context = await startBrowser(believes)
  page = await open(context, address)
  await expect(page.getByText('With a new certificate').first()).toBeAttached({ timeout: 120_000 })
  await context.close()
  await front.close()
})

test('[F18] with its worker refused it plays, and does not claim to be ready', async () => {
  await show([RED])
  proxy.fault = ({ url }) => (url === '/display/sw.js' ? { type: 'captive' } : undefined)
  const context = await startBrowser()
  const page = await open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await becomes(page, 'unavailable')
  await context.close()
})

type Served = { path: string; contentType: string; body: string }

/** The served build under another name, its bundle changed; what a deployment would have put there. */
async function otherBuild(id: string, change: (script: string) => string): Promise<Served[]> {
  const read = async (path: string) => (await fetch(placard.url + path)).text()
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

function deploy(files: Served[]): void {
  proxy.fault = ({ url }) => {
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

test('[F39] a build that throws at its start gives way to the one before, and is not tried again', async () => {
  await show([RED])
  const context = await startBrowser()
  const page = await open(context)
  await becomes(page, 'ready')
  const proven = await buildOf(page)

  deploy(await otherBuild('broken01', () => 'throw new Error("a bad day")'))
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

/** The work of a build that needs one store more than this one: the database is one version further then. */
const FURTHER_STORE = `new Promise((resolve, reject) => {
  const request = indexedDB.open('placard', 7)
  request.onupgradeneeded = () => request.result.createObjectStore('of-a-later-build')
  request.onsuccess = () => { request.result.close(); resolve(undefined) }
  request.onerror = () => reject(request.error)
})`

/** Stores and version of the page's database. */
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

test('[HS5] a later build with a store more that is given up costs nothing: it starts with the server gone', async () => {
  await show([RED])
  let context = await startBrowser()
  let page = await open(context)
  await becomes(page, 'ready')
  const proven = await buildOf(page)

  deploy(await otherBuild('further1', () => `${FURTHER_STORE}.then(() => { throw new Error("a bad day") })`))
  await updateWorker(page)
  await page.reload()
  expect(await buildOf(page)).toBe('further1')
  await expect.poll(() => buildOf(page).catch(() => ''), { timeout: 120_000 }).toBe(proven)
  const further = { version: 7, stores: ['media', 'of-a-later-build', 'parts', 'records'] }
  expect(await databaseOf(page)).toEqual(further)
  await becomes(page, 'ready')
  await context.close()

  await placard.kill()
  proxy.fault = everything({ type: 'down' })
  context = await startBrowser()
  page = await open(context)
  await expect.poll(() => shows(page, RED)).toBe(true)
  await becomes(page, 'ready')
  expect(await databaseOf(page)).toEqual(further)
  await context.close()
})

test('[HS5] a database of an earlier build gets the stores that it lacks, and keeps what it has', async () => {
  await show([RED])
  const context = await startBrowser()
  const page = await open(context, `${proxy.url}/api/time`)
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
  await open(context)
  await becomes(page, 'ready')
  expect((await databaseOf(page)).stores).toEqual(['media', 'parts', 'records'])
  expect(await recordOf(page, 'of an earlier build')).toBe('kept')
  await context.close()
})

test('[F38] a build that works is taken over between two items, and stays', async () => {
  await show([RED, BLUE], 3)
  const context = await startBrowser()
  // The fleet's spread, of which this screen has the first moment.
  await context.addInitScript(() => {
    Math.random = () => 0
  })
  const page = await open(context)
  await becomes(page, 'ready')
  deploy(await otherBuild('better01', (script) => script))
  await updateWorker(page)
  await expect.poll(() => buildOf(page).catch(() => ''), { timeout: 60_000 }).toBe('better01')
  await expect(page.locator('[data-item]')).toBeAttached()
  // The one before has been let go of.
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('placard-player-'))))
    .toEqual(['placard-player-better01'])
  await context.close()
})

test('[F39] a build of which one file is not what it should be is never installed', async () => {
  await show([RED])
  const context = await startBrowser()
  const page = await open(context)
  await becomes(page, 'ready')
  const proven = await buildOf(page)
  const files = await otherBuild('halfway1', (script) => script)
  deploy(files.map((file) => (file.path.endsWith('halfway1.js') ? { ...file, body: 'cut off' } : file)))
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

test('X6 a script that does not load is tried again without anybody’s help', async () => {
  await show([RED])
  let failures = 0
  proxy.fault = ({ url = '' }) => {
    if (!url.startsWith('/player/assets/index-') || !url.endsWith('.js') || failures > 0) return undefined
    failures += 1
    return { type: 'down' }
  }
  const context = await startBrowser()
  const page = await open(context)
  await expect.poll(() => shows(page, RED), { timeout: 60_000 }).toBe(true)
  expect(failures).toBe(1)
  await context.close()
})
