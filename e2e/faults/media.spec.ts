import type { IncomingMessage } from 'node:http'
import { removeItem } from '../content.ts'
import type { RequestFault } from '../rigs/request-proxy.ts'
import { expect, pause, type Screen, showFilm, span, test } from './screen.ts'

test.describe.configure({ timeout: span(120_000, 30 * 60_000) })

/** Holds for one file alone, whoever asks for it. */
const forFile = (path: string, fault: RequestFault) => (request: IncomingMessage) =>
  request.url === path ? fault : undefined
const GARBAGE: RequestFault = { type: 'answer', status: 200, contentType: 'image/jpeg', body: 'no picture at all' }

/** Plays on with what is whole; the broken one is never seen. */
async function skips(screen: Screen, fault: RequestFault, done: string): Promise<void> {
  await screen.show([1])
  screen.requests.fault = forFile(await screen.add(2), fault)
  await screen.add(3)
  screen.expect({ marks: [1, 3] })
  await screen.start({ kept: false })
  await screen.seesAll([1, 3], 40_000)
  await pause(span(4_000, 30_000))
  await screen.seesAll([1, 3])
  await screen.verdict(done)
}

test('[F19] another picture under the same item: the new one comes, and the old one never again', {
  tag: '@slow',
}, async ({ player: screen }) => {
  await screen.show([1, 2])
  await screen.start()
  const stranger = await screen.add(5)
  const { items } = await screen.placard.call('getProgramme')
  const first = items.find(({ title }) => title === 'Picture 1')
  const since = Date.now()
  await screen.placard.call('updateItem', {
    params: { itemId: first?.id } as never,
    body: { url: stranger },
    headers: { 'if-match': '*' },
  })
  await screen.seesAll([5, 2])
  await pause(5_000)
  await screen.verdict('the address of an item replaced', { since, marks: [5, 2] })
})

test('[F20] a picture that is not there is skipped without a gap', async ({ player: screen }) => {
  await skips(screen, { type: 'answer', status: 404, contentType: 'text/plain', body: '' }, 'one of three answers 404')
})

test('[F20] a picture that cannot be decoded is skipped without a gap', { tag: '@slow' }, async ({
  player: screen,
}) => {
  await skips(screen, GARBAGE, 'one of three is garbage')
})

test('[F1] [F20] a new list whose turn is a broken picture takes the place of the old one without a gap', async ({
  player: screen,
}) => {
  await screen.show([1])
  await screen.start()
  // It hears of the whole change at once.
  await screen.line.become({ type: 'refuse' })
  await screen.replaceWith([8, 9], 3_600)
  const broken = (await screen.placard.call('getProgramme')).items.find(({ title }) => title === 'Picture 8')
  screen.requests.fault = forFile(broken?.url ?? '', GARBAGE)
  screen.expect({ marks: [1, 9] })
  const since = Date.now()
  await screen.line.become({ type: 'pass' })
  await screen.sees([9], 60_000)
  await screen.verdict('one of two is garbage, and nothing of the old list is left', { since, marks: [9] })
})

test('[G6] a picture of which the line gives the first half, as if that were all, is shown when it is whole and not before', async ({
  player: screen,
}) => {
  await screen.show([1])
  const path = await screen.add(2)
  await screen.add(3)
  const whole = Buffer.from(await (await fetch(screen.placard.url + path)).arrayBuffer())
  const body = whole.subarray(0, Math.floor(whole.length * 0.4))
  screen.requests.fault = forFile(path, { type: 'answer', status: 200, contentType: 'image/jpeg', body })
  screen.expect({ marks: [1, 3] })
  await screen.start({ kept: false })
  await screen.seesAll([1, 3], 40_000)
  await pause(span(6_000, 30_000))
  await screen.seesAll([1, 3], 40_000)
  screen.requests.fault = () => undefined
  screen.expect({ marks: [1, 2, 3] })
  await screen.seesAll([1, 2, 3], 90_000)
  await screen.verdict('40 % of a picture under a length that fits')
})

test('[F22] a picture that never comes costs its place in the loop and nothing else', { tag: '@slow' }, async ({
  player: screen,
}) => {
  await skips(screen, { type: 'silence' }, 'one of three is never answered')
})

test('[F21] a file that is not a film is skipped without a gap', { tag: '@slow' }, async ({ player: screen }) => {
  await screen.show([1, 3])
  const film = await showFilm(screen.placard, 2)
  screen.requests.fault = forFile(film, { ...GARBAGE, contentType: 'video/mp4' })
  await screen.start({ kept: false })
  await screen.seesAll([1, 3], 40_000)
  await pause(span(4_000, 30_000))
  await screen.verdict('a film that is garbage')
})

test('[F21] a film that ends in the middle of its pictures is left for the next item', { tag: '@slow' }, async ({
  player: screen,
}) => {
  await screen.show([1, 3])
  const path = await showFilm(screen.placard, 20)
  const whole = Buffer.from(await (await fetch(screen.placard.url + path)).arrayBuffer())
  const body = whole.subarray(0, Math.floor(whole.length * 0.4))
  screen.requests.fault = forFile(path, { type: 'answer', status: 200, contentType: 'video/mp4', body })
  // As far as it goes, it plays; its dark scenes with bright things in them look like the card.
  screen.expect({ marks: [1, 3], unmarked: true, calm: true })
  await screen.start({ kept: false })
  await screen.seesAll([1, 3], 60_000)
  await pause(span(10_000, 30_000))
  await screen.seesAll([1, 3], 60_000)
  await expect(screen.page.locator('.card')).toHaveCount(0)
  await screen.verdict('a film cut at 40 % of its bytes')
})

