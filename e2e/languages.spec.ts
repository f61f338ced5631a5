import { LANGUAGES, type Message, NO_PICTURE, PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './journey.ts'
import { MADE_UP, type Messages, messagesIn, speakMadeUp, TAGS, textsOn } from './languages.ts'
import { ADMIN, type Placard } from './placard.ts'

test.use({ actionTimeout: 20_000 })

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const
const english = messagesIn('en')
const textOf = (messages: Messages, key: string): string => {
  const message: Message = messages[key] ?? ''
  return typeof message === 'string' ? message : message.other
}

/** Texts that are the same in every language, and texts that people wrote. */
async function ownWords(placard: Placard): Promise<string[]> {
  const { items, lines, name } = await placard.call('getProgramme')
  return [
    name,
    ...items.flatMap(({ title, notice }) => [title, ...(notice ? [notice.heading, notice.body, notice.byline] : [])]),
    ...lines.map(({ text }) => text),
    ...Object.values(LANGUAGES).map(({ name }) => name),
    ADMIN.email,
    'Placard',
    'YouTube',
  ].filter((text) => text.length > 1)
}

/** The faults of a page: horizontal scrolling, cut texts, and texts that are in another language by `isForeign`. */
async function faultsOf(page: Page, isForeign: (text: string) => boolean): Promise<string[]> {
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  const texts = await textsOn(page)
  expect(texts.length).toBeGreaterThan(3)
  return [
    ...(isWide ? ['the page scrolls sideways'] : []),
    ...texts.filter(({ isCut }) => isCut).map(({ text, at }) => `cut: ${text} (${at})`),
    ...texts.filter(({ text }) => isForeign(text)).map(({ text, at }) => `English: ${text} (${at})`),
  ]
}

/** Opens the main pages and two dialogs, and calls `look` on each. */
async function walk(
  page: Page,
  placard: Placard,
  words: Messages,
  look: (place: string) => Promise<void>,
): Promise<void> {
  await page.goto(placard.url + PAGES.login)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look('sign-in')
  await signIn(page, placard)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.locator('[data-item] [data-action="schedule"]').first()).toBeVisible()
  await look('dashboard')

  const dialog = page.getByRole('dialog')
  const write = page.getByRole('button', { name: textOf(words, 'notices.write'), exact: true }).first()
  // On a phone it is in a dialog.
  if (!(await write.isVisible())) {
    await page
      .getByRole('button', { name: textOf(words, 'door.open'), exact: true })
      .first()
      .click()
    await expect(dialog.getByRole('textbox').first()).toBeVisible()
    await look('add anything')
  }
  await write.click()
  await expect(dialog.getByRole('textbox').first()).toBeVisible()
  await look('notice')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.locator('[data-item] [data-action="schedule"]').first().click()
  await expect(dialog.getByRole('heading').first()).toBeVisible()
  await look('schedule')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

for (const language of TAGS.filter((tag) => tag !== 'en')) {
  for (const viewport of SIZES) {
    test.describe(`${language}, ${viewport.width} px wide`, () => {
      test.use({ locale: language, viewport })

      test('[WD2] sign-in, dashboard, notice and schedule are whole, and not in English', async ({ page, placard }) => {
        const words = messagesIn(language)
        const fetched = new Set<string>()
        page.on('request', (request) => {
          const [, tag] = /\/assets\/words-(.+?)-[^/]*\.json$/.exec(request.url()) ?? []
          if (tag) fetched.add(request.url())
        })
        const own = new Set(await ownWords(placard))
        const same = new Set(Object.values(words).filter((message) => typeof message === 'string'))
        const foreign = new Set(
          Object.values(english).filter(
            (message): message is string => typeof message === 'string' && !same.has(message),
          ),
        )
        await walk(page, placard, words, async (place) => {
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expect(page.locator('html')).toHaveAttribute('dir', LANGUAGES[language].direction)
          expect.soft(await faultsOf(page, (text) => foreign.has(text) && !own.has(text)), place).toEqual([])
        })
        expect([...fetched].filter((url) => !url.includes(`/words-${language}-`))).toEqual([])
        expect(fetched.size).toBeGreaterThan(1)
      })
    })
  }
}

for (const madeUp of MADE_UP) {
  for (const viewport of SIZES) {
    test.describe(`${madeUp.name}, ${viewport.width} px wide`, () => {
      test.use({ locale: madeUp.instead, viewport })

      test('[WD2] nothing is cut, nothing overflows, and no text is written into the code', async ({
        page,
        placard,
      }) => {
        await speakMadeUp(page.context(), madeUp, english)
        const own = (await ownWords(placard)).sort((one, other) => other.length - one.length)
        const words = await madeUpWords(page, placard, madeUp.instead)
        await walk(page, placard, words, async (place) => {
          const isForeign = (text: string) =>
            /[A-Za-z]{3,}/.test(own.reduce((left, one) => left.replaceAll(one, ''), text).replace(/\{[^}]*\}/g, ''))
          expect.soft(await faultsOf(page, isForeign), place).toEqual([])
        })
      })
    })
  }
}

