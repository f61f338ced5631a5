import { NOTICE_MS, PAGES } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay, removeItem } from './content.ts'
import { dropFiles } from './files.ts'
import { expect, showMore, signIn, test } from './journey.ts'
import { flatPicture } from './pixels.ts'
import { ADMIN } from './placard.ts'

const FILM = { title: 'A film', url: 'https://example.org/film.mp4', type: 'video' as const, duration: 5 }

test('D1 D3 the page greets with the display’s name and has its buttons', async ({ admin, placard }) => {
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Hello Department of ECE')
  await admin.getByRole('button', { name: 'Add Text' }).first().click()
  await expect(admin.getByRole('dialog')).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(admin.getByRole('dialog')).toBeHidden()
  await admin.getByRole('link', { name: 'Add Container' }).first().click()
  await admin.waitForURL(placard.url + PAGES.addContainer)
})

test('the hero is the real player in a frame, live and marked as a preview', async ({ page, placard }) => {
  await signIn(page, placard, undefined, { previewsPlay: true })
  const hero = page.getByRole('region', { name: 'On air now' })
  await expect(hero.getByText('Preview', { exact: true })).toBeVisible()
  const player = hero.frameLocator('iframe').locator('main.player')
  await expect(player).toHaveAttribute('data-state', 'playing')
  await placard.call('createLine', { body: { text: 'Seen in the preview' } })
  await expect(player.getByText('Seen in the preview').first()).toBeAttached()
})

test('D2 D8 the numbers and the lists are live: what one changes, the other sees without a reload', async ({
  admin,
  placard,
  browser,
}) => {
  const images = admin.locator('dt', { hasText: 'streaming' }).locator('xpath=following-sibling::dd[1]')
  const texts = admin.locator('dt', { hasText: 'Text containers' }).locator('xpath=following-sibling::dd[1]')
  await expect(images).toContainText(/\d/)
  const { items, lines } = await placard.call('getProgramme')
  const streaming = items.filter(({ visible }) => visible).length
  await expect(images).toContainText(String(streaming))
  await expect(texts).toContainText(String(lines.length))

  const otherContext = await browser.newContext()
  const other = await otherContext.newPage()
  await signIn(other, placard)
  await placard.call('createItem', { body: FILM })
  await placard.call('createLine', { body: { text: 'Seen by both' } })
  for (const page of [admin, other]) {
    await expect(page.getByRole('article', { name: 'A film' }).first()).toBeVisible()
    await expect(page.getByText('Seen by both').first()).toBeVisible()
  }
  await expect(images).toContainText(String(streaming + 1))
  await expect(texts).toContainText(String(lines.length + 1))
  await otherContext.close()
})

test('D3 the preview scrolls through all texts', async ({ admin, placard }) => {
  for (let count = 1; count <= 12; count += 1)
    await placard.call('createLine', { body: { text: `Announcement ${count}` } })
  await expect(admin.getByText('Announcement 12')).toBeVisible()
  await admin.getByRole('button', { name: 'Preview', exact: true }).click()
  const list = admin.getByRole('dialog').getByRole('list')
  await expect(list.getByRole('listitem').filter({ hasText: 'Announcement' })).toHaveCount(12)
  // The screen is above the texts.
  const [screen, texts] = await Promise.all([
    admin.getByRole('dialog').locator('iframe').boundingBox(),
    list.boundingBox(),
  ])
  if (!screen || !texts) throw new Error('nothing is drawn')
  expect(screen.y + screen.height).toBeLessThan(texts.y)
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
})

