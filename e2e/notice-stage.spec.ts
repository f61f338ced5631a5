import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Item, Rotation } from '@placard/contract'
import { contrastOf, NO_PICTURE, NOTICE_LOOKS, type Notice, playerPath } from '@placard/contract'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { measureWords } from './measure-words.ts'
import { fetchOldChromium, launchOldChromium, OLD_RELEASES } from './old-chromium.ts'
import { flatPicture } from './pixels.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'
import { startScreenBrowser } from './rigs/screen-browser.ts'
import { differsBy } from './walls/wall.ts'

const LANDSCAPE = { width: 1920, height: 1080 }
const PORTRAIT = { width: 1080, height: 1920 }
/** The share of all pixels that differ between two pictures of the same letters. A cut tail of one letter is ten times as much. */
const SMOOTHED = 0.0001
/** CT10: as a share of the shorter side. */
const LEAST_LETTER = 0.035

const TEXTS: Record<string, Pick<Notice, 'heading' | 'body' | 'byline'>> = {
  english: {
    heading: 'Library closes early on Friday',
    body: 'We close at **15:00** so that the new shelves can be put up.\n\n- Books go back through the slot\n- The side door stays open',
    byline: 'Ms Okafor, library',
  },
  arabic: {
    heading: 'تغلق المكتبة مبكرًا يوم الجمعة',
    body: 'نغلق الساعة **15:00** لتركيب الرفوف الجديدة.\n\n- أعد الكتب عبر الفتحة',
    byline: 'المكتبة',
  },
  hindi: { heading: 'पुस्तकालय शुक्रवार को जल्दी बंद होगा', body: 'नई अलमारियाँ लगाई जाएँगी।', byline: 'पुस्तकालय' },
  chinese: { heading: '图书馆周五提前关闭', body: '我们将于下午三点关闭，以便安装新书架。🎉', byline: '图书馆' },
  emoji: {
    heading: 'Party tonight 🎉',
    body: '- 🍕 Pizza at **19:00**\n- 👨‍👩‍👧 Bring your family 👋🏽',
    byline: '🏫 Main hall',
  },
  'a word': { heading: 'Welcome!', body: '', byline: '' },
  'an address': { heading: 'Sign up', body: `https://example.org/${'a-very-long-address-'.repeat(6)}`, byline: '' },
}

async function show(placard: Placard, notice: Partial<Notice>, about: { url?: string; duration?: number } = {}) {
  const whole = { look: 'paper' as const, heading: '', body: '', byline: '', ...notice }
  const body = { title: 'Notice', type: 'notice' as const, url: NO_PICTURE, duration: 3600, ...about, notice: whole }
  return (await placard.call('createItem', { body })).item
}

async function change(placard: Placard, item: Item, notice: Partial<Notice>): Promise<Item> {
  const body = { notice: { ...(item.notice as Notice), ...notice } }
  const headers = { 'if-match': `"${item.revision}"` }
  const answer = await placard.call('updateItem', { params: { ...DISPLAY, itemId: item.id }, body, headers })
  return answer.item
}

const onScreen = (page: Page) => page.locator('.layer-seen').last().locator('.notice[data-fits]')

test.describe.configure({ timeout: 120_000 })

test('[CT10] every look has all of its words on the screen, none cut, none small, however it hangs', async ({
  browser,
  placard,
}) => {
  await clearDisplay(placard)
  let item = await show(placard, { ...TEXTS.english, link: 'https://example.org/library' })
  const screens: [typeof LANDSCAPE, Rotation][] = [
    [LANDSCAPE, 0],
    [PORTRAIT, 0],
    [LANDSCAPE, 90],
  ]
  const pages = await Promise.all(
    screens.map(async ([viewport, rotation]) => {
      const page = await browser.newPage({ viewport })
      await page.goto(placard.url + playerPath(DISPLAY, rotation))
      return page
    }),
  )
  for (const look of NOTICE_LOOKS) {
    for (const [language, text] of Object.entries(TEXTS)) {
      item = await change(placard, item, { ...text, look })
      for (const page of pages) {
        await expect(onScreen(page)).toContainText(text.heading)
        await expect(onScreen(page)).toHaveClass(
          new RegExp(`notice-${look === 'split' && text.body === '' ? 'poster' : look}`),
        )
        const seen = await measureWords(onScreen(page))
        const about = `${look}, ${language}, ${JSON.stringify(page.viewportSize())}`
        expect(seen.smallest, about).toBeGreaterThanOrEqual(LEAST_LETTER)
        expect(seen, about).toMatchObject({ cut: [], isOver: false, dir: language === 'arabic' ? 'rtl' : 'ltr' })
        await expect(onScreen(page), about).toHaveAttribute('data-fits', 'true')
      }
    }
  }
})

