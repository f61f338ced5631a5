// The measurement behind `npm run bench -- --only player`: about eleven minutes. method.md describes it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ItemId } from '@placard/contract'
import { objectsKiBOf } from '@placard/e2e'
import { localTimeOf } from '@placard/playback'
import type { Browser } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { checkPortFree } from '../children.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { busySeconds, checkMachine } from '../process-meter.ts'
import { runProgram } from '../program.ts'
import { thisMachine } from '../report.ts'
import { changeFigures, watchScreen } from './changes.ts'
import { launchChromium, openPage, processesOf } from './chromium.ts'
import { coldStarts } from './cold-start.ts'
import { cutFades, editInTurns, noteFrames, openListeners } from './edits.ts'
import { BLOCKED, frameFigures } from './frames.ts'
import { type NaiveOptions, naiveAddress, serveNaive } from './naive-player.ts'
import { editWords, NOTICE_STANDS, ownMiBOf, showNotice } from './notices.ts'
import { writePlayerPage } from './page.ts'
import { COLOURS, pictureOf } from './pictures.ts'
import { openRelay, type Relay } from './relay.ts'
import { PLAYER, show } from './show.ts'
import { noteItems, spreadBetween } from './spread.ts'
import { standingFigures } from './standing.ts'
import { type PlayerResults, type Row, resultsTable, verdict } from './verdict.ts'

const RESULTS = join(import.meta.dirname, '..', 'results')
/** Makes pictures of about 900 kB each. */
const NOISE_PX = 220
/** 10 Mbit/s, shared by everything. */
const LINE = 10e6 / 8
const NO_LIMIT = 1e9
const SLOT_SECONDS = 2
const TEXT = 'Breaking news: the ticker scrolls this sentence again and again. '.repeat(6).trim()
const LISTENERS = 1_000
const CHANGES = 500

type World = {
  placard: PlacardProcess
  /** Each pair shares the bandwidth of its line. */
  thin: { ours: Relay; naive: Relay }
  wide: { ours: Relay; naive: Relay }
  /** Addresses at the server. */
  pictures: string[]
  figures: Record<string, unknown>
}

const p50 = (values: readonly number[]) => percentile(values, 0.5)
const most = (values: readonly number[]) => Math.max(...values)
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000))

/** The use by other programs while nothing is measured, in per cent of one processor. */
async function othersPercent(): Promise<number> {
  const before = { busy: busySeconds(), at: performance.now() }
  await sleep(2)
  return ((busySeconds() - before.busy) / ((performance.now() - before.at) / 1_000)) * 100
}

/** Uses a new browser for each measurement, so that none affects the next. */
async function inBrowser<Value>(work: (browser: Browser) => Promise<Value>): Promise<Value> {
  await using browser = await launchChromium()
  return await work(browser)
}

const stands = '[data-item] .layer-seen img'