test('D4 T3 D7 lines have a number, move up and down, stop at the ends, and go after a question', async ({
  admin,
  placard,
}) => {
  for (const line of (await placard.call('getProgramme')).lines) {
    await placard.call('removeLine', { params: { lineId: line.id } as never })
  }
  await expect(admin.getByText('No Text Containers')).toBeVisible()
  for (const text of ['One', 'Two', 'Three']) await placard.call('createLine', { body: { text } })

  const rows = admin.getByRole('region', { name: 'Text' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('1')
  await expect(rows.nth(0).getByRole('button', { name: 'Move up' })).toBeDisabled()
  await expect(rows.nth(2).getByRole('button', { name: 'Move down' })).toBeDisabled()
  await rows.nth(2).getByRole('button', { name: 'Move up' }).click()
  await expect(rows).toContainText(['One', 'Three', 'Two'])
  await expect
    .poll(async () => (await placard.call('getProgramme')).lines.map(({ text }) => text))
    .toEqual(['One', 'Three', 'Two'])

  await rows.nth(0).getByRole('button', { name: 'Delete' }).click()
  const question = admin.getByRole('alertdialog').or(admin.getByRole('dialog'))
  await expect(question).toContainText('Are you sure you want to delete this text?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(3)
  await rows.nth(0).getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('Text Container Deleted Successfully!')).toBeVisible()
  await expect(rows).toContainText(['Three', 'Two'])
})

test('D5 T1 a card shows what an item is, and Hide/Show saves at once', async ({ admin, placard }) => {
  const { item } = await placard.call('createItem', { body: { ...FILM, title: 'Card', duration: 45 } })
  const card = admin.getByRole('article', { name: 'Card' })
  await expect(card).toContainText('45 s')
  await expect(card).toContainText(/video/i)
  const saved = async () => (await placard.call('getProgramme')).items.find(({ id }) => id === item.id)
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(card.getByRole('button', { name: 'Show' })).toBeVisible()
  await expect.poll(async () => (await saved())?.visible).toBe(false)
  await card.getByRole('button', { name: 'Show' }).click()
  await expect.poll(async () => (await saved())?.visible).toBe(true)
})

test('D6 T2 V1 the edit form judges the address, saves, and cancels', async ({ admin, placard }) => {
  const { item } = await placard.call('createItem', { body: { ...FILM, title: 'To be edited' } })
  const saved = async () => (await placard.call('getProgramme')).items.find(({ id }) => id === item.id)
  const card = admin.getByRole('article', { name: 'To be edited' })
  const dialog = admin.getByRole('dialog')
  await card.getByRole('button', { name: 'Edit' }).click()

  const address = dialog.getByLabel('Image URL')
  const borderOf = () =>
    address.evaluate((element) => (getComputedStyle(element).borderTopColor.match(/[\d.]+/g) ?? []).map(Number))
  await expect(async () => {
    const [red = 0, green = 0] = await borderOf()
    expect(green).toBeGreaterThan(red)
  }).toPass()
  await address.fill('not an address')
  await expect(dialog.getByText('Please enter a valid URL.')).toBeVisible()
  await expect(async () => {
    const [red = 0, green = 0] = await borderOf()
    expect(red).toBeGreaterThan(green)
  }).toPass()

  await dialog.getByLabel('Title').fill('Discarded')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toMatchObject({ title: 'To be edited', revision: 1 })

  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(address).toHaveValue(FILM.url)
  await dialog.getByLabel('Title').fill('Edited')
  await dialog.getByLabel('Duration').selectOption('90')
  await dialog.getByLabel('Visible').setChecked(false, { force: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Updated Successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await saved()).toMatchObject({ title: 'Edited', duration: 90, visible: false })
})

test('V1 [B30] an unsafe address is kept, marked, and in no link or source of the page', async ({ admin, placard }) => {
  const { item } = await placard.call('createItem', { body: { ...FILM, title: 'Unsafe' } })
  const card = admin.getByRole('article', { name: 'Unsafe' })
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Image URL').fill('javascript:alert(document.domain)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText(/not playable|cannot be played/i)
  const found = await admin.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].map(({ value }) => value).filter((value) => value.includes('javascript:')),
    ),
  )
  expect(found).toEqual([])
  expect((await placard.call('getProgramme')).items.find(({ id }) => id === item.id)).toMatchObject({
    url: 'javascript:alert(document.domain)',
    playable: false,
  })
})

