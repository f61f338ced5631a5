// The measurement behind `npm run bench -- --only composed`: frames that the ticker misses while a screen without an agent composes
// pictures of itself [PX3], beside the same page without pictures in the same run. About a minute and a half.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PICTURES_FOR_MS } from '@placard/contract'
import { BenchError } from '../bench-error.ts'
import { checkPortFree } from '../children.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { keepFigures, runProgram } from '../program.ts'
import { thisMachine } from '../report.ts'
import { launchChromium, openPage, processesOf } from './chromium.ts'
import { type ComposedFigures, composedSection, SLOWER } from './composed-section.ts'
import { enrolScreens, until } from './enrol.ts'
import { frameFigures } from './frames.ts'
import { writePlayerPage } from './page.ts'
import { COLOURS, pictureOf } from './pictures.ts'
import { show } from './show.ts'

/** Makes a picture of about 300 kB. */
const NOISE_PX = 70
const LINE = 'The library closes at five. The canteen opens at eleven, and the buses go every ten minutes. '
  .repeat(4)
  .trim()
const PIECES = {
  'top-left': { kind: 'clock', size: 12, face: 'digits', date: true },
  'bottom-right': { kind: 'words', size: 10, text: '{weekday}, {time}' },
} as const
const NO_PICTURE = 'The screen did not compose a picture.'
const SETTLED_MS = 10_000
/** After a change of the processor's speed. */
const PACE_MS = 4_000

async function measure(placard: PlacardProcess, seconds: number) {
  const pictures: string[] = []
  for (const colour of COLOURS.slice(0, 1)) pictures.push((await placard.upload(await pictureOf(colour, NOISE_PX))).url)
  await show(placard, pictures, 3_600, [LINE])
  for (const [corner, piece] of Object.entries(PIECES))
    await placard.call('setCornerPiece', { params: { ...DISPLAY, corner }, body: { piece } } as never)
  const [screen] = await enrolScreens(placard, DISPLAY, ['Composed'])
  if (!screen) throw new BenchError('There is no screen.')
  await using browser = await launchChromium()
  const { page, devtools } = await openPage(browser)
  await page.goto(screen.address)
  await page.waitForSelector('[data-item] .layer-seen img', { timeout: 30_000 })
  const own = { organisationId: DISPLAY.organisationId, screenId: await screen.find() }
  const machine = () => placard.call('getMachine', { params: own })
  await until(async () => ((await machine()).pictureBy === 'page' ? true : undefined), NO_PICTURE)
  await sleep(SETTLED_MS)
  const { renderer } = await processesOf(browser, page)
  const frames = async (): Promise<ComposedFigures> => {
    const { presentedPerSecond, dropped, longestGapMs } = await frameFigures(devtools, renderer, seconds)
    return { presentedPerSecond, dropped, longestGapMs }
  }
  const atPace = async <T>(rate: number, work: () => Promise<T>): Promise<T> => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    await sleep(PACE_MS)
    return work()
  }
  const none = { plain: await frames(), slower: await atPace(SLOWER, frames) }

  const composed = async () => {
    const from = Date.now()
    const figures = await frames()
    const made = (await machine()).pictures.filter(({ takenAt, by }) => by === 'page' && takenAt >= from).length
    if (made === 0) throw new BenchError('The page composed no picture while frames were counted.')
    return { figures, made }
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await placard.call('commandMachine', { params: own, body: { kind: 'picture', forMs: PICTURES_FOR_MS } })
  // The part of the page that composes is loaded with the first picture.
  await until(async () => ((await machine()).pictures.length > 0 ? true : undefined), NO_PICTURE)
  const plain = await composed()
  const slower = await atPace(SLOWER, composed)
  return {
    plain: { none: none.plain, pictures: plain.figures },
    slower: { none: none.slower, pictures: slower.figures },
    made: { plain: plain.made, slower: slower.made },
  }
}

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4490' },
      seconds: { type: 'string', default: '15' },
      /** Nothing is stored. */
      trial: { type: 'boolean', default: false },
    },
  })
  const [port, seconds] = [Number(values.port), Number(values.seconds)]
  await checkPortFree(port)
  await using placard = await startPlacardProcess(port)
  const kept = { seconds, ...(await measure(placard, seconds)) }
  console.log(composedSection({ measuredAt: new Date().toISOString(), machine: thisMachine(), ...kept }))
  if (values.trial) return
  keepFigures('composed', kept)
  writePlayerPage()
})