test('[CT10] no letter of a heading that fills the screen is cut, however far below the line it reaches', async ({
  browser,
  placard,
}) => {
  await clearDisplay(placard)
  // The last line of each has letters below the line.
  const headings = [
    'Sports day moved to the gym',
    'Typography by Ångström, jury: Çağlayan',
    'పుస్తకాల గది',
    'ছুটির দিন শ্রীমঙ্গল',
    '本日休校',
  ]
  let item = await show(placard, { heading: 'Gym' })
  for (const viewport of [LANDSCAPE, PORTRAIT]) {
    const page = await browser.newPage({ viewport })
    await page.goto(placard.display)
    // The stars of the night move, so two pictures of it differ. Its letters are set as those of the others.
    for (const look of NOTICE_LOOKS.filter((one) => one !== 'night')) {
      for (const heading of headings) {
        item = await change(placard, item, { heading, look })
        const notice = onScreen(page).filter({ hasText: heading })
        await expect(notice).toHaveClass(new RegExp(`notice-${look === 'split' ? 'poster' : look}`))
        const shown = await notice.screenshot({ animations: 'disabled' })
        const box = notice.locator('.notice-box').first()
        await box.evaluate((element) => element.style.setProperty('overflow', 'visible'))
        const whole = await notice.screenshot({ animations: 'disabled' })
        await box.evaluate((element) => element.style.removeProperty('overflow'))
        // Their edges may be smoothed differently.
        const part = { left: 0, top: 0, ...(await sharp(whole).metadata()) } as Parameters<typeof differsBy>[2]
        expect(await differsBy(shown, whole, part), `${look}, ${heading}, ${viewport.width} px`).toBeLessThan(SMOOTHED)
      }
    }
    await page.close()
  }
})

test('[CT10] an edit changes the words where they stand, without a frame of anything else', async ({
  page,
  placard,
}) => {
  await clearDisplay(placard)
  let item = await show(placard, { heading: 'The lift is out of order', look: 'alert' })
  await page.setViewportSize(LANDSCAPE)
  await page.goto(placard.display)
  await expect(onScreen(page)).toContainText('out of order')
  await page.evaluate(() => {
    const screen = document.querySelector('.layer-seen') as HTMLElement
    screen.dataset.same = 'yes'
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      const notice = document.querySelector<HTMLElement>('.notice')
      seen.add(`${notice?.textContent} ${notice?.dataset.fits}`)
      requestAnimationFrame(look)
    }
    look()
  })
  item = await change(placard, item, { heading: 'The lift works again' })
  await expect(onScreen(page)).toContainText('works again')
  expect(await page.locator('.layer-seen').last().getAttribute('data-same')).toBe('yes')
  const seen = await page.evaluate(() => Array.from((window as unknown as { seen: Set<string> }).seen))
  expect(seen).toEqual(['The lift is out of order true', 'The lift works again true'])
})

test('[CT10] more than fits has pages, which follow one another, and each word is on one of them', async ({
  page,
  placard,
}) => {
  await clearDisplay(placard)
  const rules = Array.from(
    { length: 14 },
    (_, index) => `- Rule ${index}: walk, do not run, and listen to the attendants`,
  )
  await show(placard, { heading: 'House rules', body: rules.join('\n') }, { duration: 8 })
  await page.setViewportSize(LANDSCAPE)
  await page.goto(placard.display)
  await expect(onScreen(page)).toHaveAttribute('data-fits', 'true')
  const dots = onScreen(page).locator('.notice-pages i')
  expect(await dots.count()).toBeGreaterThan(1)
  const unseen = new Set(rules.map((_, index) => `Rule ${index}:`))
  await expect
    .poll(
      async () => {
        const text = await onScreen(page).evaluate((notice) => (notice as HTMLElement).innerText)
        for (const rule of unseen) if (text.includes(rule)) unseen.delete(rule)
        return unseen.size
      },
      { timeout: 30_000 },
    )
    .toBe(0)
  const { smallest, cut } = await measureWords(onScreen(page))
  expect(smallest).toBeGreaterThanOrEqual(LEAST_LETTER)
  expect(cut).toEqual([])
})

test('[CT10] a picture that cannot be had takes no words along', async ({ page, placard }) => {
  await clearDisplay(placard)
  const { id, url } = await addPicture(placard, await flatPicture('#2050a0', LANDSCAPE))
  await placard.call('removeItem', { params: { ...DISPLAY, itemId: id } })
  await page.route(`**${url}`, (route) => route.abort())
  await show(placard, { ...TEXTS.english, look: 'split' }, { url })
  await page.goto(placard.display)
  await expect(onScreen(page)).toContainText('Library closes early')
  await expect(onScreen(page).locator('.notice-picture')).toHaveCount(0)
})

