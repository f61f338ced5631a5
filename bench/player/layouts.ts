// The measurement behind `npm run bench -- --only layouts`: screens with two and four zones, beside the same screen with one
// in the same run. About 23 minutes, ten of them for the ticker; `--rounds 1 --turns 1 --ticker-seconds 10` takes about four, and shows
// only that it works: its figures are kept with the others. `--again shapes`, `--again ticker` and `--again wall` measure one thing
// again, and keep the other figures.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DisplayId, type DisplayKey, type ProgrammeKey, playerPath } from '@placard/contract'
import { BenchError } from '../bench-error.ts'
import { checkPortFree } from '../children.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { keepFigures, runProgram } from '../program.ts'
import { type Frame, type Point, watchScreen } from './changes.ts'
import { launchChromium, openPage, processesOf } from './chromium.ts'
import { frameFigures } from './frames.ts'
import {
  type Layouts,
  mib,
  percent,
  type RedrawFigures,
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
import { wallTurns } from './wall-turns.ts'

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
  corners: { arrangement: undefined, points: [{ x: 0.5, y: 0.45 }] },
} as const satisfies Record<ShapeName, { arrangement: object | undefined; points: Point[] }>

/** Makes pictures of about 300 kB. */
const NOISE_PX = 70
const LINE = 'The library closes at five. The canteen opens at eleven, and the buses go every ten minutes. '
  .repeat(4)
  .trim()
const SETTLED_MS = 15_000
/** The ticker beside one zone and a page with an animation alone are compared, and measured for this share of the time. */
const SHARE_OF_ONE = 1 / 5
/** Changes of one zone while the others are watched. */
const EDITS = 10
const EDIT_EVERY_MS = 1_500
/** Turns of the wall. */
const WALL_TURNS = 30

const PIECES = {
  'top-left': { kind: 'clock', size: 12, face: 'digits', date: true },
  'top-right': { kind: 'words', size: 10, text: '{weekday}, {time}' },
  'bottom-left': { kind: 'clock', size: 14, face: 'hands', date: false },
  'bottom-right': { kind: 'qr', size: 15, link: 'https://example.org/' },
} as const

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
  if (shape === 'corners') {
    for (const [corner, piece] of Object.entries(PIECES))
      await placard.call('setCornerPiece', { params: { ...key, corner }, body: { piece } } as never)
  }
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

async function measureShape(
  placard: PlacardProcess,
  key: DisplayKey,
  shape: ShapeName,
  turns: number,
): Promise<ShapeFigures> {
  const { points } = SHAPES[shape]
  await using browser = await launchChromium()
  const { page, devtools } = await openScreen(browser, placard.url + playerPath(key), points.length)
  const processes = await processesOf(browser, page)
  const { processorPercent } = await standingFigures(processes, devtools, SLOT_SECONDS * turns)
  const memoryMiB = ownMiBOf(processes.renderer)
  const watched = await watchScreen(page, devtools)
  await page.waitForTimeout(SLOT_SECONDS * turns * 1_000)
  const seen = (await watched.endAt(points)).map(emptinessOf)
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
  const opened = await openScreen(browser, placard.url + playerPath(key), SHAPES[shape].points.length)
  return await slowedTicker(browser, opened, seconds)
}

/** A line that moves as the ticker does, on a page that has nothing else. */
async function measureFloor(seconds: number): Promise<TickerFigures> {
  await using browser = await launchChromium()
  const opened = await openPage(browser)
  await opened.page.setContent(`<style>
    body { margin: 0; overflow: hidden; background: #0b0f16 }
    p { position: absolute; bottom: 12px; margin: 0; white-space: nowrap; color: #fff; font: 27px sans-serif; animation: run 30s linear infinite }
    @keyframes run { from { transform: translate3d(100vw, 0, 0) } to { transform: translate3d(-100%, 0, 0) } }
  </style><p>${LINE}</p>`)
  await opened.page.waitForTimeout(SETTLED_MS)
  return await slowedTicker(browser, opened, seconds)
}

