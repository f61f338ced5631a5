import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PAGES, type ScreenId } from '@placard/contract'
import type { Browser, Page } from '@playwright/test'
import { findings } from './axe.ts'
import { addPicture, clearDisplay } from './content.ts'
import { endWithWorker } from './end-with-worker.ts'
import { expect, test } from './journey.ts'
import { WAYS } from './looks.ts'
import { startMachine } from './machine.ts'
import { flatPicture, GREEN } from './pixels.ts'
import { DISPLAY, type Placard } from './placard.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PATIENCE = { timeout: 120_000, intervals: [500] }
const { organisationId, displayId } = DISPLAY
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --window-size=640,360'
const OLD = { hash: '0'.repeat(64), isSettled: true, failed: null }

test.use({ locale: 'en-GB', adminStartsAt: PAGES.screens })

/** The files of the package: the launcher, and an agent that is older than the server's by one line. */
async function makePackage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-agent-package-'))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--mode', 'launcher', '--outDir', folder, '--emptyOutDir', 'false'], {
    cwd: join(ROOT, 'agent'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  await copyFile(join(ROOT, 'server/dist/agent.mjs'), join(folder, 'agent.mjs'))
  await appendFile(join(folder, 'agent.mjs'), '// before\n')
  return folder
}

/** Starts the launcher of a machine again and again, as the service does. */
function serve(folder: string, trialMs: number): { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  let isStopped = false
  async function run(): Promise<void> {
    while (!isStopped) {
      child = spawn(process.execPath, [join(folder, 'launch.mjs')], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          STATE_DIRECTORY: join(folder, 'state'),
          PLACARD_SCREEN_SETTINGS: join(folder, 'placard-screen.conf'),
          PLACARD_SCREEN_TRIAL_MS: String(trialMs),
        },
      })
      endWithWorker(child)
      await once(child, 'exit')
      await new Promise((done) => setTimeout(done, 300))
    }
  }
  const running = run()
  return {
    async stop() {
      isStopped = true
      child?.kill('SIGTERM')
      await running
    },
  }
}