test('[CT11] over a picture the words stand on a shade that is dark enough for a white one', async ({
  page,
  placard,
}) => {
  await clearDisplay(placard)
  const { id, url } = await addPicture(placard, await flatPicture('#ffffff', LANDSCAPE))
  await placard.call('removeItem', { params: { ...DISPLAY, itemId: id } })
  await show(placard, { ...TEXTS.english, look: 'picture' }, { url })
  await page.setViewportSize(LANDSCAPE)
  await page.goto(placard.display)
  await expect(onScreen(page).locator('.notice-picture')).toHaveCount(1)
  const grounds = await onScreen(page).evaluate((notice) => {
    for (const text of Array.from(notice.querySelectorAll<HTMLElement>('.notice-text'))) text.style.opacity = '0'
    return Array.from(notice.querySelectorAll('.notice-heading, .notice-part')).map((part) => {
      const { left, top } = part.getBoundingClientRect()
      return { x: Math.round(left) + 2, y: Math.round(top) + 2 }
    })
  })
  await expect(page.locator('.layer')).toHaveCount(1)
  const shot = await page.screenshot()
  const { default: sharp } = await import('sharp')
  for (const { x, y } of grounds) {
    const [red = 0, green = 0, blue = 0] = await sharp(shot)
      .extract({ left: x, top: y, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    const hex = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
    expect(contrastOf('#ffffff', hex)).toBeGreaterThanOrEqual(7)
  }
})

test('[CT13] the time on the screen is that of the display, in a notice and in a line', async ({ page, placard }) => {
  await clearDisplay(placard)
  await placard.call('updateDisplay', { body: { timeZone: 'Asia/Kathmandu', language: 'de' } })
  await show(placard, { heading: 'Heute', body: '{weekday}, {date}', byline: '{time}' })
  await placard.call('createLine', { body: { text: 'Es ist {time}' } })
  await page.goto(placard.display)
  await expect(onScreen(page)).toContainText('Heute')
  const at = new Date()
  const said = (options: Intl.DateTimeFormatOptions, when = at) =>
    new Intl.DateTimeFormat('de', { ...options, timeZone: 'Asia/Kathmandu' }).format(when)
  await expect(onScreen(page)).toContainText(said({ weekday: 'long' }))
  await expect(onScreen(page)).toContainText(said({ day: 'numeric', month: 'long', year: 'numeric' }))
  const minute = { hour: 'numeric', minute: '2-digit' } as const
  const times = [said(minute), said(minute, new Date(at.getTime() + 60_000))]
  const text = (await onScreen(page).textContent()) ?? ''
  expect(times.some((time) => text.includes(time))).toBe(true)
  await expect
    .poll(() => page.locator('.ticker').textContent())
    .toMatch(new RegExp(times.map((time) => `Es ist ${time}`).join('|')))
})

/** The sizes and rotations of a screen. */
const SCREENS = {
  lying: { size: LANDSCAPE, rotation: 0 },
  upright: { size: PORTRAIT, rotation: 0 },
  turned: { size: LANDSCAPE, rotation: 90 },
} as const satisfies Record<string, { size: typeof LANDSCAPE; rotation: Rotation }>
type Hanging = keyof typeof SCREENS
type OldCase = readonly [screen: Hanging, look: Notice['look'], text: string]

const DEVICE_FONTS = new Set(['arabic', 'hindi', 'chinese'])
const IN_ENGLISH = NOTICE_LOOKS.map((look): OldCase => ['lying', look, 'english'])
/** Each writing on each screen, and each look among them. */
const IN_OTHERS = (['upright', 'turned'] as const).flatMap((screen, first) =>
  ['arabic', 'hindi', 'emoji', 'chinese'].map(
    (text, index): OldCase => [screen, NOTICE_LOOKS[(index + 4 * first) % NOTICE_LOOKS.length] ?? 'paper', text],
  ),
)
const ALL = (Object.keys(SCREENS) as Hanging[]).flatMap((screen) =>
  NOTICE_LOOKS.flatMap((look) => Object.keys(TEXTS).map((text): OldCase => [screen, look, text])),
)

/** For browsers that know none of what `measure` is written in. Null until this very notice is on the screen. */
const sizesOf = (look: string, heading: string) => `(function () {
  var seen = document.querySelectorAll('.layer-seen'), layer = seen[seen.length - 1]
  var notice = layer && layer.querySelector('.notice[data-fits]')
  if (!notice || notice.textContent.indexOf(${JSON.stringify(heading)}) < 0) return null
  if (notice.className.indexOf('notice-${look}') < 0) return null
  var box = notice.getBoundingClientRect(), cut = false
  Array.prototype.forEach.call(notice.querySelectorAll('.notice-heading, .notice-part, .notice-byline'), function (part) {
    var one = part.getBoundingClientRect()
    if (one.bottom > box.bottom + 1 || one.right > box.right + 1 || one.top < box.top - 1 || one.left < box.left - 1) cut = true
  })
  return JSON.stringify({ smallest: Number(notice.getAttribute('data-smallest')), dir: notice.getAttribute('dir'), cut: cut })
})()`

// Each draws letters by other rules than the one before: 72 laid those of variable weight over one another.
for (const release of OLD_RELEASES) {
  const rounds: { cases: readonly OldCase[]; what: string; tag: string[] }[] = [
    { cases: IN_ENGLISH, what: 'in English', tag: [] },
    {
      cases: IN_OTHERS,
      what: 'in Arabic, Hindi, Chinese and emoji, upright and turned',
      tag: release === 64 ? [] : ['@slow'],
    },
    { cases: ALL, what: 'in every look and writing, however it hangs', tag: ['@slow'] },
  ]
  for (const { cases, what, tag } of rounds) {
    test(`[CT10] Chromium ${release} draws the same ${what}: every word in place, as large as today`, { tag }, async ({
      page,
      placard,
    }) => {
      test.setTimeout(60_000 + cases.length * 10_000)
      const found = await fetchOldChromium(release)
      test.skip('missing' in found, `Chromium ${release} is not here`)
      if ('missing' in found) return
      await clearDisplay(placard)
      let item = await show(placard, { ...TEXTS.english, link: 'https://example.org/library' })
      await using old = await launchOldChromium(found, LANDSCAPE)
      let hangs: Hanging | undefined
      for (const [screen, look, name] of cases) {
        const text = TEXTS[name] ?? { heading: '', body: '', byline: '' }
        item = await change(placard, item, { ...text, look })
        if (screen !== hangs) {
          const { size, rotation } = SCREENS[screen]
          await Promise.all([page.setViewportSize(size), old.resize(size)])
          const address = placard.url + playerPath(DISPLAY, rotation)
          await Promise.all([page.goto(address), old.open(address)])
          hangs = screen
        }
        const sizes = sizesOf(look === 'split' && text.body === '' ? 'poster' : look, text.heading)
        const about = `${screen}, ${look}, ${name}`
        for (const evaluate of [old.evaluate, (expression: string) => page.evaluate(expression)]) {
          await expect.poll(() => evaluate(sizes), { message: about, timeout: 20_000 }).not.toBeNull()
        }
        const before = JSON.parse(String(await old.evaluate(sizes)))
        const today = JSON.parse(String(await page.evaluate(sizes)))
        expect(before, about).toMatchObject({ cut: false, dir: today.dir })
        expect(before.smallest, about).toBeGreaterThanOrEqual(LEAST_LETTER)
        // Chromium 64 draws letters other than Latin ones in the fonts of the device [WD3], which are wider or narrower.
        const difference = DEVICE_FONTS.has(name) ? 0.3 : 0.12
        expect(Math.abs(before.smallest / today.smallest - 1), about).toBeLessThan(difference)
      }
      expect(old.errors).toEqual([])
    })
  }
}

test('[CT10] [OF1] a screen that starts without the network has the words, their letters, the picture and the logo', async () => {
  const placard = await launchPlacard()
  const profile = await mkdtemp(join(tmpdir(), 'placard-notice-'))
  try {
    await clearDisplay(placard)
    const { id, url } = await addPicture(placard, await flatPicture('#2050a0', { width: 640, height: 360 }))
    await placard.call('removeItem', { params: { ...DISPLAY, itemId: id } })
    const logo = await addPicture(placard, await flatPicture('#e08020', { width: 64, height: 64 }))
    await placard.call('updateBrand', { body: { colour: '#7a1f5c', logoUrl: logo.url } })
    await placard.call('removeItem', { params: { ...DISPLAY, itemId: logo.id } })
    await show(placard, { ...TEXTS.english, look: 'split' }, { url })
    const online = await startScreenBrowser(profile)
    const page = online.pages()[0] ?? (await online.newPage())
    await page.goto(placard.display)
    await expect(page.locator('.player')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
    await online.close()
    await placard.kill()

    const offline = await startScreenBrowser(profile)
    const alone = offline.pages()[0] ?? (await offline.newPage())
    await alone.goto(placard.display)
    await expect(onScreen(alone)).toContainText('Library closes early')
    const pictures = onScreen(alone).locator('img')
    await expect(pictures).toHaveCount(2)
    for (const picture of await pictures.all())
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await alone.evaluate(() => document.fonts.check('500 40px Manrope', 'Library'))).toBe(true)
    const panel = await onScreen(alone)
      .locator('.notice-panel')
      .evaluate((one) => getComputedStyle(one).backgroundColor)
    expect(panel).toBe('rgb(122, 31, 92)')
    await offline.close()
  } finally {
    await placard.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