async function measureChanges({ placard, thin, pictures, figures }: World): Promise<Row[]> {
  const slots = pictures.length
  const naive = async (mode: 'src' | 'remount') =>
    inBrowser(async (browser) => {
      const { page, devtools } = await openPage(browser)
      await page.goto('about:blank')
      const watched = await watchScreen(page, devtools)
      const before = () => thin.naive.bytesOf('/img/')
      const start = before()
      await page.goto(naiveAddress(thin.naive, { t: 'none', mode, n: slots, d: SLOT_SECONDS * 1_000, max: slots * 2 }))
      await sleep(slots * SLOT_SECONDS)
      const once = before()
      const log = await page.evaluate(() => (globalThis as unknown as { log: { i: number; t0: number }[] }).log)
      const frames = await watched.end()
      if (mode === 'src') await sleep(slots * SLOT_SECONDS)
      const due = log.slice(0, slots).map(({ i, t0 }) => ({ at: t0, index: i % slots }))
      return { ...changeFigures(frames, due), firstPassBytes: once - start, secondPassBytes: before() - once }
    })

  const items = await show(placard, pictures, SLOT_SECONDS)
  const ours = await inBrowser(async (browser) => {
    const { page, devtools } = await openPage(browser)
    await page.goto('about:blank')
    const watched = await watchScreen(page, devtools)
    const bytes = () => thin.ours.bytesOf('/media/')
    await page.goto(thin.ours.url + PLAYER)
    await page.waitForSelector(stands, { timeout: 30_000 })
    await noteItems(page, 'ours')
    const openedAt = Date.now()
    const { loopStartedAt } = await placard.call('getManifest', { params: DISPLAY })
    await sleep(slots * SLOT_SECONDS)
    const frames = await watched.end()
    const firstPassBytes = bytes()
    await page.waitForSelector('main[data-offline="ready"]', { timeout: 60_000 })
    const settled = bytes()
    await sleep(slots * SLOT_SECONDS)
    const slotMs = SLOT_SECONDS * 1_000
    const first = Math.ceil((openedAt - loopStartedAt) / slotMs)
    const endedAt = frames.at(-1)?.at ?? 0
    const due = Array.from({ length: slots }, (_, number) => ({
      at: loopStartedAt + (first + number) * slotMs,
      index: (first + number) % slots,
    })).filter(({ at }) => at + 1_000 < endedAt)
    const begun = (await page.evaluate(() => seenItems)).map(({ item, at }) => {
      const place = items.findIndex(({ id }) => id === item)
      const rounds = Math.round((at - loopStartedAt) / slotMs - place) / slots
      return at - (loopStartedAt + (Math.round(rounds) * slots + place) * slotMs)
    })
    return { ...changeFigures(frames, due), begunMs: begun, firstPassBytes, secondPassBytes: bytes() - settled }
  })
  const [src, remount] = [await naive('src'), await naive('remount')]
  Object.assign(figures, { changes: { ours, src, remount } })
  return [
    {
      what: 'longest gap at a change',
      ours: ms(most(ours.emptyMs)),
      other: ms(most(remount.emptyMs)),
      against: 'naive, remount',
      bar: '0 ms',
      verdict: verdict(most(ours.emptyMs) === 0),
      note: `${ours.changes} changes; the naive one’s median is ${ms(p50(remount.emptyMs))}.`,
    },
    {
      what: 'median delay of a change',
      ours: ms(p50(ours.begunMs)),
      other: ms(p50(src.lateMs)),
      against: 'naive, src',
      bar: '≤ one frame (17 ms)',
      verdict: verdict(p50(ours.begunMs) <= 17),
      note: `the longest of ${ours.begunMs.length} is ${ms(most(ours.begunMs))}, the naive one’s ${ms(most(src.lateMs))}. A fade begins without the new picture: its pixels differ from the old picture ${ms(p50(ours.lateMs))} after its moment.`,
    },
    {
      what: 'media downloaded in the second pass',
      ours: `${ours.secondPassBytes} B`,
      other: `${src.secondPassBytes} B`,
      against: 'naive, src',
      bar: '0 B',
      verdict: verdict(ours.secondPassBytes === 0),
      note: `first pass: ${ours.firstPassBytes} B and ${src.firstPassBytes} B. The naive player’s files have a tag and are requested again each time.`,
    },
  ]
}

const SCHEDULED_SECONDS = 3
/** By then the page has the items, and its clock has settled. */
const AHEAD_SECONDS = 15

