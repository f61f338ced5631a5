// The measurement behind `npm run bench -- --only films`: the speed at which a browser converts a film, compared with
// its own decoder directly connected to its own encoder, and with that encoder alone with decoded pictures; the time of
// a film that is sent unchanged, compared with its bare transfer; and the server's memory while it checks 2 GiB of
// film.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import {
  MAX_FILM_BYTES,
  MAX_UPLOAD_PIECE_BYTES,
  PIECE_TYPE,
  pathOf,
  ROUTES,
  TUS_VERSION,
  type UploadId,
} from '@placard/contract'
import type { Page } from '@playwright/test'
import { BenchError } from '../bench-error.ts'
import { checkPortFree } from '../children.ts'
import { percentile } from '../percentile.ts'
import { DISPLAY, type PlacardProcess, startPlacardProcess } from '../placard-process.ts'
import { anonymousKiBOf } from '../process-meter.ts'
import { keepFigures, runProgram } from '../program.ts'
import { launchChromium } from './chromium.ts'
import { dropUntilItem, give, openDashboard } from './dashboard.ts'
import { writePlayerPage } from './page.ts'

const ASSETS = join(import.meta.dirname, '..', '..', 'web', 'dist', 'assets')

/**
 * The film that is converted. It has 60 pictures a second, so that conversion is necessary; half of its pictures are
 * encoded. It is as long as typical films, because a conversion takes 0.15 s to begin.
 */
const WIDTH = 1_280
const HEIGHT = 720
const SECONDS = 60
const PICTURES = SECONDS * 30
/** This many pictures are decoded in memory for the encoder alone, which receives them repeatedly. */
const DECODED = 120
/** The bit rate that the product uses for that size: 6 Mbit/s × (4/9) ** 0.75. */
const BITS_PER_SECOND = 3_266_000

const GOALS = { conversion: 0.8, copiedBeyondTransferMs: 5_000, checkingMiB: 64 }
const SETTLED_MS = 3_000

/**
 * @param args of ffmpeg
 * @param name of the output file
 */
