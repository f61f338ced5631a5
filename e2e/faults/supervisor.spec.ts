import type { Page } from '@playwright/test'
import { expect, pause, runClock, type Screen, showFilm, span, test } from './screen.ts'

// Each rung of the ladder (OF15), reached by a cause of its own and no word to the player.
test.describe.configure({ timeout: span(120_000, 10 * 60_000) })

/** The remedies that the player told. */
function remediesOf(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    const [, remedy] = /^Wrong content on screen: (\w+)/.exec(message.text()) ?? []
    if (remedy) said.push(remedy)
  })
  return said
}

/** Counts the loads of the page. */
function loadsOf(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

const oneFilm = async (screen: Screen) => {
  await screen.show([])
  await showFilm(screen.placard, 120)
  await screen.page.goto(screen.address)
  const film = screen.page.locator('.layer-seen video')
  const position = () => film.last().evaluate((one: HTMLVideoElement) => one.currentTime)
  await expect.poll(position, { timeout: 30_000 }).toBeGreaterThan(0.3)
  return { film, position }
}

test('[OF15] [F23] a film that somebody paused is started again', async ({ player: screen }) => {
  const remedies = remediesOf(screen.page)
  const { film } = await oneFilm(screen)
  await film.evaluate((one: HTMLVideoElement) => one.pause())
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.paused), { timeout: 20_000 }).toBe(false)
  expect(remedies).toEqual(['play'])
})

test('[F1] a fade that the browser finds no time for ends with the whole picture, never with half of one over the dark', async ({
  player: screen,
}) => {
  await screen.show([1, 2], 3)
  await screen.start()
  await screen.page.evaluate(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (...given) {
      const fade = animate.apply(this, given)
      fade.currentTime = 250
      fade.pause()
      return fade
    }
  })
  await pause(8_000)
  await screen.verdict('fades that stand still half way', { since: Date.now() - 8_000, marks: [1, 2] })
})

test('[OF15] a film that cannot continue is built again', { tag: '@slow' }, async ({ player: screen }) => {
  const remedies = remediesOf(screen.page)
  const { film } = await oneFilm(screen)
  const before = await film.elementHandle()
  await film.evaluate((one: HTMLVideoElement) => {
    one.play = () => Promise.resolve()
    one.pause()
  })
  await expect.poll(() => before?.evaluate((one) => one.isConnected), { timeout: 30_000 }).toBe(false)
  await expect.poll(() => film.last().evaluate((one: HTMLVideoElement) => one.paused)).toBe(false)
  expect(remedies).toEqual(['play', 'remount'])
})

test('[OF15] a picture that lost its pixels is built again', { tag: '@slow' }, async ({ player: screen }) => {
  await screen.show([1], 120)
  const remedies = remediesOf(screen.page)
  await screen.start()
  await screen.page.evaluate(() => document.querySelector('.layer-seen img')?.removeAttribute('src'))
  await expect.poll(() => remedies, { timeout: 20_000 }).toEqual(['remount'])
  await screen.sees([1])
  await pause(4_000)
  expect(remedies).toEqual(['remount'])
})

test('[OF15] an item whose pictures never hold is skipped', { tag: '@slow' }, async ({ player: screen }) => {
  await screen.show([1, 2], 120)
  const remedies = remediesOf(screen.page)
  await screen.start({ kept: false })
  await screen.sees([1, 2])
  const isFirst = screen.watched.frames.some(({ sight }) => sight.type === 'item' && sight.mark === 1)
  await screen.page.evaluate(() => {
    const bad = document.querySelector('.player')?.getAttribute('data-item')
    // Only while that item is on: a source that is taken away from it again and again.
    setInterval(() => {
      const now = document.querySelector('.player')?.getAttribute('data-item')
      const layers = document.querySelectorAll('.layer-seen')
      if (now === bad) layers[layers.length - 1]?.querySelector('img')?.removeAttribute('src')
    }, 50)
  })
  await screen.sees([isFirst ? 2 : 1], 40_000)
  expect(remedies.slice(0, 2)).toEqual(['remount', 'skip'])
})

test('[OF15] [F20] an item that cannot even be drawn is passed over', async ({ player: screen }) => {
  await screen.page.addInitScript(() => {
    const create = Document.prototype.createElement
    let refused = 0
    Document.prototype.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
      if (name !== 'iframe') return create.call(this, name, options)
      refused += 1
      Object.assign(window, { refused })
      throw new Error('no frames here')
    } as typeof create
  })
  await screen.show([1])
  const talk = { title: 'Talk', type: 'youtube' as const, url: 'https://youtu.be/dQw4w9WgXcQ', duration: 2 }
  await screen.placard.call('createItem', { body: talk })
  await screen.add(3)
  await screen.start({ kept: false })
  const refused = () => screen.page.evaluate(() => (window as unknown as { refused?: number }).refused ?? 0)
  await expect.poll(refused, { timeout: 30_000 }).toBeGreaterThan(0)
  await screen.seesAll([1, 3], 40_000)
  await screen.verdict('drawing one of three throws')
})

