// The process that decodes what strangers send: whatever a picture does to it, it does not do to the server. Its one argument
// is its priority, in the terms of `nice`.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { AppError } from '../platform/errors.ts'
import { makePicture, makeThumbnail } from './picture.ts'
import type { PictureJob, PictureReply } from './picture-job.ts'

async function make(job: PictureJob): Promise<PictureReply> {
  try {
    const { bytes, width, height } = await makePicture(await readFile(job.source))
    await writeFile(job.picture, bytes, { flag: 'wx', mode: 0o600 })
    await writeFile(job.thumbnail, await makeThumbnail(bytes), { flag: 'wx', mode: 0o600 })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { status: 'made', made: { width, height, sha256, sizeBytes: bytes.byteLength } }
  } catch (error) {
    if (error instanceof AppError) return { status: 'refused', code: error.code }
    const { code, message } = error as NodeJS.ErrnoException
    return { status: 'failed', code, message }
  }
}

// One picture at a time on one core, and nothing of it kept for the next.
sharp.concurrency(1)
sharp.cache(false)
setPriority(Number(process.argv[2]))
// It is ended by a signal, which keeps nothing; and later on strangers' bytes are in this process.
flushCompileCache()
process.on('message', async (job: PictureJob) => {
  const reply = await make(job)
  process.send?.(reply)
})
// A server that was killed closes nothing else.
process.on('disconnect', () => process.exit())
