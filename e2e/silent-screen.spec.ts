import { SCREEN_SILENT_MS } from '@placard/contract'
import { addPicture, removeItem } from './content.ts'
import { expect, signIn, test } from './journey.ts'
import { launchPlacard } from './placard.ts'
import { classify, markedPicture } from './rigs/darkness.ts'
import { launchKioskBrowser } from './rigs/kiosk-browser.ts'

/** The time limit: a minute until the alarm, the next check of the dashboard, and time for a slow machine. */
const TOLD_MS = SCREEN_SILENT_MS + 90_000

test('[F64] [HS10] the dashboard shows what a passer-by sees: the item, a screen that is not painted, and that it is painted again', async ({
  browser,
}) => {
  test.setTimeout(6 * TOLD_MS)
  const placard = await launchPlacard()
  for (const { id } of (await placard.call('getProgramme')).items) await removeItem(placard, id)
  const show = async (mark: number) =>
    addPicture(placard, await markedPicture(mark), { title: `Picture ${mark}`, duration: 3_600 })
  await show(1)

  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, placard)
  const panel = admin.getByRole('region', { name: 'Screens' })
  const alarm = admin.getByRole('link', { name: /may show nothing/ })
  const rowOf = (name: string) =>
    panel.getByRole('listitem').filter({ has: admin.getByRole('heading', { name, exact: true }) })

  const context = await browser.newContext({ viewport: { width: 640, height: 360 } })
  const screen = await context.newPage()
  await screen.goto(placard.display)
  const kiosk = await launchKioskBrowser(placard.display)
  const oracle = {
    Hall: async () => classify(await screen.screenshot()),
    Foyer: async () => classify(await kiosk.screenshot()),
  }

  await test.step('a display plays on two screens, and the dashboard says of each what it shows', async () => {
    for (const look of Object.values(oracle)) {
      await expect.poll(look, { timeout: TOLD_MS }).toMatchObject({ type: 'item', mark: 1 })
    }
    const screens = async () => (await placard.call('listScreens')).screens
    await expect.poll(async () => (await screens()).filter(({ beat }) => beat).length, { timeout: TOLD_MS }).toBe(2)
    const own = await screen.evaluate(
      () => Object.entries(localStorage).find(([name]) => name.startsWith('placard-screen'))?.[1],
    )
    for (const { id } of await screens()) {
      await placard.call('updateScreen', {
        params: { screenId: id } as never,
        body: { name: id === own ? 'Hall' : 'Foyer' },
      })
    }
    const showList = panel.getByRole('button', { name: 'Show screens' })
    await showList.click()
    for (const name of ['Hall', 'Foyer']) {
      await expect(rowOf(name)).toContainText('Playing: \u2068Picture 1\u2069', { timeout: TOLD_MS })
      await expect(rowOf(name)).toContainText('Up to date')
    }
    await panel.getByRole('button', { name: 'Hide screens' }).click()
    await expect(alarm).toBeHidden()
  })

  // One screen hangs in a script, so it neither paints nor reports. The other works, covered by another page.
  const session = await context.newCDPSession(screen)
  await session.send('Debugger.enable')
  const stoppedAt = Date.now()
  await session.send('Debugger.pause')
  await kiosk.cover()

  await test.step('neither is painted any more: it is told where nobody can miss it, once, with what to do', async () => {
    await expect(alarm).toHaveText('2 screens may show nothing', { timeout: TOLD_MS })
    console.log(`told ${((Date.now() - stoppedAt) / 1_000).toFixed(0)} s after the last frame`)
    const said = admin.getByRole('status').filter({ hasText: /shows nothing|is not reporting|2 screens may/ })
    await expect(said).toHaveCount(1)
    // The list was closed, and the alarm opens it.
    await alarm.click()
    await expect(panel.getByRole('heading', { name: 'Screens', exact: true })).toBeInViewport()
    await panel.getByRole('button', { name: 'Show screens' }).click()
    await expect(rowOf('Hall')).toContainText('No report since')
    await expect(rowOf('Hall')).toContainText('Check the device')
    await expect(rowOf('Foyer')).toContainText('Nothing shown since')
    await expect(rowOf('Foyer')).toContainText('behind another window')
    for (const name of ['Hall', 'Foyer']) await expect(rowOf(name)).not.toContainText('Playing:')
  })

  await test.step('the operator’s board counts the same', async () => {
    const { screens } = await placard.call('listScreens')
    expect(screens.map(({ alarm }) => alarm?.kind).sort()).toEqual(['dark', 'silent'])
  })

  await session.send('Debugger.disable')
  await kiosk.uncover()
  await show(2)
  const { items } = await placard.call('getProgramme')
  const first = items.find(({ title }) => title === 'Picture 1')
  if (!first) throw new Error('the item is not there')
  await removeItem(placard, first.id)

  await test.step('both are painted again: the alarm goes by itself, and what is told is what is seen', async () => {
    for (const look of Object.values(oracle)) {
      await expect.poll(look, { timeout: TOLD_MS }).toMatchObject({ type: 'item', mark: 2 })
    }
    await expect(alarm).toBeHidden({ timeout: TOLD_MS })
    for (const name of ['Hall', 'Foyer']) {
      await expect(rowOf(name)).toContainText('Playing: \u2068Picture 2\u2069', { timeout: TOLD_MS })
    }
  })

  await test.step('[SC7] one that was closed is no alarm', async () => {
    await screen.goto('about:blank')
    await expect(rowOf('Hall')).toContainText('Its page was closed', { timeout: TOLD_MS })
    await expect(alarm).toBeHidden()
  })

  await kiosk.close()
  await context.close()
  await admin.context().close()
  await placard.close()
})