async function runFfmpeg(args: string[], name: string, files: Record<string, Buffer> = {}): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'))
  try {
    for (const [one, bytes] of Object.entries(files)) await writeFile(join(folder, one), bytes)
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...args, name], { cwd: folder })
    return await readFile(join(folder, name))
  } catch (error) {
    throw new BenchError(`ffmpeg makes the films of this measurement: ${error}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param options of ffmpeg for the pictures */
const makeFilm = (options: string[]) => runFfmpeg([...options, '-pix_fmt', 'yuv420p'], 'film.mp4')

/** The same pictures without a container, each after a delimiter, as a decoder expects them. */
const bareOf = (film: Buffer) =>
  runFfmpeg(
    ['-i', 'film.mp4', '-c:v', 'copy', '-an', '-bsf:v', 'h264_mp4toannexb,h264_metadata=aud=insert'],
    'bare.h264',
    { 'film.mp4': film },
  )

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

/** @returns pictures a second of the browser's encoder with decoded pictures of the same film */
function encode(page: Page, pictures: number): Promise<number> {
  return page.evaluate(
    async ({ pictures, decoded, width, height, bitrate }) => {
      const { given: film } = window as unknown as { given: File }
      const video = document.createElement('video')
      video.muted = true
      video.src = URL.createObjectURL(film)
      await new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
      const frames: VideoFrame[] = []
      for (let index = 0; index < decoded; index += 1) {
        const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
        video.currentTime = (index + 0.5) / 30
        await seeked
        frames.push(new VideoFrame(video, { timestamp: (index * 1_000_000) / 30 }))
      }
      const encoder = new VideoEncoder({ output() {}, error: (error) => console.error(error) })
      encoder.configure({ codec: 'avc1.640028', width, height, bitrate, framerate: 30 })
      const startedAt = performance.now()
      for (let index = 0; index < pictures; index += 1) {
        while (encoder.encodeQueueSize > 8) await new Promise((resolve) => setTimeout(resolve, 1))
        const frame = new VideoFrame(frames[index % decoded] as VideoFrame, { timestamp: (index * 1_000_000) / 30 })
        encoder.encode(frame, { keyFrame: index % 60 === 0 })
        frame.close()
      }
      await encoder.flush()
      const ms = performance.now() - startedAt
      encoder.close()
      for (const frame of frames) frame.close()
      return (pictures * 1_000) / ms
    },
    { pictures, decoded: DECODED, width: WIDTH, height: HEIGHT, bitrate: BITS_PER_SECOND },
  )
}

/** @returns pictures a second of the browser's decoder and encoder together; every second decoded picture is encoded */
function transcode(page: Page, pictures: number): Promise<number> {
  return page.evaluate(
    async ({ pictures, width, height, bitrate }) => {
      const { given } = window as unknown as { given: File }
      const bytes = new Uint8Array(await given.arrayBuffer())
      // The beginnings of access units: the delimiter is NAL unit 9; 5 is a key picture.
      const starts: number[] = []
      const keys: boolean[] = []
      for (let at = bytes.indexOf(1, 2); at >= 0; at = bytes.indexOf(1, at + 1)) {
        if (bytes[at - 1] !== 0 || bytes[at - 2] !== 0) continue
        const kind = (bytes[at + 1] ?? 0) & 31
        if (kind === 9) {
          starts.push(bytes[at - 3] === 0 ? at - 3 : at - 2)
          keys.push(false)
        } else if (kind === 5) keys[keys.length - 1] = true
      }
      const encoder = new VideoEncoder({ output() {}, error: (error) => console.error(error) })
      encoder.configure({ codec: 'avc1.640028', width, height, bitrate, framerate: 30 })
      let decoded = 0
      const decoder = new VideoDecoder({
        output(frame) {
          if (decoded % 2 === 0) encoder.encode(frame, { keyFrame: decoded % 120 === 0 })
          decoded += 1
          frame.close()
        },
        error: (error) => console.error(error),
      })
      decoder.configure({ codec: 'avc1.64002a' })
      const startedAt = performance.now()
      for (const [index, from] of starts.entries()) {
        while (decoder.decodeQueueSize > 8 || encoder.encodeQueueSize > 8)
          await new Promise((resolve) => setTimeout(resolve, 1))
        const data = bytes.subarray(from, starts[index + 1])
        const type = keys[index] ? 'key' : 'delta'
        decoder.decode(new EncodedVideoChunk({ type, timestamp: (index * 1_000_000) / 60, data }))
      }
      await decoder.flush()
      await encoder.flush()
      const ms = performance.now() - startedAt
      if (decoded !== 2 * pictures) throw new Error(`${decoded} pictures decoded, not ${2 * pictures}`)
      encoder.close()
      decoder.close()
      return (pictures * 1_000) / ms
    },
    { pictures, width: WIDTH, height: HEIGHT, bitrate: BITS_PER_SECOND },
  )
}

/** Sends the film in pieces of the largest size, like the dashboard. */
async function send({ url, headers }: PlacardProcess, length: number, piece: (from: number, to: number) => Buffer) {
  const tus = { ...headers, 'tus-resumable': TUS_VERSION, 'upload-metadata': `filetype ${btoa('video/mp4')}` }
  const created = await fetch(url + pathOf('createUpload', DISPLAY), {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(length) },
  })
  const { id: uploadId } = (await created.json()) as { id: UploadId }
  const params = { ...DISPLAY, uploadId }
  for (let offset = 0; offset < length; offset += MAX_UPLOAD_PIECE_BYTES) {
    const answer = await fetch(url + pathOf('appendToUpload', params), {
      method: ROUTES.appendToUpload.method,
      headers: { ...tus, 'content-type': PIECE_TYPE, 'upload-offset': String(offset) },
      body: new Uint8Array(piece(offset, Math.min(length, offset + MAX_UPLOAD_PIECE_BYTES))),
    })
    if (!answer.ok) throw new BenchError(`a piece was refused: ${answer.status}`)
  }
  return params
}

/** Transfers only the bytes. @returns milliseconds */
async function transfer(placard: PlacardProcess, film: Buffer): Promise<number> {
  const startedAt = performance.now()
  await send(placard, film.length, (from, to) => film.subarray(from, to))
  return performance.now() - startedAt
}

/** @returns MiB that only the server and its workers use, at rest and at most while they check the largest film */
async function checkLargest(placard: PlacardProcess, film: Buffer) {
  const finish = async (params: Awaited<ReturnType<typeof send>>) => placard.call('finishUpload', { params })
  await finish(await send(placard, film.length, (from, to) => film.subarray(from, to)))
  // A box that marks the rest of the file as free.
  const free = Buffer.alloc(8)
  free.writeUInt32BE(MAX_FILM_BYTES - film.length)
  free.write('free', 4, 'latin1')
  const head = Buffer.concat([film, free])
  const params = await send(placard, MAX_FILM_BYTES, (from, to) =>
    Buffer.concat([head.subarray(from, to), Buffer.alloc(to - Math.max(from, Math.min(to, head.length)))]),
  )
  // The process first releases the memory of the transfer.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const own = () => familyOf(placard.child.pid).reduce((sum, pid) => sum + anonymousKiBOf(pid), 0) / 1_024
  const restMiB = own()
  let mostMiB = restMiB
  const watch = setInterval(() => {
    mostMiB = Math.max(mostMiB, own())
  }, 50)
  const startedAt = performance.now()
  await finish(params).finally(() => clearInterval(watch))
  return { restMiB, mostMiB, ms: performance.now() - startedAt }
}

function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}

async function measure(port: number, rounds: number) {
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=s=${WIDTH}x${HEIGHT}:r=60:d=${SECONDS}`]
  const fast = await makeFilm([...pictures, '-c:v', 'libx264', '-preset', 'veryfast'])
  const bare264 = await bareOf(fast)
  // Larger than the part that a page hashes, because the page would not send a known file a second time.
  const noise = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=60', '-vf', 'noise=alls=60:allf=t']
  const large = await makeFilm([...noise, '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '10M', '-maxrate', '11M'])
  const plain = await makeFilm(['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2', '-c:v', 'libx264'])
  await using placard = await startPlacardProcess(port)
  await using browser = await launchChromium()
  const { page } = await openDashboard(browser, placard)
  const ours: number[] = []
  const floor: number[] = []
  const encoderAlone: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await give(page, { name: 'bench.h264', type: 'video/h264', bytes: bare264 })
    floor.push(await transcode(page, PICTURES))
    await give(page, { name: 'bench.mp4', type: 'video/mp4', bytes: fast })
    encoderAlone.push(await encode(page, PICTURES))
    ours.push(await convert(page, PICTURES))
  }
  await give(page, { name: 'bench.mp4', type: 'video/mp4', bytes: large })
  const copied: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await transfer(placard, large))
    copied.push(await dropUntilItem(page, placard))
  }
  const checking = await checkLargest(placard, plain)
  return { ours, floor, encoderAlone, copied, bare, checking, fileBytes: large.length }
}

