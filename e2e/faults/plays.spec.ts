import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlaysReport, playerPath } from '@placard/contract'
import { expect, test } from '@playwright/test'
import { addPicture, clearDisplay } from '../content.ts'
import { DISPLAY, launchPlacard, type Placard } from '../placard.ts'
import { type Frame, markedPicture, timeline } from '../rigs/darkness.ts'
import { launchFaultProxy } from '../rigs/fault-proxy.ts'
import { type KioskBrowser, launchKioskBrowser } from '../rigs/kiosk-browser.ts'
import { showingsIn, unsureIn, watchShowings } from '../rigs/showings.ts'
import { pause } from './screen.ts'

const MARKS = [1, 2, 3]
const SECONDS = 4
/** The number of each kill and cut, and the milliseconds for which the screen is left alone between them. */
type Course = { rounds: number; calm: number; dead: number; cut: number; alone: number; back: number }
/** A minute: each kill once. */
const SHORT: Course = { rounds: 1, calm: 15_000, dead: 9_000, cut: 9_000, alone: 10_000, back: 5_000 }
/** An hour. */
const LONG: Course = { rounds: 30, calm: 40_000, dead: 25_000, cut: 20_000, alone: 15_000, back: 15_000 }
/** It tells half a minute after it has started, once what was left by the page before is its own. */
const TOLD_WITHIN_MS = 150_000

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

async function readReport(placard: Placard): Promise<PlaysReport> {
  const [from, to] = [dayOf(Date.now() - 24 * 60 * 60_000), dayOf(Date.now() + 24 * 60 * 60_000)]
  return placard.call('getPlays', { query: { from, to } })
}

test('[PP3] the report agrees with what was on the screen, through kills of the browser and of the server, and cuts', async () => {
  test.setTimeout(10 * 60_000)
  await compare(SHORT)
})

test('[PP3] the same for an hour', { tag: '@slow' }, async () => {
  test.setTimeout(100 * 60_000)
  await compare(LONG)
})

/** The showings that the oracle saw, against those that the screen told. */
async function compare({ rounds, calm, dead, cut, alone, back }: Course): Promise<void> {
  const placard = await launchPlacard()
  const profile = await mkdtemp(join(tmpdir(), 'placard-plays-'))
  const line = await launchFaultProxy(placard.url)
  const address = line.url + playerPath(DISPLAY)
  await clearDisplay(placard)
  const items = new Map<string, number>()
  for (const mark of MARKS) {
    const about = { title: `Picture ${mark}`, duration: SECONDS }
    items.set((await addPicture(placard, await markedPicture(mark), about)).id, mark)
  }

  const { loopStartedAt } = await placard.call('getManifest')

  const frames: Frame[] = []
  let browser: KioskBrowser
  let watch: ReturnType<typeof watchShowings>
  const begin = async () => {
    browser = await launchKioskBrowser(address, profile)
    const own = browser
    watch = watchShowings(() => own.screenshot())
    await expect.poll(() => watch.frames.some(({ sight }) => sight.type === 'item'), { timeout: 60_000 }).toBe(true)
  }
  const kill = async () => {
    await browser.kill()
    await watch.stop()
    frames.push(...watch.frames, { at: Date.now(), sight: { type: 'gone' } })
  }

  await begin()
  for (let round = 0; round < rounds; round += 1) {
    await test.step(`round ${round + 1}: the server dies, the line is cut, the browser is killed`, async () => {
      await pause(calm)
      await placard.kill()
      await pause(dead)
      await placard.start()
      await line.become({ type: 'refuse' })
      await pause(cut)
      await kill()
      // Without a network it starts from what it keeps, and counts.
      await begin()
      await pause(alone)
      await line.become({ type: 'pass' })
      await pause(back)
    })
  }
  await kill()
  // From now on nothing more is to be seen; what the last page has left is told by the next.
  for (const id of items.keys()) {
    await placard.call('updateItem', {
      params: { itemId: id } as never,
      body: { visible: false },
      headers: { 'if-match': '*' },
    })
  }
  browser = await launchKioskBrowser(address, profile)
  const last = browser
  watch = watchShowings(() => last.screenshot())

  const seen = () => showingsIn([...frames, ...watch.frames])
  const sumOf = (sums: { showings: number; ms: number }[]) => ({
    showings: sums.reduce((sum, one) => sum + one.showings, 0),
    ms: sums.reduce((sum, one) => sum + one.ms, 0),
  })
  let report: PlaysReport | undefined
  await expect(async () => {
    report = await readReport(placard)
    expect(report.total.told.showings).toBeGreaterThanOrEqual(sumOf([...seen().values()]).showings - 1)
  }).toPass({ timeout: TOLD_WITHIN_MS, intervals: [2_000] })
  await pause(8_000)
  report = await readReport(placard)
  await watch.stop()
  const told = report
  const oracle = seen()
  const what = timeline([...frames, ...watch.frames])
  console.log(
    `seen ${JSON.stringify(Object.fromEntries(oracle))}, told ${JSON.stringify(
      told.items.map(({ title, told: { showings, ms, cut, missed } }) => ({ title, showings, ms, cut, missed })),
    )}`,
  )
  const all = sumOf([...oracle.values()])
  expect(all.showings, what).toBeGreaterThan(rounds * 8)
  // The screen has counted, and the oracle has not seen, an item that was on the screen for less than a photograph takes.
  const unsure = unsureIn([...frames, ...watch.frames], loopStartedAt, SECONDS * 1_000)
  console.log(`${unsure} times the screen came or went in the middle of a change`)
  expect(told.total.told.showings, what).toBeGreaterThanOrEqual(all.showings - 1)
  expect(told.total.told.showings, what).toBeLessThanOrEqual(all.showings + 1 + unsure)
  for (const {
    itemId,
    told: { showings },
  } of told.items) {
    const mark = items.get(itemId) ?? -1
    const sight = oracle.get(mark)?.showings ?? 0
    expect(showings, `${mark}: ${what}`).toBeGreaterThanOrEqual(sight - 1)
    expect(showings, `${mark}: ${what}`).toBeLessThanOrEqual(sight + 1 + unsure)
  }
  // Of each killed page up to five seconds of the showing that was on; photographs are 0.2 s apart, and a fade takes 0.6 s.
  const doubt = 6_000 * (rounds + 1) + 800 * all.showings
  expect(Math.abs(told.total.told.ms - all.ms), what).toBeLessThanOrEqual(doubt)
  expect(told.screens).toHaveLength(1)

  await browser.close()
  await line.close()
  await placard.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}
