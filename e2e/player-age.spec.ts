import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ItemId, playerPath } from '@placard/contract'
import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { addPicture, removeItem } from './content.ts'
import { BLUE, flatPicture, GREEN, RED } from './pixels.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'
import { ageingScript } from './rigs/ageing-clock.ts'
import { type FaultProxy, launchFaultProxy } from './rigs/fault-proxy.ts'
import { objectsKiBOf } from './rigs/heap.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const PICTURE_SECONDS = 300
const COLOURS = [RED, BLUE, GREEN]

// The page has to tell the server's clock at an address that its own policy does not know.
test.use({ bypassCSP: true, trace: 'off', viewport: { width: 640, height: 360 } })

/** The numbers of the objects that a page holds. */
type Holdings = {
  heapKiB: number
  nodes: number
  listeners: number
  timers: number
  addresses: number
  streams: number
  animations: number
}

/**
 * The hours that it plays, its age at the first measurement, and the growth that is accepted from then to the end: the ticker is
 * at another place of its tape, numbers have become longer, an item is just on its way. In the long form everything has happened
 * more than once by the first measurement, and a leak of one of anything for each change of item would be about 700. In the short
 * form it would be 24, the browser still fills its caches, and the size of the heap means nothing yet.
 */
const LIVES: { hours: number; youngHours: number; mayGrowBy: Partial<Holdings>; tag: string[] }[] = [
  {
    hours: 4,
    // A film has been, which leaves a few listeners with the browser.
    youngHours: 2,
    mayGrowBy: { nodes: 20, listeners: 12, timers: 3, addresses: 1, streams: 1, animations: 6 },
    tag: [],
  },
  {
    hours: 72,
    youngHours: 12,
    mayGrowBy: { heapKiB: 32, nodes: 40, listeners: 4, timers: 3, addresses: 1, streams: 1, animations: 6 },
    tag: ['@slow'],
  },
]

declare global {
  /** Recorded by the page itself, and lost with it. */
  var changes: { begun: number; count: number }
}

async function holdingsOf(page: Page, browser: CDPSession): Promise<Holdings> {
  // Objects that the first collection frees may have been holding on to others.
  for (let round = 0; round < 3; round += 1) await browser.send('HeapProfiler.collectGarbage')
  const { metrics } = await browser.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const counted = await page.evaluate(() => ({
    timers: ageing.waiting(),
    addresses: ageingPage.addresses(),
    streams: ageingPage.streams(),
    animations: document.getAnimations().length,
  }))
  return {
    heapKiB: Math.round(await objectsKiBOf(browser)),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    ...counted,
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const live = (page: Page, ms: number) => page.evaluate((ms) => ageingPage.live(ms), ms)

async function add(placard: Placard, colour: string): Promise<ItemId> {
  const picture = await flatPicture(colour, { width: 320, height: 180 })
  return (await addPicture(placard, picture, { title: colour, duration: PICTURE_SECONDS })).id
}

/** The events of an hour, in addition to the loop. */
async function visit(hour: number, page: Page, placard: Placard, line: FaultProxy, film: string): Promise<void> {
  if (hour % 6 === 0) await placard.signInAgain()
  const { items, lines } = await placard.call('getProgramme')
  const edited = lines[hour % lines.length]
  await placard.call('updateLine', {
    params: { lineId: edited?.id } as never,
    body: { text: `News of hour ${hour}, which is as long as a sentence` },
    headers: { 'if-match': '*' },
  })
  if (hour % 4 === 1) {
    await line.become({ type: 'refuse' })
    await live(page, 10 * MINUTE)
    await line.become({ type: 'pass' })
  }
  if (hour % 5 === 2) {
    const set = (visible: boolean) =>
      placard.call('updateItem', {
        params: { itemId: items[0]?.id } as never,
        body: { visible },
        headers: { 'if-match': '*' },
      })
    await set(false)
    await live(page, 12 * MINUTE)
    await set(true)
  }
  if (hour % 8 === 3) {
    const added = await add(placard, `#${(0x10_0000 + hour * 999).toString(16)}`)
    await live(page, 25 * MINUTE)
    await removeItem(placard, added)
  }
  if (hour % 9 === 5 || hour === 2) {
    const body = { title: 'Film', type: 'video' as const, url: film, duration: 60 }
    const { item } = await placard.call('createItem', { body })
    await placard.call('moveItem', { params: { itemId: item.id } as never, body: { after: null } })
    const playing = page.locator('.layer-seen video')
    await expect.poll(() => playing.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
    await removeItem(placard, item.id)
  }
}

for (const { hours, youngHours, mayGrowBy, tag } of LIVES) {
  test(`${hours} hours of a loop, with edits, films and a network that goes, leave nothing behind in the page`, {
    tag,
  }, async ({ page }) => {
    // The long form takes about 90 seconds alone on two processors; the limit is for a machine that does twenty other things.
    test.setTimeout(40 * MINUTE)
    const ageingPort = await freePort()
    const preload = pathToFileURL(join(import.meta.dirname, 'rigs', 'ageing-server.ts')).href
    const placard = await launchPlacard({ NODE_OPTIONS: `--import ${preload}`, AGEING_PORT: String(ageingPort) })
    const line = await launchFaultProxy(placard.url)
    try {
      const before = await placard.call('getProgramme')
      const film = before.items.find(({ type }) => type === 'video')?.url ?? ''
      for (const { id } of before.items) await removeItem(placard, id)
      for (const colour of COLOURS) await add(placard, colour)

      await page.addInitScript(ageingScript(`http://localhost:${ageingPort}`))
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      const browser = await page.context().newCDPSession(page)
      await browser.send('Performance.enable')
      await page.goto(line.url + playerPath(DISPLAY))
      await expect(page.locator('.layer-seen img')).toBeAttached()
      const begun = await page.evaluate(() => {
        let last: Element | undefined
        globalThis.changes = { begun: Math.random(), count: 0 }
        new MutationObserver(() => {
          const seen = [...document.querySelectorAll('.layer-seen')].at(-1)
          if (seen && seen !== last) changes.count += 1
          last = seen
        }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] })
        return changes.begun
      })

      const start = await page.evaluate(() => performance.now())
      let young: Holdings | undefined
      let old: Holdings | undefined
      for (let hour = 1; hour <= hours; hour += 1) {
        await visit(hour, page, placard, line, film)
        const age = await page.evaluate((start) => performance.now() - start, start)
        await live(page, hour * HOUR - age)
        if (hour === youngHours) young = await holdingsOf(page, browser)
        if (hour === hours) old = await holdingsOf(page, browser)
      }
      if (!young || !old) throw new Error('nothing was measured')
      const told = `after ${youngHours} hours ${JSON.stringify(young)}, after ${hours} ${JSON.stringify(old)}`
      for (const [name, by] of Object.entries(mayGrowBy) as [keyof Holdings, number][]) {
        expect.soft(old[name] - young[name], `growth of ${name}: ${told}`).toBeLessThanOrEqual(by)
      }
      // It was one page all the time, which changed as it should.
      expect(await page.evaluate(() => changes.begun)).toBe(begun)
      expect(await page.evaluate(() => changes.count)).toBeGreaterThan(
        (0.9 * hours * HOUR) / (PICTURE_SECONDS * SECOND),
      )
      expect(errors).toEqual([])
      test.info().annotations.push({ type: 'holdings', description: told })
    } finally {
      await line.close()
      await placard.close()
    }
  })
}
