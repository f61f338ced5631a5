import { mkdir } from 'node:fs/promises'
import { PAGES, type ScreenId } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { findings } from '../axe.ts'
import { addPicture, clearDisplay } from '../content.ts'
import { expect, signIn, test } from '../journey.ts'
import { WAYS } from '../looks.ts'
import { DISPLAY, type Placard } from '../placard.ts'
import { linedPicture, type Member, openMember, setWall, wallOf } from './wall.ts'

test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
test.describe.configure({ timeout: 120_000 })

const WALL = `${PAGES.wall}?display=${DISPLAY.displayId}`
const PANEL = { width: 480, height: 270 }
const { organisationId } = DISPLAY

/** Every journey begins without a wall and without a paired screen. */
test.beforeEach(async ({ placard }) => {
  await setWall(placard, null)
  const { screens } = await placard.call('listOrganisationScreens', { params: { organisationId } })
  for (const { paired } of screens)
    if (paired) await placard.call('letGoScreen', { params: { organisationId, screenId: paired.id } })
})

/** Screens that are paired but not connected: nothing of theirs is drawn. */
async function pairAway(placard: Placard, names: readonly string[]): Promise<ScreenId[]> {
  const ids: ScreenId[] = []
  for (const name of names) {
    const asked = { secret: null, width: 1920, height: 1080, timeZone: 'UTC' }
    const entered = await placard.call('enterScreen', { body: asked })
    if (entered.status !== 'waiting') throw new Error('a new screen was known')
    const { code } = entered
    const body = { as: 'new' as const, displayId: DISPLAY.displayId, name, diagonalInches: 55 }
    ids.push((await placard.call('pairScreen', { params: { organisationId, code }, body })).id)
  }
  return ids
}

async function connected(browser: Browser, placard: Placard, names: readonly string[]): Promise<Member[]> {
  const members: Member[] = []
  for (const name of names) members.push(await openMember(browser, placard, name, PANEL))
  return members
}

const cell = (page: Page, column: number, row: number) => page.locator(`[data-cell="${column},${row}"]`)
const cellsOf = async (placard: Placard) => (await placard.call('getWall', {})).wall?.cells ?? []
const nameAt = async (placard: Placard, column: number, row: number) => {
  const { wall, screens } = await placard.call('getWall', {})
  const there = wall?.cells.find((one) => one.column === column && one.row === row)
  return screens.find(({ id }) => id === there?.screenId)?.name
}

async function drag(page: Page, from: ReturnType<Page['locator']>, to: ReturnType<Page['locator']>): Promise<void> {
  await from.hover()
  await page.mouse.down()
  const box = await to.boundingBox()
  if (!box) throw new Error('there is no such place')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
}

