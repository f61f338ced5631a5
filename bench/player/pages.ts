// The measurement behind `npm run bench -- --only pages`: how soon the pages of the dashboard are painted, beside a page
// with nothing but a sentence. Each page is opened by a browser that has never seen it, again and again; the median counts.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PAGES } from '@placard/contract'
import type { Browser } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { checkPortFree, clear } from '../children.ts'
import { percentile } from '../percentile.ts'
import { startPlacardProcess } from '../placard-process.ts'
import { thisMachine } from '../report.ts'
import { type Column, markdownTable } from '../table.ts'
import { launchChromium, openPage } from './chromium.ts'

const RESULTS = join(import.meta.dirname, '..', 'results')
/** Movements until then are told as shifts of the page. */
const SETTLED_MS = 4_000

/** `slow`: a line of 10 Mbit/s with 40 ms, and a processor four times slower. */
const WAYS = { plain: undefined, slow: { bytesPerSecond: 10e6 / 8, latencyMs: 40, processor: 4 } } as const
type Way = keyof typeof WAYS

/** Milliseconds from the start of the navigation; `shift` is the sum of layout shifts without input. */
type Paint = { firstMs: number; largestMs: number; shift: number }
type Row = Paint & { page: string; way: Way }

const GOALS = { plain: 600, slow: 1_500, shift: 0.01 }

async function open(browser: Browser, url: string, cookie: string | undefined, way: Way): Promise<Paint> {
  const { page, devtools } = await openPage(browser)
  try {
    if (cookie) {
      const cookies = cookie.split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return { name, value: value.join('='), url }
      })
      await page.context().addCookies(cookies)
    }
    const slow = WAYS[way]
    if (slow) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: slow.latencyMs,
        downloadThroughput: slow.bytesPerSecond,
        uploadThroughput: slow.bytesPerSecond,
      })
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.processor })
    }
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

const p50 = (values: readonly number[]) => percentile(values, 0.5)

const COLUMNS: readonly Column<Row>[] = [
  { title: 'page', isText: true, of: ({ page }) => page },
  { title: 'line', isText: true, of: ({ way }) => (way === 'plain' ? 'loopback' : '10 Mbit/s, processor ÷ 4') },
  { title: 'first paint ms', of: ({ firstMs }) => firstMs.toFixed(0) },
  { title: 'largest paint ms', of: ({ largestMs }) => largestMs.toFixed(0) },
  { title: 'goal', of: ({ way }) => `≤ ${GOALS[way]}` },
  { title: 'shift', of: ({ shift }) => shift.toFixed(3) },
]

async function measure(port: number, opens: number): Promise<Row[]> {
  const bare = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>bare</title><h1>Nothing but a sentence</h1>')
  }).listen(port, '127.0.0.1')
  const placard = await startPlacardProcess(port + 1)
  const browser = await launchChromium()
  const pages = [
    { page: 'bare', url: `http://127.0.0.1:${port}/`, cookie: undefined },
    { page: 'sign-in', url: placard.url + PAGES.login, cookie: undefined },
    { page: 'dashboard', url: placard.url + PAGES.dashboard, cookie: placard.headers.cookie },
  ]
  try {
    const rows: Row[] = []
    for (const way of Object.keys(WAYS) as Way[]) {
      for (const { page, url, cookie } of pages) {
        const paints: Paint[] = []
        for (let count = 0; count < opens; count += 1) paints.push(await open(browser, url, cookie, way))
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
    return rows
  } finally {
    await browser.close()
    await placard.child.stop()
    bare.close()
  }
}

try {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4480' }, opens: { type: 'string', default: '5' } },
  })
  await checkPortFree(Number(values.port))
  const rows = await measure(Number(values.port), Number(values.opens))
  const kept = { measuredAt: new Date().toISOString(), machine: thisMachine(), goals: GOALS, rows }
  writeFileSync(join(RESULTS, 'pages.json'), `${JSON.stringify(kept, null, 2)}\n`)
  console.log(`\n${markdownTable(COLUMNS, rows)}`)
} catch (error) {
  if (!(error instanceof BenchError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  clear()
}
