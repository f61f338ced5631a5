import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { type FileStore, isFileKey, OWNER_NAME } from './file-store.ts'

/**
 * A store that has not answered within these times counts as failed. The request is sent once more, to another address if there are
 * several.
 */
const CONNECT_MS = 2_000
const PATIENCE_MS = 10_000
const TRIES = 2
const RETRY_AFTER_SECONDS = 5
/** Larger files are sent in parts of this size, each of which can be sent again. Stores require at least 5 MiB per part. */
const PART_BYTES = 8 * 2 ** 20

/**
 * Media in a bucket of an S3-compatible store, shared by all nodes.
 *
 * @throws Error with a readable message when the bucket cannot be reached with these settings
 */
export async function openS3FileStore(settings: NonNullable<Config['s3']>): Promise<FileStore> {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: PATIENCE_MS, throwOnRequestTimeout: true },
    // Stores other than Amazon's refuse checksums that are sent in chunks with the body. Sizes are compared instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The bucket as a host name would need a DNS name and a certificate of its own.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  })

  const ownerAt = { Bucket: bucket, Key: OWNER_NAME }
  const at = (key: string) => {
    if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key)}`)
    return { Bucket: bucket, Key: key }
  }

  async function sizeOf(key: string): Promise<number | undefined> {
    if (!isFileKey(key)) return undefined
    const head = await client.send(new HeadObjectCommand(at(key))).catch((error: unknown) => {
      if (statusOf(error) === 404) return undefined
      throw unavailable(error)
    })
    return head && (head.ContentLength ?? 0)
  }

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    const object = at(key)
    try {
      await client.send(new PutObjectCommand({ ...object, Body: bytes, ContentLength: bytes.byteLength }))
    } catch (error) {
      throw unavailable(error)
    }
    await requireSize(key, bytes.byteLength)
  }

  /** A store may acknowledge an incomplete object, so the size is checked before the database row is written. */
  async function requireSize(key: string, sizeBytes: number): Promise<void> {
    const stored = await sizeOf(key)
    if (stored !== sizeBytes) throw unavailable(new Error(`${key} has ${stored} bytes instead of ${sizeBytes}`))
  }

  /** Uploads a film. This process never holds more than one part of it, and readers do not see the film until it is complete. */
  async function putInParts(key: string, path: string, sizeBytes: number): Promise<void> {
    const object = at(key)
    const file = await open(path)
    let UploadId: string | undefined
    try {
      ;({ UploadId } = await client.send(new CreateMultipartUploadCommand(object)))
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let from = 0; from < sizeBytes; from += PART_BYTES) {
        const Body = await readPart(file, from, Math.min(PART_BYTES, sizeBytes - from))
        const PartNumber = Parts.length + 1
        const part = { ...object, UploadId, PartNumber, Body, ContentLength: Body.byteLength }
        const { ETag } = await client.send(new UploadPartCommand(part))
        Parts.push({ PartNumber, ETag })
      }
      await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }))
    } catch (error) {
      // Parts that were sent would be charged for although nothing uses them.
      if (UploadId) await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {})
      throw unavailable(error)
    } finally {
      await file.close()
    }
    await requireSize(key, sizeBytes)
  }

  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    client.destroy()
    throw new Error(`The bucket ${bucket} cannot be used: ${REASONS[statusOf(error) ?? 0] ?? describe(error)}.`)
  }

  return {
    put,
    async take(key, path) {
      // Not as a stream, which could not be sent again.
      const { size } = await stat(path)
      if (size > PART_BYTES) await putInParts(key, path, size)
      else await put(key, await readFile(path))
      await rm(path, { force: true })
    },
    size: sizeOf,
    read(key, range) {
      const bytes = new PassThrough()
      const abort = new AbortController()
      bytes.once('close', () => abort.abort())
      const Range = range && `bytes=${range.start}-${range.end}`
      client
        .send(new GetObjectCommand({ ...at(key), Range }), { abortSignal: abort.signal })
        .then(({ Body }) => pipeline(Body instanceof Readable ? Body : Readable.from([]), bytes))
        .catch((error: Error) => bytes.destroy(error))
      return bytes
    },
    async remove(key) {
      try {
        await client.send(new DeleteObjectCommand(at(key)))
      } catch (error) {
        if (statusOf(error) !== 404) throw unavailable(error)
      }
    },
    async *listOlderThan(before) {
      let from: string | undefined
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: from }))
          .catch((error: unknown) => {
            throw unavailable(error)
          })
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && isFileKey(Key) && LastModified && LastModified.getTime() < before) yield Key
        }
        from = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (from !== undefined)
    },
    async owner() {
      try {
        const { Body } = await client.send(new GetObjectCommand(ownerAt))
        return (await Body?.transformToString())?.trim() || undefined
      } catch (error) {
        if (statusOf(error) === 404) return undefined
        throw unavailable(error)
      }
    },
    async setOwner(id) {
      const command =
        id === undefined
          ? new DeleteObjectCommand(ownerAt)
          : new PutObjectCommand({ ...ownerAt, Body: `${id}\n`, ContentType: 'text/plain' })
      try {
        // Two kinds of command, for which the client has no common type.
        await (command instanceof DeleteObjectCommand ? client.send(command) : client.send(command))
      } catch (error) {
        if (id === undefined && statusOf(error) === 404) return
        throw unavailable(error)
      }
    },
  }
}

async function readPart(file: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, from + done)
    if (bytesRead === 0) throw new Error('the file became shorter while it was read')
    done += bytesRead
  }
  return bytes
}

const REASONS: Record<number, string> = {
  301: 'it is in another region than S3_REGION',
  403: 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY do not give access to it',
  404: 'it does not exist',
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}

/** Another machine keeps the files, so its failures are reported as `unavailable` and not as a missing file. */
function unavailable(error: unknown): AppError {
  return new AppError('unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS })
}