test('[LY8] a wall is made and its screens are dragged into their cells, which shows them their numbers', async ({
  browser,
  admin,
  placard,
}) => {
  const [first, second] = (await connected(browser, placard, ['Wall 1', 'Wall 2'])) as [Member, Member]
  await admin.goto(placard.url + WALL)
  await expect(admin.getByRole('heading', { level: 1, name: 'Wall' })).toBeVisible()
  await admin.getByRole('button', { name: '2 × 1 screens' }).click()
  await admin.getByRole('button', { name: 'Make the wall' }).click()
  await expect(cell(admin, 0, 0)).toContainText('Wall 1')
  await expect(first.page.locator('[data-test-card="1"]')).toHaveCount(1)
  await expect(second.page.locator('[data-test-card="2"]')).toHaveCount(1)

  // They hang the other way round.
  await drag(admin, cell(admin, 0, 0), cell(admin, 1, 0))
  await expect.poll(() => nameAt(placard, 1, 0)).toBe('Wall 1')
  await expect.poll(() => nameAt(placard, 0, 0)).toBe('Wall 2')
  await expect(first.page.locator('html[data-wall="1,0"]')).toHaveCount(1)

  await test.step('by touch or by keys: a screen is pressed, and then a cell', async () => {
    await admin.getByRole('button', { name: '3 × 1 screens' }).click()
    await expect(cell(admin, 2, 0)).toContainText('Empty')
    await cell(admin, 0, 0).getByRole('button').focus()
    await admin.keyboard.press('Enter')
    await expect(cell(admin, 0, 0).getByRole('button')).toHaveAttribute('aria-pressed', 'true')
    await cell(admin, 2, 0).getByRole('button').focus()
    await admin.keyboard.press('Space')
    await expect.poll(() => nameAt(placard, 2, 0)).toBe('Wall 2')
    await cell(admin, 2, 0).getByRole('button').click()
    await admin.getByRole('button', { name: 'Take it out of the wall' }).click()
    await expect.poll(() => cellsOf(placard).then((cells) => cells.length)).toBe(1)
    await expect(second.page.locator('html[data-wall]')).toHaveCount(0)
    await drag(admin, admin.locator(`[data-screen="${second.screen.id}"]`).first(), cell(admin, 0, 0))
    await expect.poll(() => nameAt(placard, 0, 0)).toBe('Wall 2')
    await admin.getByRole('button', { name: '2 × 1 screens' }).click()
  })

  await test.step('a wrong measurement is told at its field, and a right one reaches the screens', async () => {
    const frame = admin.getByLabel('Frame left and right')
    await frame.fill('-3')
    await admin.getByRole('button', { name: 'Save measurements' }).click()
    await expect(frame).toHaveAttribute('aria-invalid', 'true')
    await expect(frame).toHaveValue('-3')
    await frame.fill('7,5')
    await admin.getByRole('button', { name: 'Save measurements' }).click()
    await expect.poll(async () => (await placard.call('getWall', {})).wall?.frameSideMm).toBe(7.5)
  })

  await admin.getByRole('button', { name: 'Done' }).click()
  await expect(first.page.locator('[data-test-card]')).toHaveCount(0)
  await expect(admin.getByText('All screens of the wall are connected.')).toBeVisible()

  await test.step('a member that is gone is told', async () => {
    await first.page.close()
    await expect(admin.getByText('1 cell has no connected screen. The other screens play on.')).toBeVisible({
      timeout: 30_000,
    })
    await expect(cell(admin, 1, 0)).toHaveAttribute('data-state', 'gone')
  })

  await test.step('it is removed, after a question', async () => {
    await admin.getByRole('button', { name: 'Set up' }).click()
    await admin.getByRole('button', { name: 'Remove the wall' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove the wall' }).click()
    await expect(admin.getByRole('button', { name: 'Make the wall' })).toBeVisible()
    await expect.poll(async () => (await placard.call('getWall', {})).wall).toBeNull()
  })
})

test('[LY8] a change by somebody else meanwhile is told, and nothing is overwritten', async ({ admin, placard }) => {
  const ids = await pairAway(placard, ['One', 'Two'])
  await setWall(placard, wallOf(ids, 2, PANEL))
  await admin.goto(placard.url + WALL)
  await admin.getByRole('button', { name: 'Set up' }).click()
  await expect(cell(admin, 0, 0)).toContainText('One')
  // Somebody else is quicker, after the page has shown the wall.
  await admin.route('**/wall', async (route) => {
    if (route.request().method() === 'PATCH') await setWall(placard, wallOf([undefined, ids[1], ids[0]], 2, PANEL))
    await route.continue()
  })
  await drag(admin, cell(admin, 0, 0), cell(admin, 1, 0))
  await expect(admin.getByText('Somebody else changed the wall meanwhile.', { exact: false }).first()).toBeVisible()
  expect(await nameAt(placard, 0, 1)).toBe('One')
  await expect(cell(admin, 0, 1)).toContainText('One')
  await expect(cell(admin, 0, 0)).toContainText('Empty')
})

test('[LY8] without two paired screens the page says what to do', async ({ admin, placard }) => {
  await admin.goto(placard.url + WALL)
  await expect(admin.getByText('A wall needs at least two paired screens')).toBeVisible()
  await expect(admin.getByRole('main').getByRole('link', { name: 'Screens', exact: true })).toBeVisible()
})

for (const { name, ...look } of WAYS) {
  test(`[LY8] the page has no finding of axe, and no part is wider than it: ${name}`, async ({ browser, placard }) => {
    await clearDisplay(placard)
    await addPicture(placard, await linedPicture({ width: 972, height: 497 }), { fit: 'cover', duration: 3600 })
    const ids = await pairAway(placard, ['Reception, top left', 'Top right', 'Below left', 'Below right', 'Spare'])
    const live = await openMember(browser, placard, 'Reception, middle', PANEL)
    await setWall(placard, { ...wallOf([live.screen.id, ids[1], undefined, ids[3]], 2, PANEL) })
    const context = await browser.newContext(look)
    const page = await context.newPage()
    await signIn(page, placard, WALL, { previewsPlay: true })
    await expect(cell(page, 0, 0)).toHaveAttribute('data-state', 'here', { timeout: 30_000 })
    const isFine = async (state: string) => {
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      const folder = process.env.PLACARD_LOOK
      if (!folder) return
      await mkdir(folder, { recursive: true })
      await page.waitForTimeout(1_500)
      await page.screenshot({ path: `${folder}/page-${state}-${name}.png`, fullPage: true })
    }
    await isFine('seen')
    await page.locator('main button[class*="Button"]', { hasText: /Set up|إعداد/ }).click()
    await isFine('set-up')
    await setWall(placard, null)
    await expect(page.getByRole('button', { name: /Make the wall|إنشاء الجدار/ })).toBeVisible({ timeout: 30_000 })
    await isFine('new')
    await context.close()
  })
}
