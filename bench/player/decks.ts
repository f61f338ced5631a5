// The measurement behind `npm run bench -- --only decks`: the time that a PDF of twenty pages takes from the drop to
// the item, with a processor four times slower in the browser. "Add it" is clicked as soon as it is possible.
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { checkPortFree } from '../children.ts'
import { startPlacardProcess } from '../placard-process.ts'
import { keepFigures, runProgram } from '../program.ts'
import { launchChromium } from './chromium.ts'
import { dropUntilItem, give, openDashboard } from './dashboard.ts'
import { writePlayerPage } from './page.ts'

const PAGES_OF_PDF = 20
const SLOWER = 4
const GOAL_MS = 20_000

/** Typical pages of a school: a heading, a picture of lines, and half a page of text. */
async function makePdf(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  const one = (number: number) => `<section><h1>Week ${number}</h1>
    <svg viewBox="0 0 400 120">${Array.from({ length: 40 }, (_, bar) => `<rect x="${bar * 10}" y="${(bar * number) % 90}" width="7" height="120" fill="hsl(${bar * 9} 60% 50%)"/>`).join('')}</svg>
    <p>${'The library is open until five. Please bring back what you have read. '.repeat(14)}</p></section>`
  await page.setContent(
    `<style>section{break-after:page;font:20px sans-serif}svg{width:100%}</style>${Array.from({ length: PAGES_OF_PDF }, (_, index) => one(index + 1)).join('')}`,
  )
  const pdf = await page.pdf({ format: 'A4', landscape: true })
  await page.close()
  return pdf
}

await runProgram(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4495' } } })
  const port = Number(values.port)
  await checkPortFree(port)
  await using placard = await startPlacardProcess(port)
  await using browser = await launchChromium()
  const bytes = await makePdf(browser)
  const { page, devtools } = await openDashboard(browser, placard)
  await give(page, { name: 'weeks.pdf', type: 'application/pdf', bytes })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  let drawnMs = 0
  const startedAt = performance.now()
  const ms = await dropUntilItem(page, placard, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Add it' }).click({ timeout: 120_000 })
    drawnMs = performance.now() - startedAt
  })
  keepFigures('decks', { goalMs: GOAL_MS, pages: PAGES_OF_PDF, pdfBytes: bytes.length, drawnMs, ms })
  writePlayerPage()
  console.log(
    `${PAGES_OF_PDF} pages, processor ÷ ${SLOWER}: pressed after ${drawnMs.toFixed(0)} ms, an item after ${ms.toFixed(0)} (goal ≤ ${GOAL_MS})`,
  )
})
