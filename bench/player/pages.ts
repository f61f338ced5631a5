// The measurement behind `npm run bench -- --only pages`: the time until the pages of the dashboard are painted, beside
// a page with only one sentence. Each page is opened several times by a browser that has never seen it; the median
// counts.
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { PAGES } from '@placard/contract'
import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { checkPortFree } from '../children.ts'
import { BARE, type Opening, type PageRow, type Paint, pagesSection, type Way } from '../pages-section.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { keepFigures, runProgram } from '../program.ts'
import { thisMachine } from '../report.ts'
import { launchChromium, openPage } from './chromium.ts'
import { takeSession } from './dashboard.ts'

/** Movements until then count as shifts of the page. */
const SETTLED_MS = 4_000

const WAYS = { plain: undefined, slow: { bytesPerSecond: 10e6 / 8, latencyMs: 40, processor: 4 } } as const

const GOALS = { plain: 600, slow: 1_500, shift: 0.01, opening: 100 }

const inFirstCard = (name: string) => (page: Page) =>
  page.getByRole('article').first().getByRole('button', { name, exact: true })
const onPage = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first()

/** The dialogs of the dashboard, and the button that opens each. */
const DIALOGS: Record<string, (page: Page) => Locator> = {
  Edit: inFirstCard('Edit'),
  Delete: inFirstCard('Delete'),
  'Add Text': onPage('Add Text'),
  Preview: onPage('Preview'),
  Activity: onPage('Activity'),
  Settings: onPage('Settings'),
}

async function slowDown(devtools: CDPSession, way: Way): Promise<void> {
  const slow = WAYS[way]
  if (!slow) return
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.processor })
}

async function open(browser: Browser, url: string, placard: PlacardProcess | undefined, way: Way): Promise<Paint> {
  const { page, devtools } = await openPage(browser)
  try {
    if (placard) await takeSession(page, placard)
    await slowDown(devtools, way)
    await page.addInitScript(() => {
      const seen = { firstMs: 0, largestMs: 0, shift: 0 }
      Object.assign(globalThis, { seen })
      new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries())
          if (name === 'first-contentful-paint') seen.firstMs = startTime
      }).observe({ type: 'paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.largestMs = startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) seen.shift += entry.value
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForSelector('h1')
    await page.waitForTimeout(SETTLED_MS)
    return await page.evaluate(() => (globalThis as unknown as { seen: Paint }).seen)
  } finally {
    await page.context().close()
  }
}

/** Adds an item whose card has the buttons that are clicked. */
async function addItem(placard: PlacardProcess): Promise<void> {
  const body = { title: 'Film', type: 'video', url: 'https://films.example/1.mp4', duration: 10 } as const
  await placard.call('createItem', { params: DISPLAY, body })
}

/** The time that each dialog took to open for the first time on a page that had been open for a while. */
async function openDialogs(browser: Browser, placard: PlacardProcess, way: Way): Promise<Record<string, number>> {
  const { page, devtools } = await openPage(browser)
  try {
    await takeSession(page, placard)
    await slowDown(devtools, way)
    await page.goto(placard.url + PAGES.dashboard, { waitUntil: 'load' })
    await page.getByRole('article').first().waitFor()
    await page.waitForTimeout(SETTLED_MS)
    const took: Record<string, number> = {}
    for (const [dialog, find] of Object.entries(DIALOGS)) {
      took[dialog] = await find(page).evaluate(
        (button: HTMLElement) =>
          new Promise<number>((resolve) => {
            const pressedAt = performance.now()
            const look = () => {
              const isThere = document.querySelector('[role="dialog"], [role="alertdialog"]')
              // The frame is complete when the tasks that were requested in it have run.
              requestAnimationFrame(isThere ? () => setTimeout(() => resolve(performance.now() - pressedAt)) : look)
            }
            button.click()
            look()
          }),
      )
      await page.keyboard.press('Escape')
      await page.locator('[role="dialog"], [role="alertdialog"]').waitFor({ state: 'detached' })
    }
    return took
  } finally {
    await page.context().close()
  }
}

const p50 = (values: readonly number[]) => percentile(values, 0.5)

async function measure(port: number, opens: number): Promise<{ rows: PageRow[]; openings: Opening[] }> {
  await using _bare = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>bare</title><h1>Nothing but a sentence</h1>')
  }).listen(port, '127.0.0.1')
  await using placard = await startPlacardProcess(port + 1)
  await using browser = await launchChromium()
  const pages = [
    { page: BARE, url: `http://127.0.0.1:${port}/`, placard: undefined },
    { page: 'sign-in', url: placard.url + PAGES.login, placard: undefined },
    { page: 'dashboard', url: placard.url + PAGES.dashboard, placard },
  ]
  const rows: PageRow[] = []
  for (const way of Object.keys(WAYS) as Way[]) {
    for (const { page, url, placard } of pages) {
      const paints: Paint[] = []
      for (let count = 0; count < opens; count += 1) paints.push(await open(browser, url, placard, way))
      rows.push({
        page,
        way,
        firstMs: p50(paints.map(({ firstMs }) => firstMs)),
        largestMs: p50(paints.map(({ largestMs }) => largestMs)),
        shift: Math.max(...paints.map(({ shift }) => shift)),
      })
      console.log(`${page}, ${way}: measured`)
    }
  }
  await addItem(placard)
  const openings: Opening[] = []
  for (const way of Object.keys(WAYS) as Way[]) {
    const turns: Record<string, number>[] = []
    for (let count = 0; count < opens; count += 1) turns.push(await openDialogs(browser, placard, way))
    for (const dialog of Object.keys(DIALOGS)) {
      const all = turns.flatMap((took) => took[dialog] ?? [])
      openings.push({ dialog, way, usualMs: p50(all), longestMs: Math.max(...all) })
    }
    console.log(`dialogs, ${way}: measured`)
  }
  return { rows, openings }
}

await runProgram(async () => {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4480' }, opens: { type: 'string', default: '5' } },
  })
  await checkPortFree(Number(values.port))
  const figures = { goals: GOALS, ...(await measure(Number(values.port), Number(values.opens))) }
  keepFigures('pages', figures)
  const kept = { measuredAt: new Date().toISOString(), machine: thisMachine(), ...figures }
  console.log(`\n${pagesSection(kept).terminal}\n\n\`npm run bench -- --only page\` puts it on the page of results.`)
})
