import { PAGES } from '@placard/contract'
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { withFilled } from './filled.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY } from './placard.ts'
import { pressUndo } from './undo.ts'

test.use({ locale: 'en-GB' })

/** More rows than fit in a window and its surroundings, and far fewer than the list has. */
const MOST_DRAWN = 60

const containers = (page: Page) => page.getByRole('region', { name: 'Containers', exact: true })
const texts = (page: Page) => page.getByRole('region', { name: 'Text containers', exact: true })
const cards = (page: Page) => containers(page).locator('[data-item]')
const stubs = (list: Locator) => list.locator('[data-stub]')

/** Expects a long list to be complete, with few of its entries drawn. */
async function expectLight(list: Locator, count: number): Promise<void> {
  const entries = list.locator('> li')
  await expect(entries).toHaveCount(count)
  await expect
    .poll(() => stubs(list).count(), { message: 'most entries are not drawn' })
    .toBeGreaterThanOrEqual(count - MOST_DRAWN)
  // A screen reader goes by the number of list items: "12 of 500".
  expect(await list.getByRole('listitem').count()).toBe(count)
}

/** Searches like the browser: it selects the text and scrolls to it. `window.find` alone does not scroll a list within the page. */
const find = (page: Page, words: string) =>
  page.evaluate((words) => {
    type Find = (words: string, isCase: boolean, isBackwards: boolean, isWrapping: boolean) => boolean
    const isFound = (window as unknown as { find: Find }).find(words, false, false, true)
    getSelection()?.anchorNode?.parentElement?.scrollIntoView({ block: 'center' })
    return isFound
  }, words)

test('[HS26] of 500 containers, those near the window are drawn; all are found, counted, selected and printed', async ({
  page,
}) => {
  test.slow()
  await withFilled('items', 500, async (placard) => {
    const items = (await placard.call('getProgramme')).items
    const last = items[480]
    if (!last) throw new Error('the display is not full')
    await placard.call('updateItem', {
      params: { ...DISPLAY, itemId: last.id },
      body: { title: 'Zebra crossing' },
      headers: { 'if-match': '*' },
    })
    await signIn(page, placard)
    const list = containers(page).locator('ul').first()

    await test.step('few of them are drawn, wherever one is', async () => {
      await expectLight(list, 500)
      await page.mouse.move(640, 400)
      await page.mouse.wheel(0, 12_000)
      await expect
        .poll(() =>
          cards(page)
            .first()
            .evaluate((card) => card.getBoundingClientRect().bottom),
        )
        .toBeGreaterThan(-900)
      await expectLight(list, 500)
      expect(await findings(page)).toEqual([])
    })
    await test.step('the browser finds one that is not drawn, and it is drawn then', async () => {
      expect(await find(page, 'Zebra crossing')).toBe(true)
      const found = containers(page).getByRole('article', { name: 'Zebra crossing' })
      await expect(found).toBeInViewport()
      await expect(found.getByRole('button', { name: 'Edit' })).toBeVisible()
    })
    await test.step('Tab goes from a drawn one to the next, and on', async () => {
      await page.evaluate(() => scrollTo(0, 0))
      await cards(page).first().getByRole('button', { name: 'Delete' }).focus()
      const place = () =>
        page.evaluate(() => {
          const entry = document.activeElement?.closest('li')
          return entry ? Array.from(entry.parentElement?.children ?? []).indexOf(entry) : -1
        })
      for (let count = 0; count < 130; count += 1) await page.keyboard.press('Tab')
      expect(await place()).toBeGreaterThan(14)
    })
    await test.step('one is moved by its button, and keeps the focus', async () => {
      await page.evaluate(() => scrollTo(0, 0))
      const [first] = (await placard.call('getProgramme')).items
      const later = containers(page).locator(`[data-item="${first?.id}"]`).getByRole('button', { name: 'Move later' })
      await later.focus()
      for (let count = 0; count < 6; count += 1) {
        await page.keyboard.press('Enter')
        await expect
          .poll(async () => (await placard.call('getProgramme')).items.findIndex(({ id }) => id === first?.id))
          .toBe(count + 1)
      }
    })
    await test.step('all are selected, those that are not drawn too, and hidden by one command', async () => {
      await containers(page).getByRole('button', { name: 'Select', exact: true }).click()
      const bar = page.getByRole('region', { name: 'What is selected' })
      await bar.getByRole('button', { name: 'Select all' }).click()
      await expect(bar.getByRole('status')).toHaveText('500 selected')
      await stubs(list).filter({ hasText: 'Zebra crossing' }).scrollIntoViewIfNeeded()
      await expect(containers(page).getByRole('checkbox', { name: 'Zebra crossing' })).toBeChecked()
      await bar.getByRole('button', { name: 'Hide', exact: true }).click()
      await expect
        .poll(async () => (await placard.call('getProgramme')).items.some(({ visible }) => visible))
        .toBe(false)
      await page.keyboard.press('Escape')
    })
    await test.step('all are on paper', async () => {
      await page.evaluate(() => {
        window.addEventListener('beforeprint', () => {
          Object.assign(window, { printed: document.querySelectorAll('[data-item]').length })
        })
      })
      await page.pdf()
      expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(500)
      await expectLight(list, 500)
    })
  })
})