test('PX6 a machine installs the version of its server, comes back if it is not well in time, and is tried again', async ({
  admin: page,
  placard,
}) => {
  test.setTimeout(8 * 60_000)
  await clearDisplay(placard)
  await addPicture(placard, await flatPicture(GREEN), { title: 'Green', duration: 3600 })
  const params = { organisationId }
  const { code } = await placard.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })
  const folder = await makePackage()
  const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const lines = [`address = ${placard.url}`, `enrol = ${code}`, 'name = Reception', `browser = ${browser}`]
  await writeFile(
    join(folder, 'placard-screen.conf'),
    [...lines, `browser-flags = ${FLAGS}`, 'panel = none'].join('\n'),
  )
  // Too short for any version to be well.
  let machine = serve(folder, 2_000)
  const paired = async () => {
    const { screens } = await placard.call('listOrganisationScreens', { params })
    return screens.find((one) => one.paired?.name === 'Reception')?.paired?.id
  }
  await expect.poll(paired, PATIENCE).toBeDefined()
  const own = { organisationId, screenId: (await paired()) as ScreenId }
  const state = () => placard.call('getMachine', { params: own })
  await expect.poll(async () => (await state()).update?.state, PATIENCE).toMatch(/waits|quiet|under-way/)

  await page.reload()
  await page.getByRole('button', { name: 'Details of Reception' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reception', exact: true })
  const incidents = async () => (await placard.call('getAlerts', { params })).open.map(({ kind }) => kind)
  const press = async (name: string) => {
    await dialog.getByRole('button', { name }).click()
    await page.getByRole('alertdialog').getByRole('button', { name }).click()
  }

  await test.step('it is not well in time, the version before comes back, and says so', async () => {
    await press('Update now')
    await expect.poll(async () => (await state()).update?.state, PATIENCE).toBe('undone')
    await expect(dialog.getByTestId('update')).toContainText('The new version is not installed.', PATIENCE)
    await expect(dialog.getByText('the version before is back')).toBeVisible()
    await expect
      .poll(async () => (await state()).events.map(({ kind }) => kind), PATIENCE)
      .toContain('agent-update-undone')
  })

  await test.step('people are told, with both versions', async () => {
    await expect.poll(incidents, PATIENCE).toContain('update-undone')
    const alerts = await page.context().newPage()
    await alerts.goto(placard.url + PAGES.alerts)
    await expect(
      alerts.getByText(/Reception.* has run version .+ of the software for screens again since/),
    ).toBeVisible()
    await expect(alerts.getByText('No other screen gets the new version until an owner decides')).toBeVisible()
    await alerts.close()
    // Nobody has asked for it.
    const reasons = async () => (await state()).pictures.map(({ because }) => because)
    await expect.poll(reasons, PATIENCE).toContain('incident')
  })

  await test.step('asked for again, with time, it is well and stays', async () => {
    await machine.stop()
    machine = serve(folder, 100_000)
    await expect.poll(async () => (await state()).agent?.isConnected, PATIENCE).toBe(true)
    await press('Try again')
    await expect.poll(async () => (await state()).update?.state, PATIENCE).toBe('current')
    await expect(dialog.getByTestId('update')).toContainText('It has the newest version.', PATIENCE)
    const kept = JSON.parse(await readFile(join(folder, 'state/updates/state.json'), 'utf8'))
    const file = await readFile(join(folder, `state/updates/agent-${kept.current}.mjs`))
    expect(createHash('sha256').update(file).digest('hex')).toBe(kept.current)
    expect(file.equals(await readFile(join(ROOT, 'server/dist/agent.mjs')))).toBe(true)
    await expect.poll(async () => (await state()).events.map(({ kind }) => kind), PATIENCE).toContain('agent-updated')
    await expect.poll(incidents, PATIENCE).not.toContain('update-undone')
  })

  await test.step('the version that is well starts without the package’s', async () => {
    await machine.stop()
    machine = serve(folder, 100_000)
    await expect.poll(async () => (await state()).agent?.isConnected, PATIENCE).toBe(true)
    expect((await state()).update?.state).toBe('current')
  })
  await machine.stop()
  await placard.call('letGoScreen', { params: own })
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** A paired screen in a browser of its own, with a machine that runs an older version. */
async function startScreen(browser: Browser, placard: Placard, name: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const page: Page = await context.newPage()
  const params = { organisationId }
  const { code } = await placard.call('createEnrolment', { params, body: { displayId, screens: 1, days: 1 } })
  await page.goto(`${placard.url}/screen#enrol=${code}&name=${encodeURIComponent(name)}`)
  const find = async () =>
    (await placard.call('listOrganisationScreens', { params })).screens.find((one) => one.paired?.name === name)?.paired
      ?.id
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  const id = (await find()) as ScreenId
  const machine = await startMachine(page, placard.url, { update: OLD })
  await machine.tell({})
  return { id, machine, end: () => placard.call('letGoScreen', { params: { organisationId, screenId: id } }) }
}

test('PX6 an owner begins, pauses and continues a new version, and sees the screen that stopped it', async ({
  admin: page,
  browser,
  placard,
}) => {
  await placard.call('changeAgentUpdates', { params: { organisationId }, body: { isAutomatic: false } })
  const first = await startScreen(browser, placard, 'Entrance')
  const second = await startScreen(browser, placard, 'Canteen')
  await page.reload()
  const card = page.getByRole('region', { name: 'A new version of the software for screens is there' })
  await expect(card.getByText('No screen has it yet.')).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('0 of 2 machines have it')).toBeVisible()
  await card.getByLabel('First screen').selectOption('Canteen')
  await card.getByRole('button', { name: 'Begin with this screen' }).click()
  await expect(card.getByText(/Canteen.? tries it first/)).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: 'One screen' })).toHaveAttribute('aria-current', 'step')
  await card.getByRole('button', { name: 'Pause' }).click()
  await expect(card.getByText('Paused.')).toBeVisible()
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText(/Canteen.? tries it first/)).toBeVisible()

  const { release } = await placard.call('getAgentUpdates', { params: { organisationId } })
  const hash = release?.hash ?? ''
  await second.machine.greet({ update: { ...OLD, failed: { hash, problem: 'not-well', attempt: 0 } } })
  await page.reload()
  await expect(card.getByText(/It was not well on .?Canteen/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await card.getByRole('button', { name: 'Continue with the others' }).click()
  await expect(card.getByText(/It was not well on/)).toHaveCount(0)
  await card.getByRole('switch', { name: 'Install new versions automatically' }).click()
  await expect
    .poll(async () => (await placard.call('getAgentUpdates', { params: { organisationId } })).isAutomatic)
    .toBe(true)
  for (const one of [first, second]) {
    await one.machine.stop()
    await one.end()
  }
})

for (const { name, ...way } of WAYS) {
  test.describe(name, () => {
    test.use(way)
    test(`PX6 the card of a new version is read: ${name}`, async ({ admin: page, browser, placard }) => {
      // Two screens with browsers of their own start beside the page.
      test.setTimeout(4 * 60_000)
      const screens = [
        await startScreen(browser, placard, `Hall ${name}`),
        await startScreen(browser, placard, `Yard ${name}`),
      ]
      const params = { organisationId }
      await placard.call('startAgentUpdates', { params, body: { screenId: screens[0]?.id ?? null } })
      await page.reload()
      const card = page.locator('section[data-new]')
      await expect(card).toBeVisible({ timeout: 30_000 })
      expect(await findings(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      const look = async (what: string) => {
        if (process.env.PLACARD_LOOK)
          await page.screenshot({ path: `${process.env.PLACARD_LOOK}/updates-${what}-${name}.png` })
      }
      await look('trial')
      const hash = (await placard.call('getAgentUpdates', { params })).release?.hash ?? ''
      await screens[0]?.machine.greet({ update: { ...OLD, failed: { hash, problem: 'exited', attempt: 0 } } })
      await page.reload()
      await expect(card.getByRole('status')).toBeVisible()
      expect(await findings(page)).toEqual([])
      await look('stopped')
      for (const one of screens) {
        await one.machine.stop()
        await one.end()
      }
    })
  })
}