async function slowedTicker(
  browser: Awaited<ReturnType<typeof launchChromium>>,
  { page, devtools }: Awaited<ReturnType<typeof openPage>>,
  seconds: number,
): Promise<TickerFigures> {
  const { renderer } = await processesOf(browser, page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.waitForTimeout(SETTLED_MS)
  const { presentedPerSecond, dropped, longestGapMs } = await frameFigures(devtools, renderer, seconds)
  return { presentedPerSecond, dropped, longestGapMs, seconds }
}

async function measureTickers(
  placard: PlacardProcess,
  keys: Record<ShapeName, DisplayKey>,
  seconds: number,
): Promise<Layouts['ticker']> {
  const shorter = Math.ceil(seconds * SHARE_OF_ONE)
  return {
    floor: await measureFloor(shorter),
    one: await measureTicker(placard, keys.one, 'one', shorter),
    four: await measureTicker(placard, keys.four, 'four', seconds),
  }
}

/** The stored figures. @throws BenchError if there are none */
function formerFigures(): Omit<Layouts, 'measuredAt' | 'machine'> {
  const file = join(import.meta.dirname, '..', 'results', 'layouts.json')
  if (!existsSync(file)) throw new BenchError('Nothing has been measured yet. Leave out --again.')
  const { measuredAt: _, machine: __, ...figures }: Layouts = JSON.parse(readFileSync(file, 'utf8'))
  return figures
}

/** Changes the pictures of one zone, while the others show one picture each, and counts what is drawn again in them. */
async function measureRedraw(placard: PlacardProcess, pictures: readonly string[]): Promise<RedrawFigures> {
  const key = { organisationId: DISPLAY.organisationId, displayId: DisplayId.parse('redraw') }
  const params = { organisationId: key.organisationId }
  await placard.call('createDisplay', { params, body: { id: key.displayId, name: 'Redraw' } })
  const show = async (programme: ProgrammeKey, url: string | undefined) => {
    const body = { title: 'Picture', type: 'image' as const, url: url ?? '', duration: 3_600 }
    const { item } = await placard.call('createItem', { params: programme, body } as never)
    return (item as { id: string }).id
  }
  await show(key, pictures[0])
  const zones = [2, 3, 4].map((number) => ({ name: `Redraw ${number}` }))
  const layout = { ...SHAPES.four.arrangement, zones } as never
  const { layout: made } = await placard.call('setLayout', { params: key, body: { layout } })
  const playlists = (made?.zones ?? []).map(({ playlistId }) => ({ organisationId: key.organisationId, playlistId }))
  for (const playlist of playlists) await show(playlist, pictures[1])
  const [changing] = playlists
  if (!changing) throw new BenchError('There is no zone to change.')
  await using browser = await launchChromium()
  const { page } = await openScreen(browser, placard.url + playerPath(key), SHAPES.four.points.length)
  await page.evaluate((zone) => {
    const counts = { own: 0, elsewhere: 0 }
    Object.assign(globalThis, { counts })
    for (const one of Array.from(document.querySelectorAll('[data-zone]'))) {
      const name = one.getAttribute('data-zone') === zone ? 'own' : 'elsewhere'
      new MutationObserver((changes) => {
        counts[name] += changes.length
      }).observe(one, { subtree: true, childList: true, attributes: true, characterData: true })
    }
  }, changing.playlistId)
  for (let edit = 0; edit < EDITS; edit += 1) {
    const itemId = await show(changing, pictures[(edit % 2) + 2])
    await page.waitForTimeout(EDIT_EVERY_MS)
    await placard.call('removeItem', { params: { ...changing, itemId } } as never)
    await page.waitForTimeout(EDIT_EVERY_MS)
  }
  const counts = await page.evaluate(
    () => (globalThis as unknown as { counts: { own: number; elsewhere: number } }).counts,
  )
  // Otherwise nothing was watched.
  if (counts.own === 0) throw new BenchError('The changed zone was not drawn again.')
  return { changes: EDITS * 2, drawnElsewhere: counts.elsewhere }
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

/** Medians of the rounds. */
async function measureShapes(
  placard: PlacardProcess,
  keys: Record<ShapeName, DisplayKey>,
  rounds: number,
  turns: number,
): Promise<Layouts['shapes']> {
  const measured: Record<ShapeName, ShapeFigures[]> = { one: [], two: [], four: [], corners: [] }
  for (let round = 1; round <= rounds; round += 1) {
    for (const shape of SHAPE_NAMES) {
      const figures = await measureShape(placard, keys[shape], shape, turns)
      measured[shape].push(figures)
      console.log(
        `round ${round}, ${shape}: ${percent(figures.processorPercent)}, ${mib(figures.memoryMiB)}, ${figures.emptyMs.toFixed(0)} ms empty in ${figures.changes} changes`,
      )
    }
  }
  const { one, two, four, corners } = measured
  return { one: medianOf(one), two: medianOf(two), four: medianOf(four), corners: medianOf(corners) }
}

const isIn = <Parts extends object>(parts: Parts, name: PropertyKey): name is keyof Parts => Object.hasOwn(parts, name)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4460' },
      rounds: { type: 'string', default: '2' },
      turns: { type: 'string', default: '6' },
      'ticker-seconds': { type: 'string', default: '600' },
      again: { type: 'string' },
    },
  })
  const [port, rounds, seconds] = [Number(values.port), Number(values.rounds), Number(values['ticker-seconds'])]
  const turns = Number(values.turns)
  await checkPortFree(port)
  await using placard = await startPlacardProcess(port)
  const pictures: string[] = []
  for (const colour of COLOURS.slice(0, 4)) pictures.push((await placard.upload(await pictureOf(colour, NOISE_PX))).url)
  const keys = {} as Record<ShapeName, DisplayKey>
  for (const shape of SHAPE_NAMES) keys[shape] = await fill(placard, shape, pictures)
  const parts = {
    shapes: async () => ({ rounds, shapes: await measureShapes(placard, keys, rounds, turns) }),
    ticker: async () => ({ ticker: await measureTickers(placard, keys, seconds) }),
    redraw: async () => ({ redraw: await measureRedraw(placard, pictures) }),
    wall: async () => ({ wall: { apartMs: await wallTurns(placard, pictures, WALL_TURNS) } }),
  }
  const { again } = values
  if (again !== undefined && !isIn(parts, again)) throw new BenchError(`--again: ${Object.keys(parts).join(', ')}`)
  const wanted = again === undefined ? Object.values(parts) : [parts[again]]
  let figures = again === undefined ? {} : formerFigures()
  for (const measure of wanted) {
    const measured = await measure()
    console.log(measured)
    figures = { ...figures, ...measured }
  }
  keepFigures('layouts', figures)
  writePlayerPage()
}

await runProgram(main)
