import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MediaFile, PIECE_TYPE, type UploadId } from '@placard/contract'
import { type Client, Refused } from './client.ts'
import { DISPLAY } from './server-process.ts'
import type { Tally } from './tally.ts'

const PICTURE = join(import.meta.dirname, '..', '..', 'server', 'samples', 'opening-hours.jpg')
const TUS = { 'tus-resumable': '1.0.0' }
const params = { organisationId: DISPLAY.organisationId }

/** An upload in pieces that has not been acknowledged as finished. */
type Begun = {
  key: string
  /** The id of the upload when all of its pieces have been acknowledged. */
  arrived: UploadId | undefined
}

/**
 * Pictures, sent alternately whole and in pieces. Acknowledged means that the file is stored, or that all pieces have
 * arrived.
 */
export type UploadLoad = {
  /** Writes until the server stops. */
  write(client: Client): Promise<void>
  count(): number
  compare(client: Client): Promise<Pick<Tally, 'acknowledged' | 'lost' | 'half'>>
}

export async function prepareUploads(): Promise<UploadLoad> {
  const picture = new Uint8Array(await readFile(PICTURE))
  let files: MediaFile[] = []
  let begun: Begun | undefined

  async function sendWhole(client: Client): Promise<void> {
    files.push(
      (await client.call('uploadMedia', { params, body: picture, headers: { 'content-type': 'image/jpeg' } })).body,
    )
  }

  /**
   * Does the same as the dashboard, also after an answer that never came: with the same key it is the same upload, and
   * continues where it stopped.
   */
  async function sendInPieces(client: Client, upload: Begun): Promise<void> {
    const headers = { ...TUS, 'upload-length': String(picture.length), 'idempotency-key': upload.key }
    const { id } = (await client.call('createUpload', { params, headers })).body
    const which = { ...params, uploadId: id }
    const stands = await client.call('getUploadOffset', { params: which, headers: TUS })
    const half = Math.floor(picture.length / 2)
    for (let from = Number(stands.headers.get('upload-offset')); from < picture.length; ) {
      const to = from < half ? half : picture.length
      await client.call('appendToUpload', {
        params: which,
        body: picture.slice(from, to),
        headers: { ...TUS, 'content-type': PIECE_TYPE, 'upload-offset': String(from) },
      })
      from = to
    }
    upload.arrived = id
    files.push((await client.call('finishUpload', { params: which })).body)
    begun = undefined
  }

  async function isWhole(client: Client, file: MediaFile): Promise<'whole' | 'lost' | 'half'> {
    try {
      const bytes = await client.read(file.url)
      return createHash('sha256').update(bytes).digest('hex') === file.sha256 ? 'whole' : 'half'
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // 404: the row is missing. Otherwise the row is there and the file is not.
      return error.status === 404 ? 'lost' : 'half'
    }
  }

  /** True when an upload whose pieces were all acknowledged can be finished. */
  async function canBeFinished(client: Client, uploadId: UploadId): Promise<boolean> {
    try {
      await client.call('finishUpload', { params: { ...params, uploadId } })
      return true
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return false
    }
  }

  return {
    async write(client) {
      try {
        for (;;) {
          await sendWhole(client)
          begun = { key: randomUUID(), arrived: undefined }
          await sendInPieces(client, begun)
        }
      } catch (error) {
        if (error instanceof Refused) throw error
      }
    },
    count: () => files.length + (begun?.arrived ? 1 : 0),
    async compare(client) {
      const acknowledged = files.length + (begun?.arrived ? 1 : 0)
      const found: string[] = []
      for (const file of files) found.push(await isWhole(client, file))
      if (begun?.arrived) found.push((await canBeFinished(client, begun.arrived)) ? 'whole' : 'lost')
      files = []
      // An interrupted upload can be continued, and its result is complete.
      if (begun && !found.some((one) => one !== 'whole')) {
        await sendInPieces(client, begun)
        for (const file of files.splice(0)) if ((await isWhole(client, file)) !== 'whole') found.push('half')
      }
      begun = undefined
      const count = (what: string) => found.filter((one) => one === what).length
      return { acknowledged, lost: count('lost'), half: count('half') }
    },
  }
}