/** One picture after the other by schedules alone. Each begins exactly when the one before ends. */
async function measureBoundaries({ placard, wide, pictures, figures }: World): Promise<Row[]> {
  const items = await show(placard, pictures, 3_600)
  const { zoneOffsets } = await placard.call('getProgramme', { params: DISPLAY })
  const startsAt = Math.ceil(Date.now() / 1_000) * 1_000 + AHEAD_SECONDS * 1_000
  const instantOf = (place: number) => startsAt + place * SCHEDULED_SECONDS * 1_000
  const localOf = (place: number) => new Date(localTimeOf(zoneOffsets, instantOf(place))).toISOString().slice(0, 19)
  for (const [place, { id }] of items.entries()) {
    // The first is shown from the beginning, and the last stays.
    const schedule = {
      ...(place > 0 ? { from: localOf(place) } : {}),
      ...(place < items.length - 1 ? { until: localOf(place + 1) } : {}),
    }
    await placard.call('updateItem', { params: { ...DISPLAY, itemId: ItemId.parse(id) }, body: { schedule } })
  }
  const { frames, seen } = await inBrowser(async (browser) => {
    const { page, devtools } = await openPage(browser)
    await page.goto('about:blank')
    const watched = await watchScreen(page, devtools)
    await page.goto(wide.ours.url + PLAYER)
    await page.waitForSelector(stands)
    await noteItems(page, 'ours')
    if (Date.now() > instantOf(0)) throw new BenchError('The page took longer than the first boundary gave it.')
    await sleep((instantOf(items.length) - Date.now()) / 1_000)
    return { frames: await watched.end(), seen: await page.evaluate(() => seenItems) }
  })
  const due = items.map((_, index) => ({ at: instantOf(index), index }))
  const begunMs = items.slice(1).map(({ id }, place) => {
    const begun = seen.find(({ item }) => item === id)
    return begun ? Math.abs(begun.at - instantOf(place + 1)) : Number.POSITIVE_INFINITY
  })
  const { lateMs, emptyMs } = changeFigures(frames, due)
  Object.assign(figures, { boundaries: { begunMs, lateMs, emptyMs } })
  return [
    {
      what: 'boundary of a schedule, time to its frame',
      ours: `p50 ${ms(p50(begunMs))}, longest ${ms(most(begunMs))}`,
      other: '—',
      against: 'the naive player has no schedules',
      bar: '≤ 100 ms',
      verdict: verdict(most(begunMs) <= 100 && most(emptyMs) === 0),
      note: `${begunMs.length} boundaries. Its pixels differ from the old picture ${ms(p50(lateMs))} after its instant (the longest ${ms(most(lateMs))}): a fade begins without the new picture. The longest gap without either picture: ${ms(most(emptyMs))}.`,
    },
  ]
}

async function measureTicker({ placard, wide, pictures, figures }: World, seconds: number): Promise<Row[]> {
  await show(placard, pictures.slice(0, 1), 3_600, [TEXT])
  const measure = (address: string, ready: string) =>
    inBrowser(async (browser) => {
      const { page, devtools } = await openPage(browser)
      await page.goto(address)
      await page.waitForSelector(ready)
      await sleep(4)
      await page.evaluate(BLOCKED)
      return frameFigures(devtools, (await processesOf(browser, page)).renderer, seconds)
    })
  const naive = (t: NaiveOptions['t']) =>
    measure(naiveAddress(wide.naive, { t, mode: 'src', n: 1, d: 3_600_000, max: 1 }), '#m')
  const ours = await measure(wide.ours.url + PLAYER, `${stands}`)
  const [marquee, jump, css] = [await naive('marquee'), await naive('jump'), await naive('css')]
  Object.assign(figures, { ticker: { ours, marquee, jump, css } })
  const told = (one: typeof ours) => `${one.presentedPerSecond.toFixed(1)}/s, ${one.dropped} missed`
  return [
    {
      what: `ticker over ${seconds} s, main thread blocked at times`,
      ours: told(ours),
      other: told(marquee),
      against: 'naive, marquee',
      bar: '60/s, 0 missed',
      verdict: verdict(ours.presentedPerSecond >= 59.4 && ours.dropped === 0),
      note: `stepped every 85 ms: ${told(jump)}; a bare CSS animation: ${told(css)}. The longest gap between two frames: Placard ${ms(ours.longestGapMs)}, marquee ${ms(marquee.longestGapMs)}, CSS ${ms(css.longestGapMs)}.`,
    },
  ]
}

