// The measurement behind `npm run bench -- --only screens`: the page of all screens with a thousand of them, beside a
// bare list of the same length. It measures the time until the first row is shown and until all are, and the frames
// while the list is scrolled.
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { PAGES } from '@placard/contract'
import type { Browser } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { checkPortFree } from '../children.ts'
import { fill } from '../fill.ts'
import { percentile } from '../percentile.ts'
import { type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { keepFigures, runProgram } from '../program.ts'
import { type Column, markdownTable } from '../table.ts'
import { launchChromium, openPage, processesOf, VIEWPORT } from './chromium.ts'
import { takeSession } from './dashboard.ts'
import { type FrameFigures, frameFigures } from './frames.ts'

const SCREENS = 1_000
/** The height of a row of the page, so that the bare list has the same length. */
const ROW_PX = 73
/** Fast scrolling, through the whole list in half a minute. */
const SCROLL = { pixels: 60_000, pixelsPerSecond: 3_000 }
const GIVEN_UP_MS = 60_000
const GOAL_FIRST_MS = 1_000

type Look = FrameFigures & {
  /** Milliseconds from the start of the navigation until the first row is painted, and until all are there. */
  firstMs: number
  allMs: number
}
type Row = Look & { page: string }

async function look(browser: Browser, url: string, placard?: PlacardProcess): Promise<Look> {
  const { page, devtools } = await openPage(browser)
  try {
    if (placard) await takeSession(page, placard)
    await page.addInitScript((count) => {
      const seen = { firstMs: 0, allMs: 0 }
      Object.assign(globalThis, { seen })
      const tick = () => {
        const rows = document.querySelectorAll('[data-screen]').length
        // The frame after the one with the first row.
        if (rows > 0 && seen.firstMs === 0) requestAnimationFrame(() => (seen.firstMs = performance.now()))
        if (rows < count) requestAnimationFrame(tick)
        else requestAnimationFrame(() => (seen.allMs = performance.now()))
      }
      requestAnimationFrame(tick)
    }, SCREENS)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(() => (globalThis as unknown as { seen: Look }).seen.allMs > 0, undefined, {
      timeout: GIVEN_UP_MS,
    })
    const { firstMs, allMs } = await page.evaluate(() => (globalThis as unknown as { seen: Look }).seen)
    const { renderer } = await processesOf(browser, page)
    const [frames] = await Promise.all([
      frameFigures(devtools, renderer, SCROLL.pixels / SCROLL.pixelsPerSecond),
      devtools.send('Input.synthesizeScrollGesture', {
        x: VIEWPORT.width / 2,
        y: VIEWPORT.height / 2,
        yDistance: -SCROLL.pixels,
        speed: SCROLL.pixelsPerSecond,
        gestureSourceType: 'mouse',
        preventFling: true,
      }),
    ])
    if ((await page.evaluate(() => scrollY)) < SCROLL.pixels / 2) throw new BenchError('the list did not scroll')
    return { firstMs, allMs, ...frames }
  } finally {
    await page.context().close()
  }
}

function bareList(): string {
  const row = (_: unknown, index: number) =>
    `<li data-screen style="height:${ROW_PX}px"><b>Screen ${index}</b> House ${index % 40} · Up to date</li>`
  return `<!doctype html><title>bare</title><ul>${Array.from({ length: SCREENS }, row).join('')}</ul>`
}

async function measure(port: number, opens: number): Promise<Row[]> {
  await using _bare = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(bareList())
  }).listen(port, '127.0.0.1')
  await using placard = await startPlacardProcess(port + 1)
  await placard.kill()
  await fill(placard.folder, 'screens', SCREENS)
  await placard.start()
  await using browser = await launchChromium()
  const looks: Record<string, Look[]> = { 'bare list': [], 'all screens': [] }
  for (let count = 0; count < opens; count += 1) {
    looks['bare list']?.push(await look(browser, `http://127.0.0.1:${port}/`))
    looks['all screens']?.push(await look(browser, placard.url + PAGES.screens, placard))
    console.log(`${count + 1} of ${opens}: measured`)
  }
  return Object.entries(looks).map(([page, of]) => {
    const p50 = (name: keyof Look) =>
      percentile(
        of.map((one) => one[name]),
        0.5,
      )
    return {
      page,
      firstMs: p50('firstMs'),
      allMs: p50('allMs'),
      presentedPerSecond: p50('presentedPerSecond'),
      dropped: p50('dropped'),
      droppedShare: p50('droppedShare'),
      longestGapMs: p50('longestGapMs'),
    }
  })
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'page', isText: true, of: ({ page }) => page },
  { title: 'first row ms', of: ({ firstMs }) => firstMs.toFixed(0) },
  { title: 'all rows ms', of: ({ allMs }) => allMs.toFixed(0) },
  { title: 'frames a second', of: ({ presentedPerSecond }) => presentedPerSecond.toFixed(1) },
  { title: 'dropped %', of: ({ droppedShare }) => (droppedShare * 100).toFixed(1) },
  { title: 'longest gap ms', of: ({ longestGapMs }) => longestGapMs.toFixed(0) },
]

await runProgram(async () => {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4490' }, opens: { type: 'string', default: '5' } },
  })
  await checkPortFree(Number(values.port))
  const rows = await measure(Number(values.port), Number(values.opens))
  const goals = { firstMs: GOAL_FIRST_MS }
  keepFigures('screens', { goals, rows })
  console.log(`\n${markdownTable(COLUMNS, rows)}`)
})
