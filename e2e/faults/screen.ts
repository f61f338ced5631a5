import { pathOf, playerPath } from '@placard/contract'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { addPicture, removeItem } from '../content.ts'
import { test as base } from '../journey.ts'
import { DISPLAY, type Placard } from '../placard.ts'
import {
  convergence,
  type Expectation,
  type Figures,
  figuresOf,
  markedPicture,
  type Sight,
  timeline,
} from '../rigs/darkness.ts'
import { type FaultProxy, launchFaultProxy } from '../rigs/fault-proxy.ts'
import { launchRequestProxy, type RequestProxy } from '../rigs/request-proxy.ts'
import { type WatchedScreen, watchScreen } from '../rigs/watch-screen.ts'

/** The slow runs hold each fault for as long as it would last; `npm test` only for as long as it needs to bite. */
const LONG = Boolean(process.env.PLACARD_SLOW)
export const span = (shortMs: number, longMs: number) => (LONG ? longMs : shortMs)
export const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))
export const LINE = 'It is on the screen whatever happens'

export type Measured = Figures & { convergenceMs: number | undefined }

/** One screen, everything between it and the server, and somebody who watches its pixels. */
export type Screen = {
  page: Page
  address: string
  placard: Placard
  /** Every connection between the browser and the server. */
  line: FaultProxy
  /** Every request, behind the line. */
  requests: RequestProxy
  watched: WatchedScreen
  /** Nothing but these pictures in the loop, and one line. From now on they alone are right. */
  show(marks: number[], seconds?: number): Promise<void>
  /** Another picture in the loop, right from now on as well. Answers its path. */
  add(mark: number, seconds?: number, size?: { width: number; height: number }): Promise<string>
  /** Takes the rest out of the loop and puts these in; what was right stays right, for a change takes its time to arrive. */
  replaceWith(marks: number[], seconds?: number): Promise<number>
  /** Sets what may be seen from now on. */
  expect(expectation: Expectation): void
  /** Opens the player, and waits until the first picture is whole and (unless told not to) everything is kept. */
  start(options?: { kept?: boolean }): Promise<void>
  /** One of them is seen from now on. */
  sees(marks: number[], timeout?: number): Promise<void>
  /** Each of them is seen from now on. */
  seesAll(marks: number[], timeout?: number): Promise<void>
  /**
   * Ends the watch, writes the figures down and holds them against what must be: never dark, never wrong, and right in the end.
   *
   * @param done what was done to the screen, in words
   * @param right since when which marks should be there
   */
  verdict(done: string, right?: { since: number; marks: number[] }): Promise<Measured>
}

export const test = base.extend<{ player: Screen }>({
  viewport: { width: 640, height: 360 },
  player: async ({ page, placard }, use) => {
    const requests = await launchRequestProxy(placard.url)
    const line = await launchFaultProxy(requests.url)
    const screen = await openScreen(page, placard, line, requests)
    await use(screen)
    await screen.watched.stop()
    await line.close()
    await requests.close()
  },
})

export { expect } from '@playwright/test'

