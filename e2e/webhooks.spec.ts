import { DisplayId, PAGES } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, signIn, test } from './journey.ts'
import { WAYS } from './looks.ts'
import { launchPlacard, type Placard } from './placard.ts'
import { startReceiver } from './webhook-receiver.ts'

/** The time limit: the seconds in which changes are gathered, and time for a slow machine. */
const ARRIVES_MS = 30_000

/** Expects no findings of axe and no horizontal scrolling, with the history open and with a message. */
async function standsInEveryWay(browser: Browser, placard: Placard, name: string): Promise<void> {
  for (const { name: way, ...options } of WAYS) {
    const page = await (await browser.newContext(options)).newPage()
    await signIn(page, placard, PAGES.webhooks)
    await expect(page.getByRole('main').locator('h2').first()).toBeVisible()
    const look = async (part: string) => {
      expect.soft(await findings(page), `${name} ${part}, ${way}`).toEqual([])
      expect
        .soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} ${part}, ${way}`)
        .toBe(true)
      if (process.env.PLACARD_LOOK)
        await page.screenshot({
          path: `${process.env.PLACARD_LOOK}/${name}-${part}-${way}.png`,
          fullPage: part !== 'message',
        })
    }
    const history = page.locator('main details').first()
    if (name !== 'empty') {
      await history.locator('summary').click()
      await expect(history.locator('li').first()).toBeVisible()
    }
    await look('page')
    if (name === 'full') {
      await history.locator('li button').first().click()
      await expect(page.getByRole('dialog').locator('pre').first()).toBeVisible()
      await look('message')
    }
    if (name === 'empty') {
      await page.getByRole('main').getByRole('button').first().click()
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
      await look('form')
    }
    await page.context().close()
  }
}

async function rename(page: Page, placard: Placard, name: string): Promise<void> {
  await placard.call('updateDisplay', { body: { name } })
  await page.reload()
}

test('[WH1] an address hears of a change, the page shows it, and what failed is sent again', async ({ browser }) => {
  test.setTimeout(8 * ARRIVES_MS)
  const receiver = await startReceiver()
  const placard = await launchPlacard((url) => ({ ...receiver.settings, PUBLIC_URL: url }))
  await placard.call('createDisplay', { body: { id: DisplayId.parse('lab'), name: 'Laboratory' } })
  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, placard)
  const dialog = admin.getByRole('dialog')

  await test.step('an owner finds the page, and nothing is there yet', async () => {
    await admin.getByRole('button', { name: 'Account menu' }).click()
    await admin.getByRole('link', { name: 'Webhooks' }).click()
    await admin.waitForURL((url) => url.pathname === PAGES.webhooks)
    await expect(admin.getByText('No webhooks yet')).toBeVisible()
    await standsInEveryWay(browser, placard, 'empty')
  })

  await test.step('[B135] what is no address of the open internet is refused, in words', async () => {
    await admin.getByRole('button', { name: 'Add a webhook' }).click()
    const address = dialog.getByLabel('Address')
    const add = dialog.getByRole('button', { name: 'Add a webhook' })
    for (const [typed, words] of [
      ['nonsense', 'This is not a web address'],
      ['http://127.0.0.2/hook', 'not on the public internet'],
      ['https://receiver.example:8443/', 'a port other than 80 and 443'],
    ] as const) {
      await address.fill(typed)
      await add.click()
      await expect(dialog.getByText(words)).toBeVisible()
      await expect(address).toHaveAttribute('aria-invalid', 'true')
    }
    await dialog.getByLabel('Screen dark').uncheck()
    await address.fill(receiver.url)
    await add.click()
    await expect(dialog.locator('code')).toContainText('whsec_')
  })

  const secret = (await dialog.locator('code').textContent()) ?? ''
  receiver.tell({ secret })
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(admin.getByText(secret)).toBeHidden()

  await test.step('a test arrives, and is believed', async () => {
    await admin.getByRole('button', { name: /^Send a test/ }).click()
    await expect(admin.getByText('The test was delivered.')).toBeVisible()
    expect(receiver.heard).toMatchObject([{ body: { type: 'test' }, isBelieved: true }])
  })

  await test.step('a display is changed: it arrives, and stands in the history', async () => {
    await rename(admin, placard, 'Main hall')
    await expect.poll(() => receiver.heard.length, { timeout: ARRIVES_MS }).toBe(2)
    expect(receiver.heard[1]).toMatchObject({
      isBelieved: true,
      body: { type: 'display.changed', data: { display: { id: 'ece', name: 'Main hall' } } },
    })
    await admin.getByText('Deliveries').click()
    const row = admin.getByRole('listitem').filter({ hasText: 'Display changed' }).last()
    await expect(row.getByText('Delivered, answered with 200')).toBeVisible()
    await row.getByRole('button', { name: /^Show/ }).click()
    await expect(dialog.getByText('"Main hall"')).toBeVisible()
    await expect(dialog.getByText('Thank you.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('it fails: the page says since when and why; somebody sends it again and it arrives', async () => {
    receiver.tell({ status: 503 })
    await rename(admin, placard, 'Small hall')
    await expect.poll(() => receiver.heard.length, { timeout: ARRIVES_MS }).toBeGreaterThan(2)
    await expect(async () => {
      await admin.reload()
      await expect(admin.getByText(/No delivery since .* Answered with 503/)).toBeVisible()
    }).toPass({ timeout: ARRIVES_MS })
    await standsInEveryWay(browser, placard, 'full')
    receiver.tell({ status: 200 })
    const before = receiver.heard.length
    await admin.getByText('Deliveries').click()
    const row = admin.getByRole('listitem').filter({ hasText: 'It will be retried' }).last()
    await row.getByRole('button', { name: /^Show/ }).click()
    await expect(dialog.getByText('Out of order.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send it again' }).click()
    await expect(admin.getByText('Delivered.', { exact: true })).toBeVisible()
    expect(receiver.heard.length).toBe(before + 1)
    expect(receiver.heard.at(-1)).toMatchObject({ isBelieved: true, id: receiver.heard.at(-2)?.id })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(admin.getByText('Works', { exact: true })).toBeVisible()
  })

  await test.step('another secret, by keyboard: a receiver that knows the one before still believes', async () => {
    await admin.getByRole('button', { name: /^Change the secret/ }).focus()
    await admin.keyboard.press('Enter')
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Change the secret' }).press('Enter')
    await expect(dialog.locator('code')).toContainText('whsec_')
    const other = (await dialog.locator('code').textContent()) ?? ''
    expect(other).not.toBe(secret)
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    await expect(admin.getByText(/signed with the previous secret/)).toBeVisible()
    for (const known of [secret, other]) {
      receiver.tell({ secret: known })
      const before = receiver.heard.length
      await admin.getByRole('button', { name: /^Send a test/ }).click()
      await expect.poll(() => receiver.heard.length).toBe(before + 1)
      expect(receiver.heard.at(-1)).toMatchObject({ body: { type: 'test' }, isBelieved: true })
    }
  })

  await test.step('410 ends it; somebody switches it on again, changes what it hears, removes it', async () => {
    receiver.tell({ status: 410 })
    await admin.getByRole('button', { name: /^Send a test/ }).click()
    await expect(admin.getByText('The receiver answered 410 (Gone)')).toBeVisible()
    receiver.tell({ status: 200 })
    await admin.getByRole('button', { name: /^Switch on/ }).click()
    await expect(admin.getByText('The webhook is switched on.')).toBeVisible()
    await admin.getByRole('button', { name: /^Change:/ }).click()
    await dialog.getByLabel('Display changed').uncheck()
    await dialog.getByRole('group', { name: 'Only for these displays' }).getByLabel('Laboratory').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByRole('list', { name: 'Events' }).getByText('Display changed')).toBeHidden()
    await expect(admin.getByText('Only for these displays: Laboratory')).toBeVisible()
    await admin.getByRole('button', { name: /^Remove/ }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(admin.getByText('No webhooks yet')).toBeVisible()
  })

  await placard.close()
  receiver.close()
})