/** The made-up texts that the page receives. */
async function madeUpWords(page: Page, placard: Placard, tag: string): Promise<Messages> {
  const early = page.waitForResponse((response) => response.url().includes(`/assets/words-${tag}-first-`))
  await page.goto(placard.url + PAGES.login)
  return (await early).json()
}

test.describe('the choice of the language', () => {
  test.use({ locale: 'pt-PT' })

  test('[WD1] the menu lists every language by its own name, and the page changes without English in between', async ({
    page,
    placard,
  }) => {
    const notice = { look: 'paper' as const, heading: 'Lunch menu', body: '', byline: '' }
    await placard.call('createItem', { body: { title: 'Lunch menu', type: 'notice', url: NO_PICTURE, notice } })
    await signIn(page, placard)
    const first = await page.locator('html').getAttribute('lang')
    expect(first).toBe(TAGS.find((tag) => tag.startsWith('pt')) ?? 'en')
    const words = messagesIn(first as (typeof TAGS)[number])
    await page.getByRole('button', { name: textOf(words, 'bar.menu') }).click()
    const choice = page.getByRole('combobox').filter({ has: page.locator('option[value="en"]') })
    await expect(choice.locator('option')).toHaveText(Object.values(LANGUAGES).map(({ name }) => name))
    await choice.selectOption('ar')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.reload()
    await expect(page.getByRole('heading', { name: textOf(messagesIn('ar'), 'items.heading') })).toBeVisible()
    // A title in Latin letters is at the side where the page starts.
    const card = page.getByRole('article', { name: 'Lunch menu' })
    await expect(card.getByRole('heading', { name: 'Lunch menu' })).toHaveCSS('text-align', 'right')
  })

  for (const stored of ['', 'xx', '__proto__', 'e'.repeat(8_192), '<script>']) {
    test(`[WD1] a stored language like ${JSON.stringify(stored.slice(0, 12))} falls back`, async ({
      page,
      placard,
    }) => {
      await page.addInitScript((value) => localStorage.setItem('placard-language', value), stored)
      await page.goto(placard.url + PAGES.login)
      const wanted = TAGS.find((tag) => tag.startsWith('pt')) ?? 'en'
      await expect(page.locator('html')).toHaveAttribute('lang', wanted)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(textOf(messagesIn(wanted), 'login.title'))
    })
  }
})

test.describe('before the application has come', () => {
  test.use({ locale: 'ar' })

  test('[WD1] a page in another language is painted in it, and never in English', async ({ page, placard }) => {
    const arabic = messagesIn('ar')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/words-ar-first-*.json', async (route) => {
      await held
      await route.continue()
    })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(placard.url + PAGES.login)
    await expect(page.locator('.first-field').first()).toBeVisible()
    await expect(page.getByText(textOf(english, 'login.title'), { exact: true })).toBeHidden()
    release()
    await expect(page.getByText(textOf(arabic, 'login.title'), { exact: true })).toBeVisible()
    await expect(page.getByText(textOf(english, 'login.lead'), { exact: true })).toBeHidden()
  })

  test('[WD1] English opens if the file of the language cannot be loaded, and the choice is kept', async ({
    page,
    placard,
  }) => {
    await page.route('**/assets/words-ar-*.json', (route) => route.abort())
    await page.goto(placard.url + PAGES.login)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textOf(english, 'login.title'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.unroute('**/assets/words-ar-*.json')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(textOf(messagesIn('ar'), 'login.title'))
  })
})