test('[F23] a film that may not start by itself starts all the same, muted', async ({ player: screen }) => {
  await screen.page.addInitScript(() => {
    // Refused at first, as where a gesture is wanted and the film was not yet known to be muted.
    const play = HTMLMediaElement.prototype.play
    const asked = new WeakSet<HTMLMediaElement>()
    HTMLMediaElement.prototype.play = function () {
      if (asked.has(this)) return play.call(this)
      asked.add(this)
      return Promise.reject(new DOMException('play() failed', 'NotAllowedError'))
    }
  })
  await screen.show([])
  await showFilm(screen.placard, 30)
  await screen.page.goto(screen.address)
  const film = screen.page.locator('.layer-seen video')
  await expect
    .poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(0.5)
  expect(await film.evaluate((one: HTMLVideoElement) => one.muted)).toBe(true)
})

for (const [name, tag, page] of [
  ['cannot be reached', '@slow', undefined],
  ['says nothing at all', '@slow', '<body style="background:white">consent'],
  [
    'says error 150',
    '@fault',
    '<script>setInterval(()=>parent.postMessage(\'{"event":"onError","info":150}\',"*"),200)</script>',
  ],
] as const) {
  test(`[F24] YouTube that ${name} is skipped, and nothing of it is seen`, { tag }, async ({ player: screen }) => {
    const origin = 'https://www.youtube-nocookie.com/**'
    await screen.page.route(origin, (route) =>
      page === undefined ? route.abort() : route.fulfill({ contentType: 'text/html', body: page }),
    )
    await screen.show([1])
    const talk = { title: 'Talk', type: 'youtube' as const, url: 'https://youtu.be/dQw4w9WgXcQ', duration: 2 }
    await screen.placard.call('createItem', { body: talk })
    await screen.add(3)
    await screen.start({ kept: false })
    await screen.seesAll([1, 3], 40_000)
    await pause(span(4_000, 30_000))
    await screen.verdict(`a film of YouTube's that ${name}`)
  })
}

test('[F25] everything broken: the ticker alone, and a picture as soon as there is a whole one', {
  tag: '@slow',
}, async ({ player: screen }) => {
  await screen.show([])
  screen.requests.fault = (request) => (/^\/media\/.+\.jpg/.test(request.url ?? '') ? GARBAGE : undefined)
  await screen.add(1)
  await screen.add(2)
  screen.expect({ marks: [], calm: true })
  await screen.page.goto(screen.address)
  await expect(screen.page.locator('.ticker-line').first()).toBeAttached()
  await pause(3_000)
  screen.requests.fault = () => undefined
  screen.expect({ marks: [1, 2, 3], calm: true })
  const since = Date.now()
  await screen.add(3)
  await screen.start({ kept: false })
  await screen.sees([3])
  screen.expect({ marks: [1, 2, 3] })
  // Alone it stays, without a flash at the end of its slot.
  await screen.replaceWith([4])
  await screen.sees([4])
  await pause(5_000)
  await screen.verdict('all broken, then one whole', { since, marks: [1, 2, 3, 4] })
})

test('[F26] heavy pictures one after the other: never a frame without one', { tag: '@slow' }, async ({
  player: screen,
}) => {
  await screen.show([])
  for (const mark of [1, 2, 3]) await screen.add(mark, 1, { width: 3840, height: 2160 })
  await screen.start()
  await pause(span(10_000, 60_000))
  await screen.seesAll([1, 2, 3])
  await screen.verdict('pictures of 8 megapixels, one a second')
})

test('[F28] film after film: never more than two decoders', async ({ player: screen }) => {
  await screen.show([])
  // Time to start in, on a machine that does more than this: a film that has not begun when its slot ends rests half a minute.
  await showFilm(screen.placard, 2)
  const { url } = (await screen.placard.call('getProgramme')).items.find(({ type }) => type === 'video') ?? { url: '' }
  const again = { title: 'The film again', type: 'video' as const, url, duration: 2 }
  const { item } = await screen.placard.call('createItem', { body: again })
  await screen.page.addInitScript(() => {
    const made = new Set<WeakRef<HTMLVideoElement>>()
    const create = document.createElement.bind(document)
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      const element = create(name, options)
      if (element instanceof HTMLVideoElement) made.add(new WeakRef(element))
      return element
    }) as typeof document.createElement
    Object.assign(window, {
      films: () => [made.size, [...made].filter((one) => one.deref()?.hasAttribute('src')).length],
    })
  })
  await screen.page.goto(screen.address)
  const films = () => screen.page.evaluate(() => (window as unknown as { films(): [number, number] }).films())
  let most = 0
  const enough = span(6, 60)
  await expect
    .poll(
      async () => {
        const [made, holding] = await films()
        most = Math.max(most, holding)
        return made
      },
      { timeout: span(60_000, 20 * 60_000), intervals: [100] },
    )
    .toBeGreaterThan(enough)
  expect(most).toBeLessThanOrEqual(2)
  await removeItem(screen.placard, item.id)
})