test('D7 X1 X2 deleting an item asks first, then says so for five seconds, top right', async ({ admin, placard }) => {
  await placard.call('createItem', { body: { ...FILM, title: 'To be deleted' } })
  const card = admin.getByRole('article', { name: 'To be deleted' })
  await card.getByRole('button', { name: 'Delete' }).click()
  const question = admin.getByRole('alertdialog').or(admin.getByRole('dialog'))
  await expect(question).toContainText('Are you sure you want to delete this container?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Delete' }).click()
  // The page itself takes down how long it stands, which no slow machine makes shorter.
  const stood = admin.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let since: number | undefined
        const observer = new MutationObserver(() => {
          const isThere = document.body.innerText.includes(text)
          if (isThere) since ??= performance.now()
          else if (since !== undefined) {
            observer.disconnect()
            resolve(performance.now() - since)
          }
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    'Item deleted successfully.',
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  const notice = admin.getByText('Item deleted successfully.')
  await expect(notice).toBeVisible()
  const box = await notice.boundingBox()
  expect(box && box.x > 720 && box.y < 200).toBe(true)
  await expect(card).toBeHidden()
  await expect(notice).toBeHidden()
  expect(await stood).toBeGreaterThan(NOTICE_MS - 100)
})

test('T4 an edit of something changed meanwhile shows both versions and loses neither', async ({ admin, placard }) => {
  const { item } = await placard.call('createItem', { body: { ...FILM, title: 'Contested' } })
  await admin.getByRole('article', { name: 'Contested' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Mine')
  await placard.call('updateItem', {
    params: { itemId: item.id } as never,
    body: { title: 'Theirs' },
    headers: { 'if-match': '*' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = admin.getByRole('alertdialog')
  await expect(conflict).toContainText('Mine')
  await expect(conflict).toContainText('Theirs')
  await conflict.getByRole('button', { name: /keep mine/i }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('article', { name: 'Mine' })).toBeVisible()
})

test('[U22] a conflict says who it was and only what differs; other fields are merged', async ({ admin, placard }) => {
  const { item } = await placard.call('createItem', { body: { ...FILM, title: 'Shared' } })
  const change = (body: { title?: string; visible?: boolean; duration?: number }) =>
    placard.call('updateItem', { params: { itemId: item.id } as never, body, headers: { 'if-match': '*' } })
  const saved = async () => (await placard.call('getProgramme')).items.find(({ id }) => id === item.id)
  const dialog = admin.getByRole('dialog')
  await admin.getByRole('article', { name: 'Shared' }).getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Title').fill('Merged')
  await change({ visible: false })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toMatchObject({ title: 'Merged', visible: false })

  await admin.getByRole('article', { name: 'Merged' }).getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Title').fill('Mine')
  await change({ title: 'Theirs', duration: 90 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = admin.getByRole('alertdialog')
  await expect(conflict).toContainText('admin@vnr.example')
  await expect(conflict.getByRole('row')).toHaveCount(2)
  await conflict.getByRole('button', { name: /keep mine/i }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toMatchObject({ title: 'Mine', duration: 90, visible: false })
})

test('[B24] a title of markup is text everywhere', async ({ admin, placard }) => {
  const title = '<img src=x onerror=alert(1)>"><svg/onload=alert(2)>'
  let alerts = 0
  admin.on('dialog', (dialog) => {
    alerts += 1
    void dialog.dismiss()
  })
  await placard.call('createItem', { body: { ...FILM, title } })
  await placard.call('createLine', { body: { text: title } })
  await expect(admin.getByRole('article', { name: title })).toBeVisible()
  await admin.getByRole('button', { name: 'Preview' }).click()
  await expect(admin.getByRole('dialog').getByText(title)).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.getByRole('article', { name: title }).getByRole('button', { name: 'Delete' }).click()
  await admin.getByRole('alertdialog').or(admin.getByRole('dialog')).getByRole('button', { name: 'Cancel' }).click()
  expect(alerts).toBe(0)
})

test('D5 a YouTube film shows its public picture, or a drawn one with its title if there is none', async ({
  admin,
  placard,
}) => {
  const grey = await flatPicture('#cccccc', { width: 120, height: 90 })
  const poster = await flatPicture('#225588', { width: 480, height: 360 })
  await admin.route('https://i.ytimg.com/**', (route) => {
    const url = route.request().url()
    if (url.includes('cutoffcutof')) return route.abort('connectionfailed')
    const isThere = url.includes('therethere1')
    return route.fulfill({ status: isThere ? 200 : 404, contentType: 'image/jpeg', body: isThere ? poster : grey })
  })
  const films = { 'Has one': 'therethere1', 'Has none': 'removedfilm', 'No way there': 'cutoffcutof' }
  for (const [title, id] of Object.entries(films)) {
    await placard.call('createItem', { body: { title, url: `https://youtu.be/${id}`, type: 'youtube', duration: 5 } })
  }
  const picture = (title: string) => admin.getByRole('article', { name: title }).getByRole('img').first()
  for (const title of Object.keys(films)) await picture(title).scrollIntoViewIfNeeded()
  await expect.poll(() => picture('Has one').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(480)
  for (const title of ['Has none', 'No way there']) {
    await expect(picture(title)).toHaveAccessibleName('No picture available')
    await expect(picture(title)).toHaveText(title)
  }
  for (const { id } of (await placard.call('getProgramme')).items.slice(-3)) {
    await removeItem(placard, id)
  }
})

test('D5 the lists of a display without anything say so', async ({ admin, placard }) => {
  for (const { id } of (await placard.call('getProgramme')).items) {
    await removeItem(placard, id)
  }
  await expect(admin.getByText('No Containers')).toBeVisible()
})

test('[B88] no page breaks the content security policy', async ({ page, placard }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/content security policy|trusted/i.test(message.text())) complaints.push(message.text())
  })
  await signIn(page, placard)
  await placard.call('uploadMedia', { body: await flatPicture('#336699'), headers: { 'content-type': 'image/jpeg' } })
  for (const path of [PAGES.landing, PAGES.dashboard, PAGES.addContainer, PAGES.test, PAGES.register]) {
    await page.goto(placard.url + path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForFunction(() =>
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
    )
  }
  await page.goto(placard.display)
  await expect(page.locator('[data-state]')).toBeVisible()
  expect(complaints).toEqual([])
})

for (const [where, viewport, most] of [
  ['desk', { width: 1440, height: 900 }, 28],
  ['phone', { width: 390, height: 844 }, 18],
] as const) {
  test.describe(`on a ${where}`, () => {
    test.use({ viewport, isMobile: where === 'phone', hasTouch: where === 'phone' })

    test(`[HS31] the first view has at most ${most} controls`, async ({ placard, page }) => {
      await clearDisplay(placard)
      for (let n = 1; n <= 8; n += 1) await placard.call('createItem', { body: { ...FILM, title: `Film ${n}` } })
      for (let n = 1; n <= 2; n += 1) await placard.call('createLine', { body: { text: `Line ${n}` } })
      await signIn(page, placard)
      await expect(page.getByRole('article')).toHaveCount(8)
      await expect(page.getByText(/loop ·/)).toBeVisible()
      expect((await controlsInView(page)).length).toBeLessThanOrEqual(most)
      await showMore(page)
      await expect(page.getByRole('link', { name: 'Week', exact: true })).toBeInViewport()
      await showMore(page, 'Playback controls')
      await expect(page.getByRole('button', { name: 'Next one' })).toBeInViewport()
    })
  })
}

/** The boxes of the controls behind "More" and of the state beside it, and what of the state is cut off. */
const boxesOfMore = (page: Page) =>
  page.locator('header [data-more]').evaluate((more) => {
    const boxOf = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }
    const [button, ...entries] = more.children
    const state = [...(more.parentElement?.children ?? [])].filter((element) => element !== more)
    return {
      entries: entries.map(boxOf),
      state: [...state, ...(button ? [button] : [])].map(boxOf),
      isCut: [...state, ...entries].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    }
  })

for (const [name, viewport, locale, colorScheme] of [
  ['on a desk', { width: 1440, height: 900 }, 'en-GB', 'light'],
  ['on a phone, dark', { width: 390, height: 844 }, 'en-GB', 'dark'],
  ['in Arabic', { width: 1440, height: 900 }, 'ar', 'dark'],
  ['in Arabic on a phone', { width: 390, height: 844 }, 'ar', 'light'],
] as const) {
  test.describe(() => {
    test.use({ viewport, locale, colorScheme })

    test(`[HS31] the controls behind “More” stand in columns below the state: ${name}`, async ({ placard, page }) => {
      await clearDisplay(placard)
      await placard.call('createItem', { body: FILM })
      await signIn(page, placard)
      await expect(page.getByRole('article')).toHaveCount(1)
      // Added on this page, so that the state says that it is saved.
      await dropFiles(page, [{ name: 'Sea.jpg', type: 'image/jpeg', buffer: await flatPicture('#336699') }])
      await expect(page.getByRole('article')).toHaveCount(2)
      await expect(page.locator('header [data-done]')).toBeVisible()

      await page.locator('header [data-more] > [aria-expanded]').click()
      const { entries, state, isCut } = await boxesOfMore(page)
      expect(entries.length).toBeGreaterThanOrEqual(7)
      expect(isCut).toBe(false)
      const lowest = Math.max(...state.map(({ bottom }) => bottom))
      for (const { top } of entries) expect(top).toBeGreaterThanOrEqual(lowest)
      const widths = new Set(entries.map(({ left, right }) => Math.round(right - left)))
      expect(widths.size).toBe(1)
      const columns = new Set(entries.map(({ left }) => Math.round(left)))
      // Every entry is as high as those beside it.
      const edges = ({ top, bottom }: { top: number; bottom: number }) => `${Math.round(top)} ${Math.round(bottom)}`
      expect(new Set(entries.map(edges)).size).toBe(Math.ceil(entries.length / columns.size))
      const inFirstRow = entries.filter(({ top }) => top === entries[0]?.top)
      expect(columns.size).toBe(inFirstRow.length)
      expect(await findings(page)).toEqual([])
    })
  })
}

test('the link “Add a display” behind “More” leads to the button on the page of people', async ({ admin }) => {
  await showMore(admin)
  await admin.getByRole('link', { name: 'Add a display' }).click()
  const add = admin.getByRole('button', { name: 'Add a display' })
  await expect(add).toBeFocused()
  await expect(admin.getByRole('main').getByText(ADMIN.email).first()).toBeVisible()
  await expect(add).toBeInViewport()
})

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  test('[HS31] nothing overflows', async ({ admin }) => {
    await expect(admin.getByRole('article').first()).toBeVisible()
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await showMore(admin)
    await showMore(admin, 'Playback controls')
    expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test('[HS31] the clock of a card is visible without the mouse, and its arrows are not', async ({ admin, placard }) => {
  await clearDisplay(placard)
  for (const title of ['First', 'Second']) await placard.call('createItem', { body: { ...FILM, title } })
  const card = admin.getByRole('article', { name: 'First' })
  await admin.mouse.move(0, 0)
  const arrows = card.locator('span', { has: admin.getByRole('button', { name: 'Move later' }) })
  await expect(arrows).toHaveCSS('opacity', '0')
  await expect(card.getByRole('button', { name: 'Schedule: Always' })).toHaveCSS('opacity', '1')
})

test('[HS31] hidden buttons take no room from titles and texts, pictures are free of handles, and nothing moves below the mouse', async ({
  admin,
  placard,
}) => {
  await clearDisplay(placard)
  const first = 'Opening of the new library on the campus'
  for (const title of [first, 'Second']) await placard.call('createItem', { body: { ...FILM, title } })
  const words = 'The library is open until eight o’clock on weekdays'
  await placard.call('createLine', { body: { text: words } })
  const card = admin.getByRole('article', { name: first })
  const row = admin.locator('[data-line]', { hasText: words })
  const boxOf = async (one: Locator) => {
    const box = await one.boundingBox()
    if (!box) throw new Error('it is not drawn')
    return box
  }
  for (const [whole, title] of [
    [card, card.getByRole('heading')],
    [row, row.getByText(words)],
  ] as const) {
    await admin.mouse.move(0, 0)
    await whole.scrollIntoViewIfNeeded()
    const [around, before] = [await boxOf(whole), await boxOf(title)]
    expect(before.width / around.width).toBeGreaterThan(0.7)
    await whole.hover()
    expect(await boxOf(whole)).toEqual(around)
    expect(await boxOf(title)).toEqual(before)
  }
  const clock = await boxOf(card.getByRole('button', { name: 'Schedule: Always' }))
  const around = await boxOf(card)
  expect(around.x + around.width - (clock.x + clock.width)).toBeLessThan(20)
  const [picture, grip] = [await boxOf(card.locator('> div').first()), await boxOf(card.locator('[data-grip]'))]
  expect(grip.y).toBeGreaterThan(picture.y + picture.height)
})

test('[HS31] the clock of a text is visible without the mouse, and opens its schedule by touch and by keyboard', async ({
  admin,
  placard,
}) => {
  await placard.call('createLine', { body: { text: 'Tram stops are closed' } })
  await admin.setViewportSize({ width: 390, height: 844 })
  await admin.getByRole('button', { name: 'Texts', exact: true }).click()
  const clock = admin
    .locator('[data-line]', { hasText: 'Tram stops are closed' })
    .getByRole('button', { name: 'Schedule: Always' })
  await admin.mouse.move(0, 0)
  await expect(clock).toHaveCSS('opacity', '1')
  const box = await clock.boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(32)
  expect(box?.height).toBeGreaterThanOrEqual(32)
  await clock.focus()
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('dialog').getByText('Tram stops are closed')).toBeVisible()
})

test('[HS31] the keyboard shows what a mouse would', async ({ admin }) => {
  const card = admin.getByRole('article').first()
  const later = card.getByRole('button', { name: 'Move later' })
  const opacity = () =>
    later.evaluate((button) => button.parentElement && getComputedStyle(button.parentElement).opacity)
  await expect.poll(opacity).toBe('0')
  await later.focus()
  await expect.poll(opacity).toBe('1')
})

/** The names of what can be pressed or typed into without scrolling. */
const controlsInView = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')]
      .filter((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect()
        const isIn = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
        // The link past the navigation is there for the keyboard alone.
        return (
          isIn && element.checkVisibility({ opacityProperty: true }) && getComputedStyle(element).clipPath === 'none'
        )
      })
      .map((element) => element.ariaLabel ?? element.textContent),
  )
