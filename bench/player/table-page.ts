// The measurement behind `npm run bench -- --only table-page`: the page of a table with 2,000 rows beside the same page with few rows,
// each opened by a fresh browser context, in one run.
import { parseArgs } from 'node:util'
import { MAX_ROWS_PER_TABLE, type TableId, tablePath } from '@placard/contract'
import { heapKiBOf } from '@placard/e2e'
import type { Browser, CDPSession } from '@playwright/test'
import { checkPortFree } from '../children.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { keepFigures, runProgram } from '../program.ts'
import { thisMachine } from '../report.ts'
import { type TablePageFigures, tablePageSection } from '../table-page-section.ts'
import { launchChromium, openPage } from './chromium.ts'
import { takeSession } from './dashboard.ts'

/** The usual number of rows. */
const FEW = 20
/** A page that has been open for this long has loaded everything that it loads when idle. */
const SETTLED_MS = 5_000
/** A key and all its effects are finished by then. */
const KEY_MS = 100
const CELL = '[data-index="0"] [data-column="0"]'
const WORDS = 'Leek soup with bread and a little butter '

async function makeTable(placard: PlacardProcess, count: number): Promise<TableId> {
  const columns = [
    { name: 'Dish', type: 'words' as const },
    { name: 'Price', type: 'money' as const },
    { name: 'Sold out', type: 'yes-no' as const },
    { name: 'Day', type: 'date' as const },
    { name: 'From', type: 'time' as const },
    { name: 'Calories', type: 'number' as const },
    { name: 'Note', type: 'words' as const },
  ]
  const rows = Array.from({ length: count }, (_, at) => ({
    cells: {
      Dish: `Dish ${at + 1}`,
      Price: (at % 90) / 4,
      'Sold out': at % 7 === 0,
      Day: '2026-12-24',
      From: '11:30',
      Calories: at,
      Note: 'with potatoes and peas',
    },
  }))
  const params = { organisationId: DISPLAY.organisationId }
  const made = await placard.call('createTable', { params, body: { name: `${count} rows`, columns, rows } })
  return made.table.id
}

/** Milliseconds that the page's main thread has worked. */
async function workedMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
  return (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration')) * 1_000
}

const p50 = (values: readonly number[]) => percentile(values, 0.5)

async function look(
  browser: Browser,
  placard: PlacardProcess,
  tableId: TableId,
  { rounds, keys }: { rounds: number; keys: number },
): Promise<TablePageFigures> {
  const { page, devtools } = await openPage(browser)
  try {
    await takeSession(page, placard)
    await page.addInitScript((cell) => {
      const seen = { firstMs: 0 }
      Object.assign(globalThis, { seen })
      const tick = () => {
        if (document.querySelector(cell)) requestAnimationFrame(() => (seen.firstMs = performance.now()))
        else requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    }, CELL)
    const firsts: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      await page.goto(placard.url + tablePath(tableId), { waitUntil: 'load' })
      const first = await page.waitForFunction(
        () => (globalThis as unknown as { seen: { firstMs: number } }).seen.firstMs,
      )
      // The first time nothing is cached.
      if (round > 0) firsts.push(await first.jsonValue())
    }
    await page.waitForTimeout(SETTLED_MS)
    const heapMiB = (await heapKiBOf(devtools)) / 1_024
    await page.click(CELL)
    const each: number[] = []
    for (let number = 0; number < keys; number += 1) {
      const before = await workedMs(devtools)
      await page.keyboard.press(WORDS[number % WORDS.length] ?? 'a')
      await page.waitForTimeout(KEY_MS)
      each.push((await workedMs(devtools)) - before)
    }
    await page.keyboard.press('Enter')
    return { firstMs: p50(firsts), keyP50Ms: p50(each), keyP95Ms: percentile(each, 0.95), heapMiB }
  } finally {
    await page.context().close()
  }
}

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4480' },
      rounds: { type: 'string', default: '5' },
      keys: { type: 'string', default: '60' },
      /** Nothing is stored. */
      trial: { type: 'boolean', default: false },
    },
  })
  const [port, rounds, keys] = [Number(values.port), Number(values.rounds), Number(values.keys)]
  await checkPortFree(port)
  const placard = await startPlacardProcess(port)
  const browser = await launchChromium()
  try {
    const few = await look(browser, placard, await makeTable(placard, FEW), { rounds, keys })
    const many = await look(browser, placard, await makeTable(placard, MAX_ROWS_PER_TABLE), { rounds, keys })
    const kept = { few: FEW, many: MAX_ROWS_PER_TABLE, keys, figures: { few, many } }
    const { terminal } = tablePageSection({ measuredAt: new Date().toISOString(), machine: thisMachine(), ...kept })
    console.log(`\n${terminal}`)
    if (!values.trial) keepFigures('table-page', kept)
  } finally {
    await browser.close()
    await placard.kill()
  }
})
