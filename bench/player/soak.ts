// The measurement behind `npm run soak`: a real server, a real browser and real time, and the memory of the page's
// process.
//   npm run soak -- --minutes 60 --bound 2 --pace 1 --port 4440

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { heapKiBOf, objectsKiBOf } from '@placard/e2e'
import { BenchError } from '../bench-error.ts'
import { checkPortFree } from '../children.ts'
import { DISPLAY, startPlacardProcess } from '../placard-process.ts'
import { checkMachine } from '../process-meter.ts'
import { runProgram } from '../program.ts'
import { launchBareScreen } from './bare-chromium.ts'
import { COLOURS, pictureOf } from './pictures.ts'
import { PLAYER, show } from './show.ts'
import { type Point, slopeOf } from './slope.ts'

const HOUR_MS = 3_600_000
const SAMPLES = 120
/**
 * Code is compiled, caches fill and decoders are used for the first time. This growth at the beginning is not part of
 * the slope.
 */
const WARM_UP_SHARE = 0.25
/** Chromium fills its caches in steps of many MB, for a quarter of an hour. In a shorter run a step looks like a slope. */
const JUDGED_FROM_MINUTES = 45
/** Duration of each item at pace 1. At pace 8, the maximum, an hour has as many changes as eight hours. */
const ITEM_SECONDS = 8
const EDIT_EVERY = 4
/** A film that plays uses 20 MB of frames, which come and go. A sample is the least value since the one before. */
const LOOK_EVERY_MS = 2_000
const NOISE_PX = 100

/** Chromium keeps decoded pictures until they reach half a GiB, or memory is short; in addition its tiles. */
const MOST_SHARED_MB = 640

/** In MB. `anonymous`: heaps and stacks. `shared`: decoded pictures, tiles, frames of films. */
function memoryOf(pid: number): { anonymousMb: number; sharedMb: number; residentMb: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const mb = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? Number.NaN) * 1_024) / 1e6
  return { anonymousMb: mb('Pss_Anon'), sharedMb: mb('Pss_Shmem'), residentMb: mb('Rss') }
}

function readNumber(name: string, text: string): number {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  throw new BenchError(`--${name} takes a number above 0, not "${text}".`)
}