async function measureStanding({ placard, wide, pictures, figures }: World, seconds: number): Promise<Row[]> {
  const measure = (address: string, ready: string) =>
    inBrowser(async (browser) => {
      const { page, devtools } = await openPage(browser)
      await page.goto(address)
      await page.waitForSelector(ready)
      // The worker is registered after five seconds, and then stores the files.
      await sleep(8)
      return standingFigures(await processesOf(browser, page), devtools, seconds)
    })
  const naive = (t: NaiveOptions['t']) => naiveAddress(wide.naive, { t, mode: 'src', n: 1, d: 3_600_000, max: 1 })
  await show(placard, pictures.slice(0, 1), 3_600)
  const still = { ours: await measure(wide.ours.url + PLAYER, stands), other: await measure(naive('none'), '#i') }
  await show(placard, pictures.slice(0, 1), 3_600, [TEXT])
  const moving = { ours: await measure(wide.ours.url + PLAYER, stands), other: await measure(naive('css'), '#m') }
  Object.assign(figures, { standing: { still, moving } })
  /** Two runs of the same page differ by this much, in per cent of a core. */
  const grain = 1
  const row = (what: string, { ours, other }: typeof still, against: string): Row => ({
    what,
    ours: `${ours.processorPercent.toFixed(1)} %`,
    other: `${other.processorPercent.toFixed(1)} %`,
    against,
    bar: '≤ the other',
    verdict: verdict(ours.processorPercent <= other.processorPercent + grain),
    note: `the page’s main thread uses ${ours.mainThreadPercent.toFixed(2)} % and ${other.mainThreadPercent.toFixed(2)} %. Less than ${grain} % between them is not significant.`,
  })
  return [
    row('processor while a picture is shown', still, 'bare page with that picture'),
    row('processor with the ticker', moving, 'bare CSS animation'),
  ]
}

const WORDS_CHANGED = 60

async function measureNotices({ placard, wide, pictures, figures }: World, seconds: number): Promise<Row[]> {
  const standing = (ready: string) =>
    inBrowser(async (browser) => {
      const { page, devtools } = await openPage(browser)
      await page.goto(wide.ours.url + PLAYER)
      await page.waitForSelector(ready)
      // As for a standing picture.
      await sleep(8)
      const processes = await processesOf(browser, page)
      const { processorPercent } = await standingFigures(processes, devtools, seconds)
      const ownMiB = ownMiBOf(processes.renderer) + (processes.gpu === undefined ? 0 : ownMiBOf(processes.gpu))
      return { processorPercent, ownMiB }
    })
  await show(placard, pictures.slice(0, 1), 3_600)
  const picture = await standing(stands)
  const item = await showNotice(placard)
  const notice = await standing(NOTICE_STANDS)
  const tookMs = await inBrowser(async (browser) => {
    const { page } = await openPage(browser)
    await page.goto(wide.ours.url + PLAYER)
    await page.waitForSelector(NOTICE_STANDS)
    return editWords(page, placard, item, WORDS_CHANGED)
  })
  Object.assign(figures, { notices: { picture, notice, tookMs } })
  const grain = 1
  return [
    {
      what: 'words of a notice, time from the request to their frame',
      ours: `p50 ${ms(p50(tookMs))}, longest ${ms(most(tookMs))}`,
      other: '—',
      against: 'the naive player has no notices',
      bar: '≤ 1 s',
      verdict: verdict(most(tookMs) <= 1_000),
      note: `${tookMs.length} changes of a visible notice, with a new layout each time.`,
    },
    {
      what: 'processor while a notice is shown',
      ours: `${notice.processorPercent.toFixed(1)} %`,
      other: `${picture.processorPercent.toFixed(1)} %`,
      against: 'a picture in the same player',
      bar: '≤ the other',
      verdict: verdict(notice.processorPercent <= picture.processorPercent + grain),
      note: `Less than ${grain} % between them is not significant.`,
    },
    {
      what: 'memory while a notice is shown',
      ours: `${notice.ownMiB.toFixed(0)} MiB`,
      other: `${picture.ownMiB.toFixed(0)} MiB`,
      against: 'a picture in the same player',
      bar: '≤ the other',
      verdict: verdict(notice.ownMiB <= picture.ownMiB),
      note: 'Proportional set size of the renderer and the drawing process.',
    },
  ]
}

