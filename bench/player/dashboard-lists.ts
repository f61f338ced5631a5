// The measurement behind `npm run bench -- --only dashboard`: pages with a long list beside the same pages with a short
// one, each opened by a fresh browser context, in one run.
import { parseArgs } from 'node:util'
import { DisplayId, PAGES } from '@placard/contract'
import { heapKiBOf } from '@placard/e2e'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { checkPortFree } from '../children.ts'
import { fill } from '../fill.ts'
import { type ListFigures, listsSection } from '../lists-section.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { keepFigures, runProgram } from '../program.ts'
import { thisMachine } from '../report.ts'
import { launchChromium, openPage, VIEWPORT } from './chromium.ts'
import { takeSession } from './dashboard.ts'
import { pictureOf } from './pictures.ts'

/** The usual number of entries. */
const FEW = 12
/** A page that has been open for this long has loaded everything that it loads when idle. */
const SETTLED_MS = 5_000
/** A change and all its effects are finished by then. */
const CHANGED_MS = 2_500
const SCROLL = { pixels: 6_000, pixelsPerSecond: 1_500 }

type List = {
  name: string
  many: number
  path: string
  /** The selector of one displayed entry, and the button in it that is clicked repeatedly. */
  entry: string
  button: RegExp
  fill: (placard: PlacardProcess, count: number) => Promise<void>
  /** A change by another user, for pages that are told of it. */
  change?: (placard: PlacardProcess, round: number) => Promise<unknown>
}

const past = (what: 'items' | 'lines' | 'library' | 'screens') => async (placard: PlacardProcess, count: number) => {
  await placard.kill()
  await fill(placard.folder, what, count)
  await placard.start()
}

const LISTS: List[] = [
  {
    name: 'containers',
    many: 500,
    path: PAGES.dashboard,
    entry: '[data-item]',
    button: /^(Hide|Show)$/,
    fill: async (placard, count) => {
      const { url } = await placard.upload(await pictureOf([40, 90, 160], 20))
      await placard.call('createItem', { params: DISPLAY, body: { title: 'Picture', type: 'image', url } })
      await past('items')(placard, count)
    },
    change: async (placard, round) => {
      const [, second] = (await placard.call('getProgramme', { params: DISPLAY })).items
      if (!second) throw new BenchError('there is no second container')
      const params = { ...DISPLAY, itemId: second.id }
      return placard.call('updateItem', { params, body: { visible: round % 2 === 1 } })
    },
  },
  {
    name: 'texts',
    many: 200,
    path: PAGES.dashboard,
    entry: '[data-line]:has(button)',
    button: /^Move down$/,
    fill: past('lines'),
    change: async (placard, round) => {
      const last = (await placard.call('getProgramme', { params: DISPLAY })).lines.at(-1)
      if (!last) throw new BenchError('there is no text')
      const params = { ...DISPLAY, lineId: last.id }
      return placard.call('updateLine', { params, body: { text: `Another text, ${round}` } })
    },
  },
  {
    name: 'library',
    many: 500,
    path: PAGES.library,
    entry: 'main li article',
    button: /^Select /,
    fill: past('library'),
  },
  {
    name: 'screens',
    many: 1_000,
    path: PAGES.screens,
    entry: '[data-screen]:has(button)',
    button: /^Choose /,
    fill: past('screens'),
  },
  {
    name: 'displays',
    many: 200,
    path: PAGES.people,
    entry: 'li:has(button[aria-label^="Edit House"])',
    button: /^Edit /,
    fill: async (placard, count) => {
      for (let index = 1; index < count; index += 1) {
        const params = { organisationId: DISPLAY.organisationId }
        const body = { id: DisplayId.parse(`d${index}`), name: `House ${index}`, timeZone: 'Europe/London' }
        await placard.call('createDisplay', { params, body })
      }
    },
  },
]

type Metrics = { ScriptDuration: number }

async function scriptMsOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const found = Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics
  return found.ScriptDuration * 1_000
}

/** Clicks the button of the first entry. @returns milliseconds until the frame that shows its result */
function press(page: Page, { entry, button }: List): Promise<number> {
  return page.evaluate(
    ({ entry, button }) =>
      new Promise<number>((resolve, reject) => {
        const inFirst = Array.from(document.querySelector(entry)?.querySelectorAll<HTMLElement>('button, input') ?? [])
        const nameOf = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent ?? ''
        const found = inFirst.find((one) => new RegExp(button).test(nameOf(one)))
        if (!found) return reject(new Error(`no ${button} among ${inFirst.map(nameOf).join(', ')}`))
        const seen = () =>
          `${document.querySelector(entry)?.outerHTML}${document.querySelectorAll('input:checked, dialog[open]').length}`
        const before = seen()
        const pressedAt = performance.now()
        const look = () => {
          if (seen() === before) requestAnimationFrame(look)
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)))
        }
        found.click()
        look()
      }),
    { entry, button: button.source },
  )
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  dur?: number
  args?: { name?: string }
}

