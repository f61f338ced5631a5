import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MediaFile, PIECE_TYPE, type UploadId } from '@placard/contract'
import { type Client, Refused } from './client.ts'
import { DISPLAY } from './server-process.ts'
import type { Tally } from './tally.ts'

const PICTURE = join(import.meta.dirname, '..', '..', 'server', 'samples', 'opening-hours.jpg')
const TUS = { 'tus-resumable': '1.0.0' }
const params = { organisationId: DISPLAY.organisationId }

/** Pictures, sent whole and in pieces in turns. What is acknowledged is a stored file, or that all pieces have arrived. */
export type UploadLoad = {
  /** Goes on until the server has gone. */
  write(client: Client): Promise<void>
  count(): number
  compare(client: Client): Promise<Pick<Tally, 'acknowledged' | 'lost' | 'half'>>
}

export async function prepareUploads(): Promise<UploadLoad> {
  const picture = new Uint8Array(await readFile(PICTURE))
  let files: MediaFile[] = []
  let arrived: UploadId[] = []

  async function sendWhole(client: Client): Promise<void> {
    files.push(
      (await client.call('uploadMedia', { params, body: picture, headers: { 'content-type': 'image/jpeg' } })).body,
    )
  }

  async function sendInPieces(client: Client): Promise<void> {
    const headers = { ...TUS, 'upload-length': String(picture.length) }
    const { id } = (await client.call('createUpload', { params, headers })).body
    const half = Math.floor(picture.length / 2)
    for (const [from, to] of [
      [0, half],
      [half, picture.length],
    ] as const) {
      await client.call('appendToUpload', {
        params: { ...params, uploadId: id },
        body: picture.slice(from, to),
        headers: { ...TUS, 'content-type': PIECE_TYPE, 'upload-offset': String(from) },
      })
    }
    arrived.push(id)
    files.push((await client.call('finishUpload', { params: { ...params, uploadId: id } })).body)
    arrived = arrived.filter((one) => one !== id)
  }

  async function isWhole(client: Client, file: MediaFile): Promise<'whole' | 'lost' | 'half'> {
    try {
      const bytes = await client.read(file.url)
      return createHash('sha256').update(bytes).digest('hex') === file.sha256 ? 'whole' : 'half'
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // Its row is not there, or its row is and the file is not.
      return error.status === 404 ? 'lost' : 'half'
    }
  }

  /** All of its pieces had been acknowledged. */
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
          await sendInPieces(client)
        }
      } catch (error) {
        if (error instanceof Refused) throw error
      }
    },
    count: () => files.length + arrived.length,
    async compare(client) {
      const acknowledged = files.length + arrived.length
      const found: string[] = []
      for (const file of files) found.push(await isWhole(client, file))
      for (const id of arrived) found.push((await canBeFinished(client, id)) ? 'whole' : 'lost')
      files = []
      arrived = []
      const count = (what: string) => found.filter((one) => one === what).length
      return { acknowledged, lost: count('lost'), half: count('half') }
    },
  }
}