async function openScreen(page: Page, placard: Placard, line: FaultProxy, requests: RequestProxy): Promise<Screen> {
  const expectations: { from: number; expectation: Expectation }[] = []
  const current = () => expectations.at(-1)?.expectation ?? { marks: [] }
  const allow = (marks: number[]) => screen.expect({ ...current(), marks: [...current().marks, ...marks] })

  const wasSeen = (mark: number, since: number) =>
    screen.watched.frames.some(({ at, sight }) => at >= since && sight.type === 'item' && sight.mark === mark)

  async function create(mark: number, seconds: number, size?: { width: number; height: number }): Promise<string> {
    const about = { title: `Picture ${mark}`, duration: seconds }
    return (await addPicture(placard, await markedPicture(mark, size), about)).url
  }

  const screen: Screen = {
    page,
    address: line.url + playerPath(DISPLAY),
    placard,
    line,
    requests,
    watched: { frames: [], stop: async () => {} },
    async show(marks, seconds = 2) {
      await clear(placard)
      for (const mark of marks) await create(mark, seconds)
      await placard.call('createLine', { body: { text: LINE } })
      screen.expect({ marks })
    },
    async add(mark, seconds = 2, size) {
      allow([mark])
      return create(mark, seconds, size)
    },
    async replaceWith(marks, seconds = 2) {
      const { items } = await placard.call('getProgramme')
      allow(marks)
      for (const mark of marks) await create(mark, seconds)
      for (const { id, type } of items) if (type === 'image') await removeItem(placard, id)
      return Date.now()
    },
    expect(expectation) {
      expectations.push({ from: Date.now(), expectation })
    },
    async start({ kept = true } = {}) {
      await screen.page.goto(screen.address)
      await screen.watched.stop()
      screen.watched = await watchScreen(screen.page)
      const isOn = () => screen.watched.frames.some(({ sight }) => sight.type === 'item')
      await expect.poll(isOn, { timeout: 30_000 }).toBe(true)
      if (kept) await expect(screen.page.locator('main')).toHaveAttribute('data-offline', 'ready', { timeout: 30_000 })
      // Another test looks at how it came up.
      screen.watched.frames.length = 0
      screen.expect(current())
    },
    async sees(marks, timeout = 20_000) {
      const since = Date.now()
      await expect
        .poll(() => marks.some((mark) => wasSeen(mark, since)), { timeout, message: 'one of them is seen' })
        .toBe(true)
    },
    async seesAll(marks, timeout = 20_000) {
      const since = Date.now()
      await expect.poll(() => marks.filter((mark) => !wasSeen(mark, since)), { timeout }).toEqual([])
    },
    async verdict(done, right) {
      const { frames } = screen.watched
      // A busy machine takes few photographs: all that was waited for may stand on the first two.
      await expect.poll(() => frames.length, { message: 'frames that were looked at' }).toBeGreaterThan(3)
      await screen.watched.stop()
      const expected = (at: number) =>
        expectations.findLast(({ from }) => from <= at)?.expectation ?? expectations[0]?.expectation ?? { marks: [] }
      const isRight = (sight: Sight) => sight.type === 'item' && right?.marks.includes(sight.mark) === true
      const convergenceMs = right && convergence(frames, right.since, isRight)
      const measured = { ...figuresOf(frames, expected), convergenceMs }
      base.info().annotations.push({ type: 'figures', description: JSON.stringify({ done, ...measured }) })
      const seen = timeline(frames)
      expect(measured.darkSeconds, `dark seconds: ${seen}`).toBe(0)
      expect(measured.wrongSeconds, `seconds with what should not be on: ${seen}`).toBe(0)
      if (right) expect(convergenceMs, `it became right: ${seen}`).toBeDefined()
      return measured
    },
  }
  return screen
}

/** The sample film is only hidden: there is no other. */
async function clear(placard: Placard): Promise<void> {
  const { items, lines } = await placard.call('getProgramme')
  for (const { id, type } of items) {
    if (type === 'video') await showItem(placard, id, false)
    else await removeItem(placard, id)
  }
  for (const { id } of lines) await placard.call('removeLine', { params: { lineId: id } as never })
}

async function showItem(placard: Placard, itemId: string, visible: boolean): Promise<void> {
  await placard.call('updateItem', { params: { itemId } as never, body: { visible }, headers: { 'if-match': '*' } })
}

/** Puts the sample film at the head of the loop. Answers its path. */
export async function showFilm(placard: Placard, seconds: number): Promise<string> {
  const film = (await placard.call('getProgramme')).items.find(({ type }) => type === 'video')
  if (!film) throw new Error('the sample data have no film')
  const body = { visible: true, duration: seconds }
  await placard.call('updateItem', { params: { itemId: film.id } as never, body, headers: { 'if-match': '*' } })
  return film.url
}

export const STREAM = pathOf('streamManifest', DISPLAY)
export const MANIFEST = pathOf('getManifest', DISPLAY)

/**
 * Lets the page's own clock run on, with real time between for the network to be heard. Fades run on the real clock, so the
 * oracle is no judge of a page that changes its item meanwhile.
 */
export async function runClock(page: Page, ms: number, step = 1_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await page.clock.runFor(Math.min(step, ms - passed))
    await pause(15)
  }
}

/** Lets it run on until something has happened, but no further than a minute. */
export async function runClockUntil(page: Page, hasHappened: () => boolean): Promise<void> {
  for (let passed = 0; !hasHappened(); passed += 500) {
    expect(passed, 'milliseconds of the page’s clock').toBeLessThan(60_000)
    await page.clock.runFor(500)
    await pause(30)
  }
}

/** Counted after a collection of garbage: what a page holds on to. */
export async function holdings(
  context: BrowserContext,
  page: Page,
): Promise<{ nodes: number; listeners: number; heap: number }> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  await cdp.detach()
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { nodes: value('Nodes'), listeners: value('JSEventListeners'), heap: value('JSHeapUsedSize') }
}
