// The measurement behind `npm run bench -- --only films`: how fast a browser makes a film ready, beside its own encoder that is
// fed with pictures which lie there already; and how long a film takes that is sent as it is, beside its bare transfer.
import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { PIECE_TYPE, pathOf, ROUTES, TUS_VERSION } from '@placard/contract'
import type { Page } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { checkPortFree, clear } from '../children.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { thisMachine } from '../report.ts'
import { launchChromium } from './chromium.ts'
import { dropUntilItem, give, openDashboard } from './dashboard.ts'

const RESULTS = join(import.meta.dirname, '..', 'results')
const ASSETS = join(import.meta.dirname, '..', '..', 'web', 'dist', 'assets')

/** Of the film that is converted. At 60 a second, so that it has to be; half of its pictures are encoded. */
const WIDTH = 1_280
const HEIGHT = 720
const SECONDS = 4
const PICTURES = SECONDS * 30
/** What the product orders for that size: 6 Mbit/s × (4/9) ** 0.75. */
const BITS_PER_SECOND = 3_266_000

const GOALS = { conversion: 0.8, copiedBeyondTransferMs: 5_000 }

/** @param options of ffmpeg for the pictures */
async function makeFilm(options: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'))
  const file = join(folder, 'film.mp4')
  try {
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...options, '-pix_fmt', 'yuv420p', file])
    return await readFile(file)
  } catch (error) {
    throw new BenchError(`ffmpeg makes the films of this measurement: ${error}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns pictures a second of the product's own worker */
async function convert(page: Page, pictures: number): Promise<number> {
  const worker = readdirSync(ASSETS).find((name) => name.startsWith('film.worker-'))
  const ms = await page.evaluate(
    (address) =>
      new Promise<number>((resolve, reject) => {
        const worker = new Worker(address, { type: 'module' })
        const { given: film } = window as unknown as { given: File }
        const startedAt = performance.now()
        worker.onmessage = ({ data }: MessageEvent<{ status: string }>) => {
          if (data.status === 'converting') return
          worker.terminate()
          if (data.status === 'done') resolve(performance.now() - startedAt)
          else reject(new Error(JSON.stringify(data)))
        }
        const name = `bench-${Math.random()}`
        worker.postMessage({ file: film, name, from: 'film', keepsQuality: false })
      }),
    `/assets/${worker}`,
  )
  return (pictures * 1_000) / ms
}

/** @returns pictures a second of the browser's encoder, fed with decoded pictures of the same film */
function encode(page: Page, pictures: number): Promise<number> {
  return page.evaluate(
    async ({ pictures, width, height, bitrate }) => {
      const { given: film } = window as unknown as { given: File }
      const video = document.createElement('video')
      video.muted = true
      video.src = URL.createObjectURL(film)
      await new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
      const frames: VideoFrame[] = []
      for (let index = 0; index < pictures; index += 1) {
        const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
        video.currentTime = (index + 0.5) / 30
        await seeked
        frames.push(new VideoFrame(video, { timestamp: (index * 1_000_000) / 30 }))
      }
      const encoder = new VideoEncoder({ output() {}, error: (error) => console.error(error) })
      encoder.configure({ codec: 'avc1.640028', width, height, bitrate, framerate: 30 })
      const startedAt = performance.now()
      for (const [index, frame] of frames.entries()) {
        while (encoder.encodeQueueSize > 8) await new Promise((resolve) => setTimeout(resolve, 1))
        encoder.encode(frame, { keyFrame: index % 60 === 0 })
        frame.close()
      }
      await encoder.flush()
      const ms = performance.now() - startedAt
      encoder.close()
      return (pictures * 1_000) / ms
    },
    { pictures, width: WIDTH, height: HEIGHT, bitrate: BITS_PER_SECOND },
  )
}

/** The bytes in pieces as the dashboard sends them, and nothing else. @returns milliseconds */
async function transfer({ url, headers }: PlacardProcess, film: Buffer): Promise<number> {
  const tus = { ...headers, 'tus-resumable': TUS_VERSION, 'upload-metadata': `filetype ${btoa('video/mp4')}` }
  const startedAt = performance.now()
  const created = await fetch(url + pathOf('createUpload', DISPLAY), {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(film.length) },
  })
  const { id } = (await created.json()) as { id: string }
  const path = pathOf('appendToUpload', { ...DISPLAY, uploadId: id as never })
  const answer = await fetch(url + path, {
    method: ROUTES.appendToUpload.method,
    headers: { ...tus, 'content-type': PIECE_TYPE, 'upload-offset': '0' },
    body: new Uint8Array(film),
  })
  if (!answer.ok) throw new BenchError(`the transfer was refused: ${answer.status}`)
  return performance.now() - startedAt
}

async function measure(port: number, rounds: number) {
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=s=${WIDTH}x${HEIGHT}:r=60:d=${SECONDS}`]
  const fast = await makeFilm([...pictures, '-c:v', 'libx264', '-preset', 'veryfast'])
  // More than a page hashes: what it knows already it would not send a second time.
  const noise = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=60', '-vf', 'noise=alls=60:allf=t']
  const large = await makeFilm([...noise, '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '10M', '-maxrate', '11M'])
  const placard = await startPlacardProcess(port)
  const browser = await launchChromium()
  try {
    const { page } = await openDashboard(browser, placard)
    await give(page, { name: 'bench.mp4', type: 'video/mp4', bytes: fast })
    const ours: number[] = []
    const floor: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await encode(page, PICTURES))
      ours.push(await convert(page, PICTURES))
    }
    await give(page, { name: 'bench.mp4', type: 'video/mp4', bytes: large })
    const copied: number[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await transfer(placard, large))
      copied.push(await dropUntilItem(page, placard))
    }
    return { ours, floor, copied, bare, fileBytes: large.length }
  } finally {
    await browser.close()
    await placard.child.stop()
  }
}

try {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4490' }, rounds: { type: 'string', default: '3' } },
  })
  await checkPortFree(Number(values.port))
  const figures = await measure(Number(values.port), Number(values.rounds))
  const p50 = (all: readonly number[]) => percentile(all, 0.5)
  const ratio = p50(figures.ours) / p50(figures.floor)
  const beyondMs = p50(figures.copied) - p50(figures.bare)
  const kept = {
    measuredAt: new Date().toISOString(),
    machine: thisMachine(),
    goals: GOALS,
    conversion: { picturesPerSecond: p50(figures.ours), encoderAlone: p50(figures.floor), ratio },
    copied: { fileBytes: figures.fileBytes, ms: p50(figures.copied), transferMs: p50(figures.bare), beyondMs },
    figures,
  }
  writeFileSync(join(RESULTS, 'films.json'), `${JSON.stringify(kept, null, 2)}\n`)
  console.log(
    `converted: ${p50(figures.ours).toFixed(1)} pictures a second, the encoder alone ${p50(figures.floor).toFixed(1)}: ${ratio.toFixed(2)} × (goal ≥ ${GOALS.conversion})`,
  )
  console.log(
    `sent as it is: ${(figures.fileBytes / 2 ** 20).toFixed(0)} MiB in ${p50(figures.copied).toFixed(0)} ms, ${beyondMs.toFixed(0)} ms beyond its transfer (goal ≤ ${GOALS.copiedBeyondTransferMs})`,
  )
} catch (error) {
  if (!(error instanceof BenchError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  clear()
}