async function measureEdits({ placard, wide, pictures, figures }: World): Promise<Row[]> {
  const items = await show(placard, pictures.slice(0, 2), 3_600)
  const result = await inBrowser(async (browser) => {
    const { page, devtools } = await openPage(browser)
    await page.goto(wide.ours.url + PLAYER)
    await page.waitForSelector(stands)
    await page.waitForSelector('main[data-offline="ready"]', { timeout: 60_000 })
    await noteFrames(page)
    // Each edit is made while a picture stands, because an edit in the middle of a fade waits for its end.
    const paced = { times: 60, seconds: 70, pauseMs: 750 }
    await editInTurns(page, placard, items, { times: 50, seconds: 40, pauseMs: 0 })
    const heapBefore = await objectsKiBOf(devtools)
    const alone = await editInTurns(page, placard, items, paced)
    const listeners = await openListeners(placard, LISTENERS)
    const together = await editInTurns(page, placard, items, paced)
    await listeners.stop()
    await page.evaluate(cutFades)
    const rest = { times: CHANGES - alone.length - together.length, seconds: 90, pauseMs: 0 }
    const changes = alone.length + together.length + (await editInTurns(page, placard, items, rest)).length
    return { alone, together, changes, heapBefore, heapAfter: await objectsKiBOf(devtools) }
  })
  const naive = await inBrowser(async (browser) => {
    const { page, devtools } = await openPage(browser)
    const max = 50 + result.changes + 1
    await page.goto(naiveAddress(wide.naive, { t: 'none', mode: 'remount', n: 2, d: 40, max }))
    const count = (least: number) =>
      page.waitForFunction((least) => (globalThis as unknown as { log: unknown[] }).log.length >= least, least, {
        timeout: 300_000,
      })
    await count(50)
    const heapBefore = await objectsKiBOf(devtools)
    await count(max)
    return { heapBefore, heapAfter: await objectsKiBOf(devtools) }
  })
  const { alone, together } = result
  Object.assign(figures, { edits: { alone, together }, heap: { ours: result, naive } })
  const both = (values: readonly number[]) => `p50 ${ms(p50(values))}, p99 ${ms(percentile(values, 0.99))}`
  const growth = result.heapAfter - result.heapBefore
  return [
    {
      what: 'time from edit to frame',
      ours: both(alone),
      other: '—',
      against: 'the naive player has no edits',
      bar: 'p50 ≤ 30 ms, p99 ≤ 100 ms',
      verdict: verdict(p50(alone) <= 30 && percentile(alone, 0.99) <= 100),
      note: `${alone.length} edits, each while a picture is shown. An edit during a fade waits for its end, up to 600 ms, because at most two items are kept at once.`,
    },
    {
      what: `time from edit to frame with ${LISTENERS.toLocaleString('en')} other screens`,
      ours: both(together),
      other: '—',
      against: 'the naive player has no edits',
      bar: 'p99 ≤ 200 ms',
      verdict: verdict(percentile(together, 0.99) <= 200),
      note: `${together.length} edits.`,
    },
    {
      what: `heap after ${result.changes} changes`,
      ours: `${growth >= 0 ? '+' : ''}${growth.toFixed(0)} KiB`,
      other: `${(naive.heapAfter - naive.heapBefore).toFixed(0)} KiB`,
      against: 'naive, remount',
      bar: 'flat: ≤ 48 KiB',
      verdict: verdict(growth <= 48),
      note: `from ${result.heapBefore.toFixed(0)} to ${result.heapAfter.toFixed(0)} KiB. Over 72 simulated hours: e2e/player-age.spec.ts.`,
    },
  ]
}

async function measureSpread({ placard, wide, pictures, figures }: World): Promise<Row[]> {
  await show(placard, pictures.slice(0, 3), 2)
  const ours = await spreadBetween(wide.ours.url + PLAYER, 'ours', 10)
  const naive = await spreadBetween(
    naiveAddress(wide.naive, { t: 'none', mode: 'preload', n: 3, d: 2_000 }),
    'naive',
    10,
  )
  Object.assign(figures, { spread: { ours, naive } })
  return [
    {
      what: 'difference between two screens of one display',
      ours: ms(most(ours)),
      other: ms(most(naive)),
      against: 'naive, opened 0.7 s apart',
      bar: '≤ 50 ms',
      verdict: verdict(most(ours) <= 50),
      note: `the longest of ${ours.length} changes; the median is ${ms(p50(ours))}.`,
    },
  ]
}