async function soak(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      /** MB an hour. A screen restarts once a month and has a few hundred MB to spare. */
      bound: { type: 'string', default: '2' },
      pace: { type: 'string', default: '1' },
      port: { type: 'string', default: '4440' },
    },
  })
  const minutes = readNumber('minutes', values.minutes)
  const bound = readNumber('bound', values.bound)
  const pace = readNumber('pace', values.pace)
  if (ITEM_SECONDS % pace !== 0) {
    throw new BenchError(
      `--pace takes 1, 2, 4 or 8: each item lasts ${ITEM_SECONDS} seconds divided by it, whole ones.`,
    )
  }
  const port = readNumber('port', values.port)
  const duration = ITEM_SECONDS / pace
  checkMachine(200)
  await checkPortFree(port)

  const placard = await startPlacardProcess(port)
  const pictures: string[] = []
  for (const colour of COLOURS.slice(0, 3)) pictures.push((await placard.upload(await pictureOf(colour, NOISE_PX))).url)
  await show(placard, pictures, duration, ['A line that is edited now and then', 'Another one that stays'])
  const film = { title: 'Film', type: 'video' as const, url: placard.film, duration }
  await placard.call('createItem', { params: DISPLAY, body: film })
  await using screen = await launchBareScreen(
    placard.url + PLAYER,
    "document.querySelector('main[data-item]') !== null",
  )
  const { devtools, renderer } = screen
  const everyMs = (minutes * 60_000) / SAMPLES
  const startedAt = performance.now()
  const points: ({ hours: number; heapMb: number } & ReturnType<typeof memoryOf>)[] = []
  const warmUp = Math.floor(SAMPLES * WARM_UP_SHARE)
  let young = Number.NaN
  let mostShared = 0
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    let least = memoryOf(renderer)
    for (const end = startedAt + sample * everyMs; performance.now() < end; ) {
      await sleep(Math.min(LOOK_EVERY_MS, Math.max(0, end - performance.now())))
      const now = memoryOf(renderer)
      if (now.anonymousMb < least.anonymousMb) least = now
      mostShared = Math.max(mostShared, now.sharedMb)
    }
    if (sample % EDIT_EVERY === 0) await edit(placard, sample)
    // Memory that waits to be collected is not growth.
    const heapMb = (await heapKiBOf(devtools)) * 1_024e-6
    await screen.collectInWorker()
    points.push({ hours: (performance.now() - startedAt) / HOUR_MS, ...least, heapMb })
    // The memory used for the inspection itself is allocated before the slope begins.
    if (sample === warmUp - 1) young = await objectsKiBOf(devtools)
    const last = points.at(-1)
    if (last && sample % (SAMPLES / 12) === 0) {
      console.log(
        `${(last.hours * 60).toFixed(1).padStart(6)} min · anonymous ${last.anonymousMb.toFixed(1)} MB · shared ${last.sharedMb.toFixed(0)} MB · resident ${last.residentMb.toFixed(0)} MB · heap ${last.heapMb.toFixed(2)} MB`,
      )
    }
  }
  const late = points.slice(warmUp)
  const slope = (of: (point: (typeof points)[number]) => number, from = 0) =>
    slopeOf(late.slice(from).map((point): Point => ({ x: point.hours, y: of(point) })))
  const told = ({ perX, confidence }: { perX: number; confidence: number }) =>
    `${perX >= 0 ? '+' : ''}${perX.toFixed(2)} ± ${confidence.toFixed(2)} MB per hour`
  const ownMemory = slope(({ anonymousMb }) => anonymousMb)
  console.log(`\nAnonymous ${told(ownMemory)}, at its least since the sample before`)
  const levelling = slope(({ anonymousMb }) => anonymousMb, Math.floor((late.length * 2) / 3))
  console.log(`          ${told(levelling)}, in the last quarter of the time`)
  console.log(`Shared    ${told(slope(({ sharedMb }) => sharedMb))}, never more than ${mostShared.toFixed(0)} MB`)
  console.log(`Heap      ${told(slope(({ heapMb }) => heapMb))}, with the code that V8 has compiled`)
  const old = await objectsKiBOf(devtools)
  console.log(`Objects   ${young.toFixed(0)} KiB after a quarter of the time, ${old.toFixed(0)} KiB at its end`)
  const isJudged = minutes >= JUDGED_FROM_MINUTES
  // Fails only when growth is certain.
  const isGrowing = isJudged && ownMemory.perX - ownMemory.confidence > bound
  if (!isJudged) {
    console.log(
      `A run of less than ${JUDGED_FROM_MINUTES} minutes shows figures, and neither proves nor rules out growth.`,
    )
  } else if (isGrowing) {
    console.log(`It grows by more than ${bound} MB per hour.`)
  } else if (ownMemory.perX + ownMemory.confidence > bound) {
    console.log(`No growth of ${bound} MB per hour is proved or ruled out: run it for longer.`)
  } else {
    console.log(`It grows by less than ${bound} MB per hour.`)
  }
  if (mostShared > MOST_SHARED_MB) console.log(`It shares more than the ${MOST_SHARED_MB} MB of Chromium's own limit.`)
  return !isGrowing && mostShared <= MOST_SHARED_MB
}

/** A real day has edits, so a line is changed. */
async function edit(placard: Awaited<ReturnType<typeof startPlacardProcess>>, number: number): Promise<void> {
  const { lines } = await placard.call('getProgramme', { params: DISPLAY })
  const [line] = lines
  if (!line) return
  const body = { text: `A line that is edited now and then, for the ${number}th time` }
  await placard.call('updateLine', { params: { ...DISPLAY, lineId: line.id }, body })
}

await runProgram(async () => {
  if (!(await soak(process.argv.slice(2)))) process.exitCode = 1
})
