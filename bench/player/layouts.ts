// The measurement behind `npm run bench -- --only layouts`: screens with two and four zones, beside the same screen with one
// in the same run. About twelve minutes; `--ticker-seconds 600` as long as the goal says.
import { parseArgs } from 'node:util'
import { DisplayId, type DisplayKey, type ProgrammeKey, playerPath } from '@placard/contract'
import { BenchError } from '../bench-error.ts'
import { checkPortFree } from '../children.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { keepFigures, runProgram } from '../program.ts'
import { type Frame, type Point, watchGlass } from './changes.ts'
import { launchChromium, openPage, processesOf } from './chromium.ts'
import { frameFigures } from './frames.ts'
import {
  mib,
  percent,
  SHAPE_NAMES,
  type ShapeFigures,
  type ShapeName,
  SLOT_SECONDS,
  SLOWER,
  type TickerFigures,
} from './layouts-section.ts'
import { ownMiBOf } from './notices.ts'
import { writePlayerPage } from './page.ts'
import { COLOURS, pictureOf } from './pictures.ts'
import { standingFigures } from './standing.ts'

/** The screens that are compared: the arrangement, and the middle of each zone. The media area has 90 % of the height. */
const SHAPES = {
  one: { arrangement: undefined, points: [{ x: 0.5, y: 0.45 }] },
  two: {
    arrangement: { arrangement: 'halves', dividers: [50] },
    points: [
      { x: 0.25, y: 0.45 },
      { x: 0.75, y: 0.45 },
    ],
  },
  four: {
    arrangement: { arrangement: 'four', dividers: [50, 50] },
    points: [
      { x: 0.25, y: 0.22 },
      { x: 0.75, y: 0.22 },
      { x: 0.25, y: 0.67 },
      { x: 0.75, y: 0.67 },
    ],
  },
} as const satisfies Record<ShapeName, { arrangement: object | undefined; points: Point[] }>

/** Turns that are measured. */
const TURNS = 8
/** Makes pictures of about 300 kB. */
const NOISE_PX = 70
const LINE = 'The library closes at five. The canteen opens at eleven, and the buses go every ten minutes. '
  .repeat(4)
  .trim()
const SETTLED_MS = 15_000

/** Fills a display with pictures, a line, and zones that show the same pictures. */
async function fill(placard: PlacardProcess, shape: ShapeName, pictures: readonly string[]): Promise<DisplayKey> {
  const key = { organisationId: DISPLAY.organisationId, displayId: DisplayId.parse(shape) }
  const params = { organisationId: key.organisationId }
  await placard.call('createDisplay', { params, body: { id: key.displayId, name: shape } })
  await placard.call('createLine', { params: key, body: { text: LINE } })
  const show = async (programme: ProgrammeKey) => {
    for (const [index, url] of pictures.entries()) {
      const body = { title: `Picture ${index}`, type: 'image' as const, url, duration: SLOT_SECONDS }
      await placard.call('createItem', { params: programme, body } as never)
    }
  }
  await show(key)
  const { arrangement, points } = SHAPES[shape]
  if (!arrangement) return key
  const zones = points.slice(1).map((_, number) => ({ name: `${shape} ${number + 2}` }))
  const layout = { ...arrangement, zones } as never
  const { layout: made } = await placard.call('setLayout', { params: key, body: { layout } })
  for (const { playlistId } of made?.zones ?? []) await show({ organisationId: key.organisationId, playlistId })
  return key
}

/** The time in which nothing was on at a place, from the first picture there on, and the number of changes. */
function emptinessOf(frames: readonly Frame[]): { emptyMs: number; changes: number } {
  const from = frames.findIndex(({ sight }) => sight.type === 'picture')
  if (from < 0) throw new BenchError('A zone has shown nothing.')
  let [emptyMs, changes] = [0, 0]
  let shown = -1
  for (const [place, { at, sight }] of frames.entries()) {
    if (place < from) continue
    if (sight.type === 'empty') emptyMs += (frames[place + 1]?.at ?? at) - at
    if (sight.type !== 'picture' || sight.index === shown) continue
    if (shown >= 0) changes += 1
    shown = sight.index
  }
  return { emptyMs, changes }
}

