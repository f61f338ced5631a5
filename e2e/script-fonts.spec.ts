import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_PICTURE, type Notice } from '@placard/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { MENUS } from './board-samples.ts'
import { clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { DISPLAY, launchPlacard, type Placard } from './placard.ts'
import { startScreenBrowser } from './rigs/screen-browser.ts'

/** The folder for screenshots. Unset: none are taken. */
const PICTURES = process.env.CAPTURE_FONTS

const NOTICES = {
  hi: {
    heading: 'पुस्तकालय शुक्रवार को जल्दी बंद होगा',
    body: 'हम **15:00** बजे बंद करेंगे ताकि नई अलमारियाँ लगाई जा सकें।\n\n- किताबें दरवाज़े के पास के डिब्बे में रखें\n- विद्यार्थी पिछले द्वार से प्रवेश करें',
    family: 'Noto Sans Devanagari',
  },
  te: {
    heading: 'శుక్రవారం గ్రంథాలయం ముందుగా మూసివేయబడుతుంది',
    body: 'కొత్త అల్మారాలు అమర్చడానికి **15:00** గంటలకు మూసివేస్తాము.\n\n- పుస్తకాలను పెట్టెలో వేయండి\n- పక్క తలుపు తెరిచి ఉంటుంది',
    family: 'Noto Sans Telugu',
  },
  'zh-Hans': {
    heading: '图书馆周五提前关闭',
    body: '我们将于下午**三点**关闭，以便安装新书架。\n\n- 请将图书投入门口的还书箱。\n- 侧门照常开放，如有疑问，请咨询前台。',
    family: 'Noto Sans SC',
  },
  ja: {
    heading: '金曜日は図書館を早く閉めます',
    body: '新しい書棚を取り付けるため、**15時**に閉館いたします。\n\n- 本は「返却ポスト」にお入れください。\n- 横の入口はご利用いただけます。',
    family: 'Noto Sans JP',
  },
  'zh-Hant': {
    heading: '圖書館週五提前關閉',
    body: '我們將於下午**三點**關閉，以便安裝新書架。\n\n- 請將圖書投入門口的還書箱。\n- 側門照常開放。',
    family: 'Noto Sans TC',
  },
  ko: {
    heading: '도서관은 금요일에 일찍 닫습니다',
    body: '새 책장을 설치하기 위해 **15시**에 문을 닫습니다.\n\n- 책은 입구의 반납함에 넣어 주세요.\n- 옆문은 열려 있습니다.',
    family: 'Noto Sans KR',
  },
  th: {
    heading: 'ห้องสมุดปิดเร็วในวันศุกร์',
    body: 'เราจะปิดเวลา **15:00** น. เพื่อติดตั้งชั้นหนังสือใหม่\n\n- กรุณาใส่หนังสือในกล่องคืนหนังสือ\n- ประตูด้านข้างเปิดตามปกติ',
    family: 'Noto Sans Thai',
  },
  he: {
    heading: 'הספרייה נסגרת מוקדם ביום שישי',
    body: 'אנו סוגרים בשעה **15:00** להתקנת מדפים חדשים.\n\n- החזירו ספרים לתיבה\n- הדלת הצדדית פתוחה',
    family: 'Noto Sans Hebrew',
  },
  ar: {
    heading: 'تغلق المكتبة مبكرًا يوم الجمعة',
    body: 'نغلق الساعة **15:00** لتركيب الرفوف الجديدة.\n\n- أعد الكتب عبر الفتحة\n- الباب الجانبي مفتوح',
    family: 'Noto Sans Arabic',
  },
} as const
type Language = keyof typeof NOTICES
const LANGUAGES = Object.keys(NOTICES) as Language[]

/** Starts a browser whose only font is DejaVu. Of these scripts it has only a simple Arabic. */
async function startBareBrowser(profile: string): Promise<BrowserContext> {
  const { FEW_FONTS_FILE = '' } = process.env
  test.skip(FEW_FONTS_FILE === '', 'fonts-dejavu-core is not here')
  return startScreenBrowser(profile, [], { FONTCONFIG_FILE: FEW_FONTS_FILE })
}

async function setUp(placard: Placard, language: Language): Promise<void> {
  await clearDisplay(placard)
  await placard.call('updateDisplay', { body: { language } })
  const { heading, body } = NOTICES[language]
  const notice: Notice = { look: 'paper', heading, body, byline: '' }
  const item = { title: 'Notice', type: 'notice' as const, url: NO_PICTURE, duration: 3600, notice }
  await placard.call('createItem', { body: item })
  await placard.call('createLine', { body: { text: heading } })
}

const onScreen = (page: Page) => page.locator('.layer-seen').last().locator('.notice[data-fits]')

/** The fonts in which the browser draws the letters of the elements, with the number of letters in each. */
async function fontsOf(page: Page, selector: string): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument', { depth: -1 })
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
    const counts: Record<string, number> = {}
    for (const nodeId of nodeIds) {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      for (const { familyName, isCustomFont, glyphCount } of fonts) {
        const name = isCustomFont ? familyOf(familyName) : `${familyName} of the device`
        counts[name] = (counts[name] ?? 0) + glyphCount
      }
    }
    return counts
  } finally {
    await session.detach()
  }
}

