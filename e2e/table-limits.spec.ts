import {
  type ColumnId,
  MemberId,
  NO_PICTURE,
  PAGES,
  type RouteBodyInput,
  type RowId,
  type TableId,
  tablePath,
} from '@placard/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { clearDisplay } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { DISPLAY, type Placard } from './placard.ts'

test.use({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })

const PHONE = { locale: 'en-GB', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const EMAIL = 'cook@people.example'
const PASSWORD = 'nine yellow umbrellas'
const { organisationId } = DISPLAY
const params = { organisationId }
const [dish, soldOut] = ['dish01', 'soldou'] as ColumnId[]

const MENU: RouteBodyInput<'createTable'> = {
  name: 'Menu',
  language: 'en-GB',
  columns: [
    { id: dish, name: 'Dish', type: 'words' },
    { id: 'price1' as ColumnId, name: 'Price', type: 'money' },
    { id: soldOut, name: 'Sold out', type: 'yes-no' },
  ],
  rows: [
    { id: 'soup' as RowId, cells: { Dish: 'Tomato soup', Price: 4.5 } },
    { id: 'cake' as RowId, cells: { Dish: 'Apple cake', Price: 3 } },
  ],
}

const fieldOf = (part: Page | Locator, label: string) =>
  part.getByLabel(label, { exact: true }).filter({ visible: true })
const makeTable = async (own: Placard, name = 'Menu'): Promise<TableId> =>
  (await own.call('createTable', { params, body: { ...MENU, name } })).table.id
const memberId = async (own: Placard) =>
  MemberId.parse((await own.call('listMembers')).find(({ email }) => email === EMAIL)?.id)

/** Opens a phone and joins by a link. */
async function join(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext(PHONE)).newPage()
  await page.goto(link)
  await expect(page.getByText(/Changes only these tables: .?Menu/)).toBeVisible()
  await fieldOf(page, 'Email').fill(EMAIL)
  await fieldOf(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the account and join' }).tap()
  return page
}

async function joinTables(browser: Browser, own: Placard, tables: TableId[]): Promise<Page> {
  const { token } = await own.call('createInvitation', { body: { role: 'editor', tables } })
  return join(browser, `${own.url}/join#${token}`)
}

test('[DT1] a cook is let into one table: invited, signs in, strikes the soup out with one touch, and screens show it', async ({
  own,
  page,
  browser,
}) => {
  test.slow()
  const tableId = await makeTable(own)
  await makeTable(own, 'Payroll')
  await clearDisplay(own)
  const board = { tableId, look: 'menu' as const, title: 'Today' }
  await own.call('createItem', { body: { title: 'Menu', type: 'board', url: NO_PICTURE, board } })
  const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await screen.goto(own.display)
  await expect(screen.locator('.board-menu[data-fits]')).toContainText('Tomato soup')

  await signIn(page, own, PAGES.people)
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('May use').selectOption({ label: 'Only tables' })
  await form.getByRole('button', { name: 'Make the link' }).click()
  await expect(form.getByText('Choose at least one.')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Menu' }).check()
  expect(await findings(page)).toEqual([])
  await form.getByRole('button', { name: 'Make the link' }).click()
  await expect(form.getByText(/can join: Editor. Changes only these tables: .?Menu/)).toBeVisible()
  const link = await form.getByLabel('Link').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/Only tables: .?Menu/)).toBeVisible()

  const cook = await join(browser, link)
  await expect(cook.getByRole('heading', { level: 1, name: 'Menu' })).toBeVisible()
  expect(new URL(cook.url()).pathname).toBe(PAGES.tables)
  const soup = cook.getByRole('listitem').filter({ hasText: 'Tomato soup' })
  const sold = soup.getByRole('switch', { name: 'Sold out' })
  await expect(sold).toBeEnabled()
  expect(await findings(cook)).toEqual([])
  expect(await cook.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expect(cook.getByRole('navigation').getByRole('link')).toHaveText(['Tables', 'Your organisation'])

  const shown = screen.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('.board-out')?.textContent?.includes('Tomato soup')) resolve(Date.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  const touched = cook.evaluate(
    () => new Promise<number>((resolve) => addEventListener('pointerdown', () => resolve(Date.now()), { once: true })),
  )
  await sold.tap()
  const took = (await shown) - (await touched)
  test.info().annotations.push({ type: 'from the touch to the screen', description: `${took} ms` })
  await expect(sold).toBeChecked()
  await expect(screen.locator('.board-menu .board-out')).toContainText('Tomato soup')

  // Hers to undo, and hers in the log.
  await cook.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(sold).not.toBeChecked()
  await expect(screen.locator('.board-menu .board-out')).toHaveCount(0)
  await cook.getByRole('button', { name: 'Activity' }).tap()
  await expect(cook.getByRole('dialog').getByText(EMAIL).first()).toBeVisible()
  await expect(cook.getByRole('button', { name: /Go back/ })).toHaveCount(0)
  await cook.keyboard.press('Escape')
  await cook.getByRole('button', { name: 'More' }).tap()
  const menu = cook.getByRole('dialog')
  await expect(menu.getByRole('button', { name: 'Save as CSV' })).toBeVisible()
  for (const name of ['Settings', 'Follow an address', /^Add rows from/, /Remove/]) {
    await expect(menu.getByRole('button', { name })).toHaveCount(0)
  }
})

test('[DT1] pages that are not hers lead to her tables, and every change of her rights is seen at once', async ({
  own,
  browser,
}) => {
  test.slow()
  const [menu, rooms] = [await makeTable(own), await makeTable(own, 'Rooms')]
  const cook = await joinTables(browser, own, [menu])
  const title = (name: string) => cook.getByRole('heading', { level: 1, name, exact: true })
  await expect(title('Menu')).toBeVisible()
  for (const path of [PAGES.dashboard, PAGES.library, PAGES.screens, PAGES.takeOver, PAGES.playlists, PAGES.alerts]) {
    await cook.goto(own.url + path)
    await expect(title('Menu')).toBeVisible()
    expect(new URL(cook.url()).pathname).toBe(PAGES.tables)
  }
  await cook.goto(own.url + tablePath(rooms))
  await expect(cook.getByText('This table does not exist')).toBeVisible()
  await expect(cook.getByText('Ask an owner of VNR')).toBeVisible()
  await cook.goto(own.url + PAGES.people)
  await expect(cook.getByText('Menu', { exact: true })).toBeVisible()

  await cook.goto(own.url + PAGES.tables)
  await expect(title('Menu')).toBeVisible()
  const id = await memberId(own)
  const change = (body: RouteBodyInput<'updateMember'>) =>
    own.call('updateMember', { params: { ...params, memberId: id }, body })
  await test.step('another table', async () => {
    await change({ tables: [rooms] })
    await expect(title('Rooms')).toBeVisible()
  })
  await test.step('two tables: a list', async () => {
    await change({ tables: [menu, rooms] })
    await expect(cook.getByRole('link', { name: /Menu/ })).toBeVisible()
    await expect(cook.getByRole('button', { name: 'New table' })).toHaveCount(0)
    await cook.getByRole('link', { name: /Menu/ }).tap()
    await expect(title('Menu')).toBeVisible()
  })
  await test.step('to look alone', async () => {
    await change({ role: 'viewer' })
    await expect(cook.getByText('You may look at this table, but not change it.')).toBeVisible()
    await expect(cook.getByRole('switch', { name: 'Sold out' }).first()).toBeDisabled()
    await change({ role: 'editor', tables: [menu] })
    await expect(cook.getByRole('switch', { name: 'Sold out' }).first()).toBeEnabled()
  })
  await test.step('her table is removed, and comes back', async () => {
    await own.call('removeTable', { params: { ...params, tableId: menu }, headers: { 'if-match': '*' } })
    await expect(cook.getByText('This table does not exist')).toBeVisible()
    await expect(cook.getByText('Ask an owner of VNR')).toBeVisible()
    await own.call('bringBackTable', { params: { ...params, tableId: menu } })
    await cook.reload()
    await expect(title('Menu')).toBeVisible()
  })
  await test.step('everything: the dashboard', async () => {
    await change({ displays: null, tables: null })
    await cook.goto(own.url + PAGES.dashboard)
    await expect(cook.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
    await change({ tables: [menu] })
    await expect(title('Menu')).toBeVisible()
  })
})

test('[B210] from her page somebody tries the other addresses of the organisation, and gets nothing', async ({
  own,
  browser,
}) => {
  const [menu, payroll] = [await makeTable(own), await makeTable(own, 'Payroll')]
  await own.call('createLine', { body: { text: 'A secret line' } })
  const cook = await joinTables(browser, own, [menu])
  await expect(cook.getByRole('heading', { level: 1, name: 'Menu' })).toBeVisible()
  const of = `/api/organisations/${organisationId}`
  const paths = [
    ...['/displays', '/playlists', '/library', '/library/files', '/screens', '/activity', '/take-overs', '/members'],
    ...[`/displays/${DISPLAY.displayId}`, `/displays/${DISPLAY.displayId}/live`, '/brand', '/move-ins', '/alerts'],
    ...[`/tables/${payroll}`, `/tables/${payroll}/live`, `/tables/${payroll}/activity`, '/tokens', '/proposals'],
  ]
  const answers = await cook.evaluate(
    (all) =>
      Promise.all(
        all.map(async (path) => {
          const headers = { 'x-requested-with': 'placard' }
          const answer = await fetch(path, { headers })
          return { path, status: answer.status, text: answer.status < 400 ? await answer.text() : '' }
        }),
      ),
    paths.map((path) => of + path),
  )
  expect(answers.filter(({ status }) => status !== 403 && status !== 404)).toEqual([])
  const list = await cook.evaluate(async (path) => (await fetch(path)).text(), `${of}/tables`)
  expect(list).toContain(menu)
  expect(list).not.toContain(payroll)
  const changes = await cook.evaluate(
    async ([rows, columns]) => {
      const send = async (method: string, path: string, body: object) =>
        (
          await fetch(path, {
            method,
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', 'x-requested-with': 'placard' },
          })
        ).status
      return [
        await send('PATCH', rows as string, { create: [{ cells: {} }] }),
        await send('POST', columns as string, { name: 'Mine', type: 'words' }),
      ]
    },
    [`${of}/tables/${payroll}/rows`, `${of}/tables/${menu}/columns`],
  )
  expect(changes).toEqual([404, 403])
})
