import { NO_PICTURE, type RowId, wordsOfValue } from '@placard/contract'
import { removeItem } from '../content.ts'
import { DISPLAY } from '../placard.ts'
import { expect, type Screen, span, test } from './screen.ts'

test.describe.configure({ timeout: span(180_000, 5 * 60_000) })

const DAYS = 31
const DAY_MS = 24 * 60 * 60_000
/** The day on which a notice is on. */
const CHOSEN = 10
const ZONE = 'Europe/Berlin'
const { organisationId } = DISPLAY
const params = { organisationId }

/** Fills the screen with a board of everybody's days, a notice for one of them, and a text with a cell. */
async function showDuty({ placard }: Screen, dayAt: (day: number) => string) {
  const rows = Array.from({ length: DAYS + 2 }, (_, day) => ({
    cells: { Day: dayAt(day), Person: `Person ${day}` },
  }))
  const columns = [
    { name: 'Day', type: 'date' as const },
    { name: 'Person', type: 'words' as const },
  ]
  const { table, rows: made } = await placard.call('createTable', {
    params,
    body: { name: 'Duty', language: 'en-GB', columns, rows },
  })
  const cell = (row: number, column: number) => ({
    of: 'cell' as const,
    tableId: table.id,
    rowId: made[row]?.id as RowId,
    columnId: table.columns[column]?.id as never,
  })
  const board = { tableId: table.id, look: 'days' as const }
  const shown = { url: NO_PICTURE, duration: 3 }
  const { item } = await placard.call('createItem', { body: { ...shown, title: 'Duty', type: 'board', board } })
  await placard.call('createItem', {
    body: {
      ...shown,
      title: 'Birthday',
      type: 'notice',
      notice: { look: 'paper', heading: 'A birthday today', body: '', byline: '' },
      condition: { all: [{ value: cell(CHOSEN, 0), operator: '=', constant: 'today' }], otherwise: 'off' },
    },
  })
  await placard.call('createLine', { body: { text: `First: ${wordsOfValue(cell(0, 1))}` } })
  return { boardId: item.id, tableId: table.id }
}

test('[F128] a month without a network: a board goes on from day to day, a condition on today comes true for its day alone, and words of a table stay', async ({
  player: screen,
}) => {
  const { page, placard } = screen
  await screen.show([1], 600)
  const [picture] = (await placard.call('getProgramme')).items.filter(({ type }) => type === 'image')
  await placard.call('updateDisplay', { body: { timeZone: ZONE } })
  const start = Date.parse(`${new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format()}T12:00:00Z`)
  const dayAt = (day: number) => new Date(start + day * DAY_MS).toISOString().slice(0, 10)
  const { boardId, tableId } = await showDuty(screen, dayAt)
  await page.clock.install()
  await screen.start()
  await screen.watched.stop()
  if (picture) await removeItem(placard, picture.id)
  const onScreen = page.locator('.layer-seen:not(.layer-below)')
  const now = onScreen.locator('.board-now')
  const notice = onScreen.locator('.notice')
  await expect(now).toContainText('Person 0')
  await expect(page.locator('main')).toHaveAttribute('data-offline', 'ready', { timeout: 30_000 })
  await screen.line.become({ type: 'refuse' })

  for (let day = 1; day <= DAYS; day += 1) {
    const noon = Temporal.PlainDateTime.from(`${dayAt(day)}T12:00`).toZonedDateTime(ZONE).epochMilliseconds
    await page.clock.fastForward(noon - (await page.evaluate(() => Date.now())))
    await expect(now, `day ${day}`).toContainText(new RegExp(`Person ${day}$`), { timeout: 15_000 })
    if (day === CHOSEN) await expect(notice).toContainText('A birthday today', { timeout: 15_000 })
    // Longer than the loop would be with the notice.
    if (Math.abs(day - CHOSEN) === 1) {
      for (let look = 0; look < 8; look += 1) {
        await page.waitForTimeout(1_000)
        expect(await page.locator('main').getAttribute('data-item'), `day ${day}`).toBe(boardId)
      }
    }
  }
  await expect(page.locator('.ticker-line').filter({ hasText: 'First: Person 0' }).first()).toBeAttached()

  await removeItem(placard, boardId)
  await placard.call('removeTable', { params: { ...params, tableId }, headers: { 'if-match': '*' } })
})