/** The browser adds the name of the weight that a variable font has without a setting. */
const familyOf = (name: string) =>
  name.replace(/ (Thin|Regular|Medium|SemiBold|Bold|ExtraLight ExtraBold|ExtraLight)\b.*$/, '')
/** The fonts of Latin letters, digits and spaces in notices. */
const LATIN = ['Manrope', 'Fraunces']

/** Expects the letters of the notice in this family, and Latin letters in the fonts of notices. */
async function expectFonts(page: Page, family: string): Promise<void> {
  await expect
    .poll(() => fontsOf(page, '.layer-seen .notice-heading, .layer-seen .notice-part'), { timeout: 15_000 })
    .toMatchObject({ [family]: expect.any(Number) })
  const inNotice = Object.keys(await fontsOf(page, '.layer-seen .notice-heading, .layer-seen .notice-part'))
  expect(inNotice.filter((name) => name !== family && !LATIN.includes(name))).toEqual([])
}

/** Waits until the page has stored everything, ends its browser and the server, and opens the display in the same profile again. */
async function openWithoutNetwork(page: Page, placard: Placard, profile: string): Promise<Page> {
  await expect(page.locator('.player')).toHaveAttribute('data-offline', 'ready', { timeout: 60_000 })
  await page.context().close()
  await placard.kill()
  const browser = await startBareBrowser(profile)
  const alone = browser.pages()[0] ?? (await browser.newPage())
  await alone.goto(placard.display)
  return alone
}

