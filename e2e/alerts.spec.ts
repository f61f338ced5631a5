import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { PAGES, SCREEN_SILENT_MS } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { expect, signIn, test } from './journey.ts'
import { WAYS } from './looks.ts'
import { launchPlacard, type Placard } from './placard.ts'
import { launchKioskBrowser } from './rigs/kiosk-browser.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** A limit of waiting: the minute in which a quiet screen is not yet a silent one, and a slow machine. */
const TOLD_MS = SCREEN_SILENT_MS + 90_000

type Mail = { to: string[]; source: string; text: string }

/** A real mail server in a process of its own. */
async function startMailbox(): Promise<{ url: string; mails: Mail[]; process: ChildProcess }> {
  const started = spawn(process.execPath, ['server/src/testing/run-smtp.ts'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: started.stdout })
  const mails: Mail[] = []
  const url = await new Promise<string>((done, fail) => {
    started.once('exit', () => fail(new Error('the mail server ended while it started')))
    lines.on('line', (line) => {
      if (line.startsWith('smtp:')) done(line)
      else mails.push(JSON.parse(line))
    })
  })
  return { url, mails, process: started }
}

/** The page of alerts for somebody else's eyes: their colours, their language, the width of their screen. */
async function alertsAs(browser: Browser, placard: Placard, way: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const page = await (await browser.newContext(way)).newPage()
  await signIn(page, placard, PAGES.alerts)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

/** No finding of axe, nothing wider than the screen. */
async function standsInEveryWay(browser: Browser, placard: Placard, name: string): Promise<void> {
  for (const { name: way, ...options } of WAYS) {
    const page = await alertsAs(browser, placard, options)
    await expect(page.getByRole('main').locator('h2').first()).toBeVisible()
    // The last part of the page is there: what it shows has come.
    await expect(page.getByRole('main').locator('h2')).toHaveCount(3)
    expect.soft(await findings(page), `${name}, ${way}`).toEqual([])
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name}, ${way}`)
      .toBe(true)
    if (process.env.PLACARD_LOOK)
      await page.screenshot({ path: `${process.env.PLACARD_LOOK}/${name}-${way}.png`, fullPage: true })
    await page.context().close()
  }
}

test('[SA1] a browser is killed: the page and the mailbox say so, the button of a mail mutes, and “back” arrives', async ({
  browser,
}) => {
  test.setTimeout(6 * TOLD_MS)
  const mailbox = await startMailbox()
  const placard = await launchPlacard((url) => ({
    NODE_OPTIONS: '--import ./server/dist/run-with-quick-alerts.js',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Placard <signage@vnr.example>',
    PUBLIC_URL: url,
  }))
  const profile = await mkdtemp(join(tmpdir(), 'placard-kiosk-kept-'))
  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, placard)

  await test.step('nothing is watched yet, and the page says how to change that', async () => {
    await admin.getByRole('button', { name: 'Account menu' }).click()
    await admin.getByRole('link', { name: 'Alerts' }).click()
    await admin.waitForURL((url) => url.pathname === PAGES.alerts)
    await expect(admin.getByText('No screen is watched yet')).toBeVisible()
    await expect(admin.getByText('No screen was dark or silent.')).toBeVisible()
    await standsInEveryWay(browser, placard, 'empty')
  })

  const kiosk = await launchKioskBrowser(placard.display, profile)
  const screens = async () => (await placard.call('listScreens')).screens
  const painted = async () => (await screens()).filter((one) => one.beat && one.beat.paintedAt > one.firstSeenAt)
  await expect.poll(async () => (await painted()).length, { timeout: TOLD_MS }).toBe(1)
  const [screen] = await screens()
  await placard.call('updateScreen', { params: { screenId: screen?.id } as never, body: { name: 'Reception left' } })

  await test.step('somebody asks to hear of all displays, by keyboard', async () => {
    await admin.reload()
    await expect(admin.getByText('1 screen is watched.')).toBeVisible()
    const choice = admin.getByLabel(/^Mails to/)
    await choice.focus()
    await choice.selectOption({ label: 'About screens of all displays' })
    await expect(admin.getByText('Saved.')).toBeVisible()
    await admin.reload()
    await expect(choice).toHaveValue('all')
  })

  await kiosk.close()

  await test.step('it falls silent: a mail with cause, time, advice and a way', async () => {
    await expect.poll(() => mailbox.mails.length, { timeout: TOLD_MS }).toBe(1)
    const [mail] = mailbox.mails
    expect(mail?.source).toMatch(/^Subject: Reception left is not reporting/m)
    expect(mail?.text).toContain('has not reported since')
    expect(mail?.text).toContain('What to try:')
    expect(mail?.text).toContain(`${placard.url}${PAGES.dashboard}?display=ece`)
  })

  const sentence = admin.getByText(/Reception left.* has not reported since/)
  await test.step('the page says the same, in a sentence, with what to do', async () => {
    await admin.reload()
    await expect(sentence).toBeVisible()
    await expect(admin.getByText('Check the device')).toBeVisible()
    await standsInEveryWay(browser, placard, 'wrong')
    await admin.getByRole('link', { name: 'Show the screen' }).click()
    await expect(admin.getByRole('heading', { name: 'Screens', exact: true })).toBeInViewport()
    await admin.goBack()
  })

  await test.step('[B122] the link of the mail changes nothing before a press; the button mutes', async () => {
    const link = /http:\S+alerts\/quiet#\S+/.exec(mailbox.mails[0]?.text ?? '')?.[0] ?? ''
    const reader = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await reader.goto(link)
    await expect(reader.getByRole('button', { name: 'Mute until it is back' })).toBeVisible()
    // The key is not left where a shoulder or the history finds it.
    expect(new URL(reader.url()).hash).toBe('')
    expect((await placard.call('getAlerts')).open[0]?.mutedUntil).toBeNull()
    expect(await findings(reader)).toEqual([])
    if (process.env.PLACARD_LOOK) await reader.screenshot({ path: `${process.env.PLACARD_LOOK}/quiet.png` })
    await reader.getByRole('button', { name: 'Mute until it is back' }).click()
    await expect(reader.getByText('You receive no alerts about it until it is back.')).toBeVisible()
    await admin.reload()
    await expect(admin.getByText('Muted until it is back')).toBeVisible()
    await reader.context().close()
  })

  const again = await launchKioskBrowser(placard.display, profile)
  await test.step('it is back: a mail with how long it was away, and the page keeps it', async () => {
    await expect.poll(() => mailbox.mails.length, { timeout: TOLD_MS }).toBe(2)
    expect(mailbox.mails[1]?.source).toMatch(/^Subject: Reception left is back after \d+ minutes?/m)
    await admin.reload()
    await expect(sentence).toBeHidden()
    await expect(admin.getByText(/Reception left.* did not report for/)).toBeVisible()
    await expect(admin.getByText('Nothing is wrong')).toBeVisible()
  })

  await test.step('an owner finds the way to the webhooks, which hear of the same', async () => {
    await admin.getByRole('main').getByRole('link', { name: 'Webhooks' }).click()
    await admin.waitForURL((url) => url.pathname === PAGES.webhooks)
    await expect(admin.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  })

  await again.close()
  await placard.close()
  mailbox.process.kill()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})