await runProgram(async () => {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '4490' }, rounds: { type: 'string', default: '3' } },
  })
  await checkPortFree(Number(values.port))
  const figures = await measure(Number(values.port), Number(values.rounds))
  const p50 = (all: readonly number[]) => percentile(all, 0.5)
  const ratio = p50(figures.ours) / p50(figures.floor)
  const beyondMs = p50(figures.copied) - p50(figures.bare)
  const aboveRestMiB = figures.checking.mostMiB - figures.checking.restMiB
  keepFigures('films', {
    goals: GOALS,
    conversion: {
      picturesPerSecond: p50(figures.ours),
      decoderAndEncoder: p50(figures.floor),
      encoderAlone: p50(figures.encoderAlone),
      ratio,
    },
    checking: { ...figures.checking, aboveRestMiB },
    copied: { fileBytes: figures.fileBytes, ms: p50(figures.copied), transferMs: p50(figures.bare), beyondMs },
    figures,
  })
  writePlayerPage()
  console.log(
    `converted: ${p50(figures.ours).toFixed(1)} pictures a second, the browser's decoder and encoder alone ${p50(figures.floor).toFixed(1)}: ${ratio.toFixed(2)} × (goal ≥ ${GOALS.conversion}); its encoder without a decoder ${p50(figures.encoderAlone).toFixed(1)}`,
  )
  console.log(
    `sent as it is: ${(figures.fileBytes / 2 ** 20).toFixed(0)} MiB in ${p50(figures.copied).toFixed(0)} ms, ${beyondMs.toFixed(0)} ms beyond its transfer (goal ≤ ${GOALS.copiedBeyondTransferMs})`,
  )
  console.log(
    `2 GiB checked in ${figures.checking.ms.toFixed(0)} ms: ${aboveRestMiB.toFixed(0)} MiB above rest (goal ≤ ${GOALS.checkingMiB})`,
  )
})
