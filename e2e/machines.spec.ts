import { PAGES } from '@placard/contract'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { expect, test } from './journey.ts'
import { WAYS } from './looks.ts'
import { startMachine, startScreen } from './machine.ts'
import { flatPicture, GREEN } from './pixels.ts'
import { DISPLAY } from './placard.ts'

const { organisationId } = DISPLAY
const VITALS = {
  temperatureC: 52.4,
  loadPercent: 14,
  memoryMb: { used: 1_300, of: 4_096 },
  diskMb: { used: 27_000, of: 29_000 },
  network: { by: 'wifi' as const, signalDbm: -52 },
  clockOffsetMs: 120,
  upSeconds: 3 * 86_400,
}

test.use({ locale: 'en-GB', adminStartsAt: PAGES.screens })

test('PX3 PX4 PX5 a screen is seen and steered from its details, and says what became of it', async ({
  admin: page,
  browser,
  placard,
}) => {
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3600 })
  const screen = await startScreen(browser, placard, 'Reception')
  await page.reload()
  const open = page.getByRole('button', { name: 'Details of Reception' })
  const dialog = page.getByRole('dialog', { name: 'Reception', exact: true })

  await test.step('a plain browser says what is needed', async () => {
    await open.click()
    await expect(dialog.getByText('need the Placard software for screens')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Panel on' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  const machine = await startMachine(screen.page, placard.url, {
    can: ['picture', 'panel', 'volume', 'restart-browser'],
  })
  await machine.tell(VITALS)
  await open.click()
  await test.step('PX5 its vital signs are one line', async () => {
    await expect(dialog.getByTestId('vitals')).toContainText('Panel on')
    await expect(dialog.getByTestId('vitals')).toContainText('Input HDMI 1')
    await expect(dialog.getByTestId('vitals')).toContainText('Wi-Fi -52 dBm')
    await expect(dialog.getByText('52°C')).toBeVisible()
    await expect(dialog.getByText('93%')).toBeVisible()
  })
  await test.step('PX3 it shows what is on the screen', async () => {
    await expect(dialog.getByText('There is no picture of the last 24 hours.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Show me what is on screen' }).click()
    const picture = dialog.getByRole('img', { name: /What Reception showed/ })
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1280)
    expect(await findings(page)).toEqual([])
  })
  await test.step('PX4 the panel answers', async () => {
    await dialog.getByRole('button', { name: 'Panel off' }).click()
    await expect(dialog.getByText('The panel answered: standby')).toBeVisible()
    await expect(dialog.getByText('pwr-state: standby')).toBeVisible()
    await expect(dialog.getByTestId('vitals')).toContainText('Panel in standby')
    await dialog.getByRole('button', { name: 'Panel on' }).click()
    await expect(dialog.getByText('The panel answered: on')).toBeVisible()
  })
  await test.step('PX4 the volume is set once, and a restart asks first', async () => {
    await dialog.getByRole('slider', { name: 'Volume' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => machine.done.at(-1)).toEqual({ kind: 'volume', percent: 55 })
    await dialog.getByRole('button', { name: 'Restart the browser' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Restart the browser?')
    await question.getByRole('button', { name: 'Restart the browser' }).click()
    await expect.poll(() => machine.done.at(-1)).toEqual({ kind: 'restart-browser' })
    // Commands that the machine cannot carry out are not offered.
    await expect(dialog.getByRole('button', { name: 'Restart the machine' })).toHaveCount(0)
    await expect(dialog.getByLabel('Resolution')).toHaveCount(0)
  })
  await test.step('PX3 pictures can be forbidden, and those that are kept are deleted', async () => {
    await dialog.getByRole('switch', { name: 'Allow pictures of what it shows' }).click()
    await expect(dialog.getByText('There is no picture of the last 24 hours.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Show me what is on screen' })).toHaveCount(0)
    await expect.poll(() => machine.word().mayTakePictures).toBe(false)
  })
  await test.step('a machine that is gone is told apart', async () => {
    await machine.stop()
    await expect(dialog.getByText('The machine is not connected.')).toBeVisible({ timeout: 60_000 })
    await expect(dialog.getByRole('button', { name: 'Panel on' })).toBeDisabled()
  })
  expect(machine.failures).toEqual([])
})

for (const { name, ...way } of WAYS) {
  test.describe(name, () => {
    test.use(way)
    test(`PX3 PX5 the details of a screen with a machine are read: ${name}`, async ({
      admin: page,
      browser,
      placard,
    }) => {
      const screen = await startScreen(browser, placard, `Hall ${name}`)
      const machine = await startMachine(screen.page, placard.url)
      await machine.tell({ ...VITALS, throttled: 'before' })
      const events = ['machine-started', 'browser-started', 'browser-crashed', 'browser-started'] as const
      await machine.report({ events: events.map((kind, index) => ({ kind, agoMs: (4 - index) * 60_000, detail: '' })) })
      const params = { organisationId, screenId: screen.id }
      for (const body of [
        { kind: 'picture', forMs: 0 } as const,
        { kind: 'panel', isOn: true } as const,
        { kind: 'picture', forMs: 0 } as const,
      ]) {
        await placard.call('commandMachine', { params, body })
        await expect.poll(() => machine.done.at(-1)?.kind).toBe(body.kind)
      }
      await page.reload()
      await page
        .getByRole('button', { name: new RegExp(`Hall ${name}$`) })
        .filter({ hasText: /Details|التفاصيل/ })
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByTestId('vitals')).toBeVisible()
      await expect(dialog.getByRole('img').first()).toBeVisible()
      expect(await findings(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      if (process.env.PLACARD_LOOK) {
        await page.screenshot({ path: `${process.env.PLACARD_LOOK}/machine-${name}.png` })
        await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight / 2))
        await page.screenshot({ path: `${process.env.PLACARD_LOOK}/machine-${name}-below.png` })
      }
      await machine.stop()
    })
  })
}