test('X7 [OF15] [ST7] a fault in drawing itself: the quiet card for a moment, and it plays again', async ({
  player: screen,
}) => {
  await screen.page.addInitScript(() => {
    const animate = Element.prototype.animate
    Object.assign(window, { faults: 0 })
    Element.prototype.animate = function (...given) {
      const left = window as unknown as { faults: number }
      if (left.faults <= 0 || !this.classList.contains('layer')) return animate.apply(this, given)
      left.faults -= 1
      throw new Error('nothing fades here')
    }
    // And the pictures take their time after it, as on a busy machine.
    const decode = HTMLImageElement.prototype.decode
    HTMLImageElement.prototype.decode = async function () {
      const { state } = document.querySelector<HTMLElement>('.player')?.dataset ?? {}
      if (state === 'recovering') await new Promise((resolve) => setTimeout(resolve, 400))
      return decode.call(this)
    }
  })
  await screen.show([1, 2])
  await screen.start()
  screen.expect({ marks: [1, 2], calm: true, unmarked: true })
  await screen.page.evaluate(() => Object.assign(window, { faults: 2 }))
  await expect(screen.page.locator('.card')).toBeAttached({ timeout: 20_000 })
  const faults = () => screen.page.evaluate(() => (window as unknown as { faults: number }).faults)
  await expect.poll(faults, { timeout: 30_000 }).toBe(0)
  const since = Date.now()
  await screen.seesAll([1, 2], 60_000)
  await screen.verdict('drawing the stage throws twice', { since, marks: [1, 2] })
  // The card stays until the picture has faded in over it.
  expect(screen.watched.frames.map(({ sight }) => sight.type)).not.toContain('ticker')
})

test('X7 [OF15] a fault in the quiet card, too: three dots for a moment, and it plays again', async ({
  player: screen,
}) => {
  await screen.page.addInitScript(() => {
    const animate = Element.prototype.animate
    const toLocaleTimeString = Date.prototype.toLocaleTimeString
    Object.assign(window, { faults: 0 })
    const fault = () => {
      const left = window as unknown as { faults: number }
      if (left.faults <= 0) return
      left.faults -= 1
      throw new Error('nothing can be drawn here')
    }
    Element.prototype.animate = function (...given) {
      if (this.classList.contains('layer')) fault()
      return animate.apply(this, given)
    }
    Date.prototype.toLocaleTimeString = function (...given) {
      fault()
      return toLocaleTimeString.apply(this, given as [])
    }
  })
  await screen.show([1, 2])
  await screen.start()
  screen.expect({ marks: [1, 2], calm: true, unmarked: true })
  await screen.page.evaluate(() => Object.assign(window, { faults: 6 }))
  await expect(screen.page.getByText('•••')).toBeAttached({ timeout: 20_000 })
  const faults = () => screen.page.evaluate(() => (window as unknown as { faults: number }).faults)
  await expect.poll(faults, { timeout: 30_000 }).toBe(0)
  const since = Date.now()
  await screen.seesAll([1, 2], 40_000)
  await screen.verdict('drawing the stage and its card throws', { since, marks: [1, 2] })
})

test('[OF15] [F30] a stage that was torn out of the page comes back with a new page', { tag: '@slow' }, async ({
  player: screen,
}) => {
  await screen.show([1, 2])
  const remedies = remediesOf(screen.page)
  const loads = loadsOf(screen.page)
  await screen.start()
  await screen.page.evaluate(() => document.querySelector('.media')?.remove())
  await expect.poll(loads, { timeout: 40_000 }).toBe(2)
  await screen.seesAll([1, 2])
  expect(remedies.at(-1)).toBe('reload')
  await pause(5_000)
  expect(loads()).toBe(2)
})

test('[OF15] [OF13] a fault that no remedy fixes ends at the quiet card, after three reloads and no more', async ({
  player: screen,
}) => {
  const { page } = screen
  await screen.show([1, 2])
  const remedies = remediesOf(page)
  const loads = loadsOf(page)
  await page.clock.install()
  await page.addInitScript(() => {
    // Past the clock that the page believes in.
    const hide = () => {
      for (const image of document.querySelectorAll('.layer-seen img')) image.removeAttribute('src')
    }
    new MutationObserver(hide).observe(document, { childList: true, subtree: true, attributes: true })
  })
  await page.goto(screen.address)
  const reloads = () => remedies.filter((remedy) => remedy === 'reload').length
  const isAtTheEnd = async () =>
    loads() === 4 && remedies.at(-1) === 'card' && (await page.locator('.card').count()) > 0
  for (let passed = 0; !(await isAtTheEnd()); passed += 1_000) {
    expect(passed, 'within the ten minutes that are counted').toBeLessThan(8 * 60_000)
    // A reload takes its real time: the clock stands still for it, or it would run out of the ten minutes meanwhile.
    await expect.poll(loads, { timeout: 30_000 }).toBeGreaterThanOrEqual(Math.min(4, reloads() + 1))
    await expect(page.locator('main.player')).toBeAttached()
    await runClock(page, 1_000, 250).catch(() => {})
  }
  const before = remedies.length
  await runClock(page, 120_000)
  expect(remedies.slice(before)).toContain('uncard')
  expect(loads()).toBe(4)
})

test('[F18] a worker that is taken away costs nothing that plays, and is back at the next start', {
  tag: '@slow',
}, async ({ player: screen }) => {
  await screen.show([1, 2])
  await screen.start()
  await screen.page.evaluate(async () => {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await screen.seesAll([1, 2])
  await screen.page.reload()
  await expect(screen.page.locator('main')).toHaveAttribute('data-offline', 'ready', { timeout: 30_000 })
  await screen.seesAll([1, 2])
})