test('[HS26] a container is dragged across those that are not drawn, and an undo far away leads back to it', async ({
  page,
}) => {
  test.slow()
  await withFilled('items', 300, async (placard) => {
    await signIn(page, placard)
    await page.setViewportSize({ width: 320, height: 640 })
    const [first] = (await placard.call('getProgramme')).items
    if (!first) throw new Error('the display is empty')
    const card = containers(page).locator(`[data-item="${first.id}"]`)
    await expectLight(containers(page).locator('ul').first(), 300)
    const isWider = (list: Element) => list.scrollWidth > list.clientWidth
    expect(await containers(page).locator('ul').first().evaluate(isWider)).toBe(false)

    await test.step('to the edge of the window, which scrolls', async () => {
      const grip = card.locator('[data-grip]')
      await grip.scrollIntoViewIfNeeded()
      const box = await grip.boundingBox()
      if (!box) throw new Error('there is nothing to take it by')
      await page.mouse.move(box.x + 10, box.y + 10)
      await page.mouse.down()
      await page.mouse.move(160, 600, { steps: 4 })
      const begin = await page.evaluate(() => scrollY)
      await page.mouse.move(160, 630)
      await expect.poll(() => page.evaluate(() => scrollY), { timeout: 60_000 }).toBeGreaterThan(begin + 9_000)
      await page.mouse.up()
      await expect
        .poll(async () => (await placard.call('getProgramme')).items.findIndex(({ id }) => id === first.id))
        .toBeGreaterThan(15)
      await expect(card).toBeInViewport()
    })
    await test.step('deleted, and back from the other end of the list', async () => {
      await card.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(card).toHaveCount(0)
      await page.evaluate(() => scrollTo(0, 0))
      await pressUndo(page)
      await expect(card.getByRole('heading')).toBeFocused()
      await expect(card).toBeInViewport()
    })
  })
})

test('[HS26] what somebody else changes far from the window is right where it is drawn later', async ({ page }) => {
  await withFilled('items', 200, async (placard) => {
    await signIn(page, placard)
    const list = containers(page).locator('ul').first()
    await expectLight(list, 200)
    const change = { headers: { 'if-match': '*' } }
    const { items } = await placard.call('getProgramme')
    const [gone, renamed] = [items[150], items[180]]
    if (!gone || !renamed) throw new Error('the display is not full')
    const title = 'Renamed by somebody else'
    await placard.call('updateItem', { params: { ...DISPLAY, itemId: renamed.id }, body: { title }, ...change })
    await expect(stubs(list).filter({ hasText: title })).toHaveCount(1)
    // The entries behind it have another place now, and are not drawn.
    await placard.call('removeItem', { params: { ...DISPLAY, itemId: gone.id }, ...change })
    await expectLight(list, 199)
    expect(await find(page, title)).toBe(true)
    const found = containers(page).getByRole('article', { name: title })
    await expect(found).toBeInViewport()
    await expect(found).toHaveAttribute('data-item', renamed.id)
    const drawn = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('data-item')))
    const order = (await placard.call('getProgramme')).items.map(({ id }) => id as string)
    expect(drawn).toEqual(order.filter((id) => drawn.includes(id)))
    expect(new Set(drawn).size).toBe(drawn.length)
  })
})