for (const language of LANGUAGES) {
  test(`WD3 a device without the fonts draws a notice and a line in ${language}, without a network too`, async () => {
    const { heading, family } = NOTICES[language]
    const placard = await launchPlacard()
    const folder = await mkdtemp(join(tmpdir(), 'placard-fonts-'))
    const profile = join(folder, 'profile')
    await mkdir(profile)
    try {
      await setUp(placard, language)
      const online = await startBareBrowser(profile)
      const page = online.pages()[0] ?? (await online.newPage())
      await page.setViewportSize({ width: 1920, height: 1080 })
      await page.goto(placard.display)
      await expect(onScreen(page)).toContainText(heading.slice(0, 6))
      await expectFonts(page, family)
      expect(Object.keys(await fontsOf(page, '.ticker-line bdi'))).toContain(family)
      await expect(onScreen(page)).toHaveAttribute('data-fits', 'true')
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${language}.png`) })
      if (PICTURES) {
        await page.setViewportSize({ width: 1080, height: 1920 })
        await page.waitForTimeout(500)
        await page.screenshot({ path: join(PICTURES, `${language}-portrait.png`) })
      }
      const alone = await openWithoutNetwork(page, placard, profile)
      await expect(onScreen(alone)).toContainText(heading.slice(0, 6))
      await expectFonts(alone, family)
      expect(Object.keys(await fontsOf(alone, '.ticker-line bdi'))).toContain(family)
      await alone.context().close()
    } finally {
      await placard.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
}

for (const [name, family] of [
  ['telugu', 'Noto Sans Telugu'],
  ['hindi', 'Noto Sans Devanagari'],
] as const) {
  test(`WD3 a device without the fonts draws a menu in ${name}, without a network too`, async () => {
    const sample = MENUS[name]
    if (!sample) throw new Error(`there is no menu in ${name}`)
    const placard = await launchPlacard()
    const folder = await mkdtemp(join(tmpdir(), 'placard-fonts-'))
    const profile = join(folder, 'profile')
    await mkdir(profile)
    const words = '.layer-seen .board-title, .layer-seen .board-name, .layer-seen .board-section'
    const expectBoard = async (page: Page) => {
      await expect(page.locator('.layer-seen .board[data-fits]')).toContainText(sample.name)
      await expect.poll(() => fontsOf(page, words), { timeout: 15_000 }).toMatchObject({ [family]: expect.any(Number) })
      expect(Object.keys(await fontsOf(page, words)).filter((one) => one.endsWith('of the device'))).toEqual([])
    }
    try {
      await clearDisplay(placard)
      const { organisationId } = DISPLAY
      const made = await placard.call('createTable', { params: { organisationId }, body: sample as never })
      const board = { tableId: made.table.id, look: 'menu' as const, title: sample.name }
      const body = { title: 'Menu', type: 'board' as const, url: NO_PICTURE, duration: 3600, board }
      await placard.call('createItem', { body: body as never })
      const online = await startBareBrowser(profile)
      const page = online.pages()[0] ?? (await online.newPage())
      await page.setViewportSize({ width: 1920, height: 1080 })
      await page.goto(placard.display)
      await expectBoard(page)
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `menu-${name}.png`) })
      const alone = await openWithoutNetwork(page, placard, profile)
      await expectBoard(alone)
      await alone.context().close()
    } finally {
      await placard.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
}

test('WD3 a text in other letters gets its font while it is shown, and is set again in sizes that fit', async () => {
  const placard = await launchPlacard()
  const folder = await mkdtemp(join(tmpdir(), 'placard-fonts-'))
  const profile = join(folder, 'profile')
  await mkdir(profile)
  try {
    await clearDisplay(placard)
    const notice: Notice = { look: 'paper', heading: 'Library', body: '', byline: '' }
    const item = { title: 'Notice', type: 'notice' as const, url: NO_PICTURE, duration: 3600, notice }
    const created = (await placard.call('createItem', { body: item })).item
    const browser = await startBareBrowser(profile)
    const page = browser.pages()[0] ?? (await browser.newPage())
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/fonts/')) asked.push(new URL(request.url()).pathname)
    })
    await page.goto(placard.display)
    await expect(onScreen(page)).toContainText('Library')
    expect(asked).toEqual([])
    const { heading, body, family } = NOTICES.te
    const headers = { 'if-match': `"${created.revision}"` }
    const params = { ...DISPLAY, itemId: created.id }
    await placard.call('updateItem', { params, body: { notice: { ...notice, heading, body } }, headers })
    await expect(onScreen(page)).toContainText(heading.slice(0, 6))
    await expectFonts(page, family)
    expect(asked).toHaveLength(1)
    const cut = () =>
      onScreen(page).evaluate((one) =>
        [...one.querySelectorAll('.notice-box')].some((box) => {
          const text = box.firstElementChild as HTMLElement
          return text.offsetHeight > box.clientHeight || text.scrollWidth > text.clientWidth + 1
        }),
      )
    await expect.poll(cut).toBe(false)
    await browser.close()
  } finally {
    await placard.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('WD3 no line of Chinese or Japanese begins with a mark that belongs to the word before it', async ({
  page,
  placard,
}) => {
  await clearDisplay(placard)
  const text = '休館日、について。「お知らせ」（重要）、ッとしゃがむー。'.repeat(6)
  const notice: Notice = { look: 'paper', heading: text.slice(0, 60), body: text, byline: '' }
  await placard.call('createItem', {
    body: { title: 'Notice', type: 'notice', url: NO_PICTURE, duration: 3600, notice },
  })
  await page.goto(placard.display)
  await expect(onScreen(page)).toContainText('休館日')
  const firsts = await onScreen(page).evaluate((one) => {
    const found: string[] = []
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    let line = Number.NaN
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const letters = node.textContent ?? ''
      for (let at = 0; at < letters.length; at += 1) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { top } = range.getBoundingClientRect()
        if (!(Math.abs(top - line) < 4)) found.push(letters[at] ?? '')
        line = top
      }
    }
    return found
  })
  expect(firsts.length).toBeGreaterThan(6)
  expect(firsts.filter((letter) => /[、。」）ッゃー]/.test(letter))).toEqual([])
})

test('WD3 the server sends the fonts that it names, for ever, and no other files', async ({ placard, request }) => {
  await setUp(placard, 'te')
  const { fonts = [] } = await placard.call('getManifest', {})
  expect(fonts.length).toBeGreaterThan(0)
  for (const { url, sizeBytes, sha256 } of fonts) {
    const font = await request.get(`${placard.url}${url}`)
    expect(font.status()).toBe(200)
    expect(font.headers()).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${sha256}"`,
    })
    expect((await font.body()).length).toBe(sizeBytes)
  }
  for (const path of ['/fonts/package.json', '/fonts/..%2f..%2fpackage.json', '/fonts/noto-sans-te-1-00000000.woff2'])
    expect((await request.get(`${placard.url}${path}`)).status()).toBe(404)
})