async function openScreen(browser: Awaited<ReturnType<typeof launchChromium>>, url: string, zones: number) {
  const opened = await openPage(browser)
  await opened.page.goto(url)
  await opened.page.waitForFunction((zones) => document.querySelectorAll('.layer-seen img').length >= zones, zones, {
    timeout: 60_000,
  })
  await opened.page.waitForTimeout(SETTLED_MS)
  return opened
}

async function measureShape(placard: PlacardProcess, key: DisplayKey, shape: ShapeName): Promise<ShapeFigures> {
  const { points } = SHAPES[shape]
  await using browser = await launchChromium()
  const { page, devtools } = await openScreen(browser, placard.url + playerPath(key), points.length)
  const processes = await processesOf(browser, page)
  const { processorPercent } = await standingFigures(processes, devtools, SLOT_SECONDS * TURNS)
  const memoryMiB = ownMiBOf(processes.renderer)
  const glass = await watchGlass(page, devtools)
  await page.waitForTimeout(SLOT_SECONDS * TURNS * 1_000)
  const seen = (await glass.endAt(points)).map(emptinessOf)
  const sum = (of: (one: { emptyMs: number; changes: number }) => number) => seen.reduce((all, one) => all + of(one), 0)
  return { processorPercent, memoryMiB, emptyMs: sum(({ emptyMs }) => emptyMs), changes: sum(({ changes }) => changes) }
}

async function measureTicker(
  placard: PlacardProcess,
  key: DisplayKey,
  shape: ShapeName,
  seconds: number,
): Promise<TickerFigures> {
  await using browser = await launchChromium()
  const { page, devtools } = await openScreen(browser, placard.url + playerPath(key), SHAPES[shape].points.length)
  const { renderer } = await processesOf(browser, page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.waitForTimeout(SETTLED_MS)
  const { presentedPerSecond, dropped, longestGapMs } = await frameFigures(devtools, renderer, seconds)
  return { presentedPerSecond, dropped, longestGapMs, seconds }
}

const p50 = (values: readonly number[]) => percentile(values, 0.5)

function medianOf(rounds: readonly ShapeFigures[]): ShapeFigures {
  return {
    processorPercent: p50(rounds.map(({ processorPercent }) => processorPercent)),
    memoryMiB: p50(rounds.map(({ memoryMiB }) => memoryMiB)),
    emptyMs: rounds.reduce((sum, { emptyMs }) => sum + emptyMs, 0),
    changes: rounds.reduce((sum, { changes }) => sum + changes, 0),
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4460' },
      rounds: { type: 'string', default: '3' },
      'ticker-seconds': { type: 'string', default: '120' },
    },
  })
  const [port, rounds, seconds] = [Number(values.port), Number(values.rounds), Number(values['ticker-seconds'])]
  await checkPortFree(port)
  await using placard = await startPlacardProcess(port)
  const pictures: string[] = []
  for (const colour of COLOURS.slice(0, 4)) pictures.push((await placard.upload(await pictureOf(colour, NOISE_PX))).url)
  const keys = {} as Record<ShapeName, DisplayKey>
  for (const shape of SHAPE_NAMES) keys[shape] = await fill(placard, shape, pictures)
  const measured: Record<ShapeName, ShapeFigures[]> = { one: [], two: [], four: [] }
  for (let round = 1; round <= rounds; round += 1) {
    for (const shape of SHAPE_NAMES) {
      const figures = await measureShape(placard, keys[shape], shape)
      measured[shape].push(figures)
      console.log(
        `round ${round}, ${shape}: ${percent(figures.processorPercent)}, ${mib(figures.memoryMiB)}, ${figures.emptyMs.toFixed(0)} ms empty in ${figures.changes} changes`,
      )
    }
  }
  const ticker = {
    one: await measureTicker(placard, keys.one, 'one', seconds),
    four: await measureTicker(placard, keys.four, 'four', seconds),
  }
  console.log(ticker)
  const shapes = { one: medianOf(measured.one), two: medianOf(measured.two), four: medianOf(measured.four) }
  keepFigures('layouts', { rounds, shapes, ticker })
  writePlayerPage()
}

await runProgram(main)