test('[HS26] of 200 texts those in sight are drawn, and the others are found, read from the right too', async ({
  page,
}) => {
  await withFilled('lines', 200, async (placard) => {
    await signIn(page, placard)
    const list = texts(page).locator('ol')
    await expectLight(list, 200)
    expect(await find(page, 'line 187')).toBe(true)
    const row = list.locator('li', { hasText: 'line 187' })
    await expect(row.getByRole('button', { name: 'Delete' })).toBeInViewport()
    await expectLight(list, 200)

    await test.step('one that is being written stays while the list is scrolled', async () => {
      await row.getByRole('button', { name: 'Rewrite' }).click()
      const field = list.getByRole('textbox')
      await field.fill('Half a sente')
      await list.evaluate((list) => list.scrollTo(0, 0))
      await expect(list.locator('li').first().getByRole('button', { name: 'Delete' })).toBeVisible()
      await expect(field).toHaveValue('Half a sente')
      await field.press('Escape')
    })
    await page.evaluate(() => localStorage.setItem('placard-language', 'ar'))
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectLight(page.locator('ol').filter({ has: page.locator('[data-line]') }), 200)
  })
})

test('[HS26] a thousand screens in forty places: few are drawn, and all of them are found', async ({ page }) => {
  await withFilled('screens', 1_000, async (placard) => {
    await signIn(page, placard, PAGES.screens)
    const rows = page.locator('[data-screen]')
    await expect(rows).toHaveCount(1_000)
    await expect.poll(() => stubs(page.locator('main')).count()).toBeGreaterThan(900)
    expect(await find(page, 'Screen 987 ')).toBe(true)
    await expect(page.getByRole('button', { name: 'Edit Screen 987' })).toBeInViewport()
    await expect.poll(() => stubs(page.locator('main')).count()).toBeGreaterThan(900)
  })
})

test('[HS26] choosing one of a thousand screens goes through none of the others', async ({ page }) => {
  await withFilled('screens', 1_000, async (placard) => {
    await signIn(page, placard, PAGES.screens)
    await expect(page.locator('[data-screen]')).toHaveCount(1_000)
    const tick = page.getByRole('checkbox', { name: 'Choose Screen 1 ', exact: false }).first()
    await tick.waitFor()
    // A list that is rendered again writes the attributes of each entry as JSON.
    const written = await tick.evaluate(async (element) => {
      const { stringify } = JSON
      let count = 0
      JSON.stringify = ((...of: Parameters<typeof stringify>) => {
        count += 1
        return stringify(...of)
      }) as typeof stringify
      ;(element as HTMLInputElement).click()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      JSON.stringify = stringify
      return count
    })
    await expect(tick).toBeChecked()
    await expect(page.getByRole('toolbar')).toContainText('1')
    expect(written).toBeLessThan(20)
  })
})

test('[HS26] of 200 displays those near the window are drawn', async ({ page, placard }) => {
  for (let count = 1; count < 200; count += 1) {
    await placard.call('createDisplay', {
      params: { organisationId: DISPLAY.organisationId },
      body: { id: `d${count}` as typeof DISPLAY.displayId, name: `House ${count}`, timeZone: 'Europe/London' },
    })
  }
  await signIn(page, placard, PAGES.people)
  const list = page.locator('ul').filter({ hasText: 'House 150' })
  await expectLight(list, 200)
  expect(await find(page, 'House 150')).toBe(true)
  await expect(page.getByRole('button', { name: 'Edit House 150' })).toBeInViewport()
})
