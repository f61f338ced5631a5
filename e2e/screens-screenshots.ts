import { DisplayId, PAGES, PairingCode, readPath } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { signIn } from './journey.ts'
import { inEachLook, type Keep } from './looks.ts'
import { DISPLAY, type Placard } from './placard.ts'

const SCREEN = { width: 1920, height: 1080 }
const SCREENS = [
  { name: 'Reception left', place: 'Main building, ground floor' },
  { name: 'Reception right', place: 'Main building, ground floor' },
  { name: 'Above the stairs', place: 'Main building, first floor' },
  { name: 'Lecture hall 2', place: 'North wing' },
]

/** Screens that are paired, known, told, taken over and counted: every page about them, and what they show. */
export async function takeScreensPictures(browser: Browser, placard: Placard, keep: Keep): Promise<void> {
  const { organisationId, displayId } = DISPLAY
  const hall = DisplayId.parse('hall')
  await placard.call('createDisplay', { body: { id: hall, name: 'Lecture hall' } })
  const players: Page[] = []
  for (const { name, place } of SCREENS) {
    const player = await (await browser.newContext({ viewport: SCREEN, locale: 'en-GB' })).newPage()
    await player.goto(`${placard.url}/screen`)
    const shown = player.locator('[data-code]')
    await shown.waitFor()
    if (players.length === 0) await keep(player, 'pairing-1080p')
    const code = PairingCode.parse(await shown.getAttribute('data-code'))
    const on = name === 'Lecture hall 2' ? hall : displayId
    const body = { as: 'new' as const, displayId: on, name, place }
    await placard.call('pairScreen', { params: { organisationId, code }, body })
    players.push(player)
  }
  const [first] = players
  if (!first) throw new Error('there is no screen')
  await first.locator('main.player[data-state="playing"]').waitFor()
  const notice = (heading: string, body: string) => ({
    kind: 'notice' as const,
    notice: { look: 'alert' as const, heading, body, byline: '' },
  })
  const fire = notice('Leave by the south stairs', 'Do not use the lifts. Meet on the lawn.')
  await placard.call('prepareTakeOver', { params: { organisationId }, body: { name: 'Fire', content: fire } })
  const open = { days: [1, 2, 3, 4, 5], hours: [{ from: '07:00', until: '18:00' }], not: ['2026-12-24'] }

  const each = (take: (page: Page, look: string) => Promise<void>) =>
    inEachLook(browser, async (page, look) => {
      await signIn(page, placard)
      await take(page, look)
    })
  const openPage = async (page: Page, path: string) => {
    await page.goto(placard.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(2_000)
  }

  await each(async (page, name) => {
    await openPage(page, PAGES.screens)
    await keep(page, `screens-${name}`)
    await page.getByRole('button', { name: 'Details of Reception left' }).click()
    // It says what it is once it has painted.
    await page.getByText('Storage').waitFor({ timeout: 90_000 })
    await page.waitForTimeout(500)
    await keep(page, `screen-details-${name}`)
    await openPage(page, PAGES.alerts)
    await keep(page, `alerts-${name}`)
    await page.goto(placard.url + readPath(DISPLAY))
    await page.waitForTimeout(500)
    await keep(page, `read-${name}`)
  })
  await placard.call('updateDisplay', { body: { openingHours: open } })
  await each(async (page, name) => {
    await openPage(page, PAGES.people)
    await page.getByRole('button', { name: 'Opening hours of Department of ECE' }).click()
    await page.getByRole('dialog').waitFor()
    await page.waitForTimeout(500)
    await keep(page, `opening-hours-${name}`)
  })
  await placard.call('updateDisplay', { body: { openingHours: null } })

  const begun = { content: fire, displays: null, drill: true, minutes: 30 }
  const over = await placard.call('startTakeOver', { params: { organisationId }, body: begun })
  await first.getByText('Leave by the south stairs').first().waitFor()
  await first.waitForTimeout(2_000)
  await keep(first, 'take-over-1080p')
  await first.setViewportSize({ width: 1080, height: 1920 })
  await first.waitForTimeout(1_500)
  await keep(first, 'take-over-portrait')
  await each(async (page, name) => {
    await openPage(page, PAGES.takeOver)
    await keep(page, `take-over-${name}`)
  })
  await placard.call('endTakeOver', { params: { organisationId, overId: over.id } })
  // The player tells its counts for the first time half a minute after the start.
  await each(async (page, name) => {
    await openPage(page, PAGES.plays)
    await page.getByText('Times shown').first().waitFor({ timeout: 90_000 })
    await keep(page, `plays-${name}`)
  })
  for (const player of players) await player.context().close()
}