/** The longest work of the page's main thread for one frame while the page is scrolled, in milliseconds of that thread. */
async function scrolled(page: Page, devtools: CDPSession, x: number): Promise<number> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'], excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  })
  await devtools.send('Input.synthesizeScrollGesture', {
    x,
    y: VIEWPORT.height - 150,
    yDistance: -SCROLL.pixels,
    speed: SCROLL.pixelsPerSecond,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  devtools.off('Tracing.dataCollected', collect)
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const pages = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf))
  const tasks = Map.groupBy(
    events.filter((one) => one.ph === 'X' && one.name.endsWith('RunTask') && pages.has(threadOf(one))),
    threadOf,
  )
  const [busiest] = Array.from(tasks.values()).toSorted((one, other) => other.length - one.length)
  if (!busiest) throw new BenchError('Chromium traced no page.')
  await page.evaluate(() => scrollTo(0, 0))
  return Math.max(...busiest.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1_000))
}

const p50 = (values: readonly number[]) => percentile(values, 0.5)

async function look(browser: Browser, placard: PlacardProcess, list: List, rounds: number): Promise<ListFigures> {
  const firsts: number[] = []
  const { page, devtools } = await openPage(browser)
  try {
    await takeSession(page, placard)
    await page.addInitScript((entry) => {
      const seen = { firstMs: 0 }
      Object.assign(globalThis, { seen })
      const tick = () => {
        if (document.querySelector(entry)) requestAnimationFrame(() => (seen.firstMs = performance.now()))
        else requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    }, list.entry)
    for (let round = 0; round <= rounds; round += 1) {
      await page.goto(placard.url + list.path, { waitUntil: 'load' })
      const first = await page.waitForFunction(
        () => (globalThis as unknown as { seen: { firstMs: number } }).seen.firstMs,
      )
      // The first time nothing is cached.
      if (round > 0) firsts.push(await first.jsonValue())
    }
    await page.waitForTimeout(SETTLED_MS)
    const heapMiB = (await heapKiBOf(devtools)) / 1_024
    const presses: number[] = []
    const own: number[] = []
    const others: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = await scriptMsOf(devtools)
      presses.push(await press(page, list))
      await page.waitForTimeout(CHANGED_MS)
      own.push((await scriptMsOf(devtools)) - before)
      await page.keyboard.press('Escape')
    }
    for (let round = 0; list.change && round < rounds; round += 1) {
      const before = await scriptMsOf(devtools)
      await list.change(placard, round)
      await page.waitForTimeout(CHANGED_MS)
      others.push((await scriptMsOf(devtools)) - before)
    }
    const frames: number[] = []
    const x = list.name === 'texts' ? VIEWPORT.width - 180 : VIEWPORT.width / 2
    for (let round = 0; round < rounds; round += 1) frames.push(await scrolled(page, devtools, x))
    return {
      firstMs: p50(firsts),
      heapMiB,
      pressMs: p50(presses),
      ownScriptMs: p50(own),
      othersScriptMs: others.length > 0 ? p50(others) : null,
      frameMs: p50(frames),
    }
  } finally {
    await page.context().close()
  }
}

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4470' },
      rounds: { type: 'string', default: '5' },
      /** Only some lists, by their names; nothing is stored then. */
      lists: { type: 'string' },
    },
  })
  let port = Number(values.port)
  const chosen = values.lists?.split(',')
  const browser = await launchChromium()
  const rows = []
  try {
    for (const list of LISTS.filter(({ name }) => !chosen || chosen.includes(name))) {
      const figures: ListFigures[] = []
      for (const count of [FEW, list.many]) {
        await checkPortFree(port)
        const placard = await startPlacardProcess(port)
        port += 1
        try {
          await list.fill(placard, count)
          figures.push(await look(browser, placard, list, Number(values.rounds)))
        } finally {
          await placard.kill()
        }
      }
      const [few, many] = figures
      if (few && many) rows.push({ list: list.name, many: list.many, figures: { few, many } })
      console.log(`${list.name}: measured`)
    }
  } finally {
    await browser.close()
  }
  const kept = { few: FEW, rows }
  const { terminal } = listsSection({ measuredAt: new Date().toISOString(), machine: thisMachine(), ...kept })
  console.log(`\n${terminal}`)
  if (!chosen) keepFigures('dashboard', kept)
})
