// The process that decodes pictures and films from strangers. It is separate, so that a harmful file cannot affect the server.
// Its only argument is its priority, as for `nice`.
import { createHash } from 'node:crypto'
import { open, readFile, writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { AppError } from '../../platform/errors.ts'
import { blank, hashFilm } from './blank.ts'
import { readFilm } from './film.ts'
import type { FilmJob, MediaJob, MediaReady, MediaReply, PictureJob } from './media-job.ts'
import { makePicture, makeThumbnail } from './picture.ts'

async function make(job: PictureJob): Promise<MediaReply> {
  const { bytes, width, height } = await makePicture(await readFile(job.source))
  await writeFile(job.picture, bytes, { flag: 'wx', mode: 0o600 })
  await writeFile(job.thumbnail, await makeThumbnail(bytes), { flag: 'wx', mode: 0o600 })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { status: 'made', made: { width, height, sha256, sizeBytes: bytes.byteLength } }
}

async function check({ source, insists, poster, thumbnail }: FilmJob): Promise<MediaReply> {
  await using file = await open(source, 'r+')
  const { size: sizeBytes } = await file.stat()
  const { traits, tags } = await readFilm(file, sizeBytes, insists)
  if (poster !== null) {
    const made = await readFile(poster).then(makePicture).catch(asPosters)
    if ('status' in made) return made
    await writeFile(thumbnail, await makeThumbnail(made.bytes), { flag: 'wx', mode: 0o600 })
  }
  const hashes = await hashFilm(file, sizeBytes, tags)
  await blank(file, tags)
  return { status: 'checked', checked: { traits, sizeBytes, ...hashes } }
}

function asPosters(error: unknown): MediaReply {
  if (error instanceof AppError) return { status: 'refused', code: error.code, field: 'poster' }
  throw error
}

async function replyTo(job: MediaJob): Promise<MediaReply> {
  try {
    return await (job.kind === 'picture' ? make(job) : check(job))
  } catch (error) {
    if (error instanceof AppError) return { status: 'refused', code: error.code }
    const { code, message } = error as NodeJS.ErrnoException
    return { status: 'failed', code, message }
  }
}

// One picture at a time on one core, without a cache.
sharp.concurrency(1)
sharp.cache(false)
setPriority(Number(process.argv[2]))
// Written now, because the process is later killed by a signal, and must not write after it has read strangers' data.
flushCompileCache()
process.on('message', async (job: MediaJob) => {
  const reply = await replyTo(job)
  process.send?.(reply)
})
process.send?.({ status: 'ready' } satisfies MediaReady)
// If the server is killed, this process must end as well.
process.on('disconnect', () => process.exit())