async function measureColdStart({ placard, figures, pictures }: World, port: number, starts: number): Promise<Row[]> {
  await show(placard, pictures.slice(0, 2), 60, [TEXT])
  const took = await coldStarts(() => openRelay(port, placard.url, NO_LIMIT), starts)
  Object.assign(figures, { coldStarts: took })
  const good = took.filter((one) => one !== undefined && one <= 3_000).length
  const known = took.filter((one) => one !== undefined)
  return [
    {
      what: 'cold start without the server',
      ours: `${good} of ${starts}, longest ${known.length > 0 ? ms(most(known)) : '—'}`,
      other: 'never',
      against: 'naive: the browser’s error page',
      bar: '≤ 3 s, every time',
      verdict: verdict(good === starts),
      note: `median ${known.length > 0 ? ms(p50(known)) : '—'}.`,
    },
  ]
}

async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4400' },
      /** Only some parts, by their first words; nothing is stored then. */
      parts: { type: 'string' },
      starts: { type: 'string', default: '20' },
      'ticker-seconds': { type: 'string', default: '15' },
    },
  })
  const port = Number(values.port)
  checkMachine(LISTENERS + 100)
  for (let offset = 0; offset < 6; offset += 1) await checkPortFree(port + offset)

  const startedAt = performance.now()
  const others = await othersPercent()
  const placard = await startPlacardProcess(port)
  const pictures: string[] = []
  const files: Buffer[] = []
  for (const colour of COLOURS) {
    const { url } = await placard.upload(await pictureOf(colour, NOISE_PX))
    pictures.push(url)
    // The naive player shows the pictures as the server has stored them: the same bytes.
    files.push(Buffer.from(await (await fetch(placard.url + url)).arrayBuffer()))
  }
  const world: World = {
    placard,
    pictures,
    thin: { ours: await openRelay(port + 1, placard.url, LINE), naive: await serveNaive(port + 2, files, LINE) },
    wide: {
      ours: await openRelay(port + 3, placard.url, NO_LIMIT),
      naive: await serveNaive(port + 4, files, NO_LIMIT),
    },
    figures: {},
  }
  const rows: Row[] = []
  const all: [string, () => Promise<Row[]>][] = [
    ['changes', () => measureChanges(world)],
    ['boundaries', () => measureBoundaries(world)],
    ['ticker', () => measureTicker(world, Number(values['ticker-seconds']))],
    ['processor', () => measureStanding(world, 30)],
    ['notices', () => measureNotices(world, 7)],
    ['edits and heap', () => measureEdits(world)],
    ['two screens', () => measureSpread(world)],
    ['cold start', () => measureColdStart(world, port + 5, Number(values.starts))],
  ]
  const chosen = values.parts?.split(',')
  const loads: PlayerResults['loads'] = []
  const parts = all.filter(([name]) => !chosen || chosen.some((one) => name.startsWith(one)))
  for (const [name, part] of parts) {
    const since = performance.now()
    rows.push(...(await part()))
    const load = loadavg()[0] ?? Number.NaN
    loads.push({ part: name, load })
    console.log(`${name} · ${((performance.now() - since) / 1_000).toFixed(0)} s · load ${load.toFixed(1)}`)
  }
  for (const relay of [world.thin.ours, world.thin.naive, world.wide.ours, world.wide.naive]) await relay.close()

  const results: PlayerResults = {
    measuredAt: new Date().toISOString(),
    machine: thisMachine(),
    othersCpuPercent: Math.max(others, await othersPercent()),
    loads,
    seconds: (performance.now() - startedAt) / 1_000,
    rows,
    figures: world.figures,
  }
  console.log(`\n${resultsTable(rows)}`)
  if (chosen) return
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, 'player.json'), `${JSON.stringify(results, rounded, 2)}\n`)
  writePlayerPage()
  console.log('\nKept in bench/results/.')
}

/** Three decimals are more than the precision of any measurement. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value
}

await runProgram(() => bench(process.argv.slice(2)))
// An open line would keep this process alive.
process.exit()
