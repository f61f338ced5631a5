import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  MAX_FILM_BYTES,
  MAX_IMAGE_BYTES,
  MAX_OPEN_UPLOADS_PER_ORGANISATION,
  type MediaFile,
  type OrganisationId,
  UNFIT_FILE,
  UPLOAD_EXPIRES_MS,
  UPLOAD_RETRY_MS,
  type Upload,
  UploadId,
  type UploadTraits,
  type UserId,
} from '@placard/contract'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { lockOrganisation } from '../../platform/organisations/service.ts'
import { createQueue } from '../../platform/queue.ts'
import {
  findMediaFile,
  lockStorage,
  type Media,
  makeHeldRoom,
  type RecordFile,
  removeFiles,
  type Uploader,
} from '../media/service.ts'
import { openSharedStaging } from './shared-staging.ts'
import { openStaging } from './staging.ts'
import * as store from './store.ts'

/** The progress of an upload. */
export type Progress = { offset: number; length: number; expiresAt: number }

/** A requested upload, and its kind of content. */
type Wanted = UploadTraits & { length: number }

const MOST_BYTES: Record<Wanted['kind'], number> = { picture: MAX_IMAGE_BYTES, film: MAX_FILM_BYTES }

export const UPLOADS_SWEPT_EVERY_MS = 60 * 60_000

/** Single and resumable uploads (C7). A resumable upload belongs to one user and does not exist for others. */
export type Uploads = {
  /** Stores a picture that was sent in a single request. @throws AppError those of `storePicture` */
  keep(caller: Uploader, sent: Uint8Array, gone: AbortSignal): Promise<MediaFile>
  /**
   * @param wanted.length total bytes
   * @param commandKey a repeated call with the same key returns the same upload
   * @throws AppError file-missing, file-too-large, too-many-uploads, quota-exceeded
   */
  create(caller: Caller, wanted: Wanted, commandKey: string | undefined): Promise<Upload>
  /** Cuts off a piece that is still arriving: a client that asks has lost that connection. @throws AppError upload-not-found */
  progress(caller: Caller, id: UploadId): Promise<Progress>
  /**
   * Resolves when the received bytes are written; after the last byte, when the whole file is durable.
   *
   * @param announced bytes that the request announces; undefined if it does not
   * @throws AppError upload-not-found, upload-locked, offset-mismatch, file-too-large, disk-full
   */
  append(
    caller: Caller,
    id: UploadId,
    piece: { offset: number; announced: number | undefined; body: Readable },
  ): Promise<Progress>
  /** @throws AppError upload-not-found */
  remove(caller: Caller, id: UploadId): Promise<void>
  /**
   * Makes the stored picture or film. A repeated call returns the same file. If the content is not valid, the upload is removed.
   *
   * @param poster a picture of a film, for lists
   * @throws AppError upload-not-found, upload-unfinished, unsupported-media-type, and those of `storePicture` and `storeFilm`
   */
  finish(caller: Caller, id: UploadId, poster: Uint8Array | undefined, gone: AbortSignal): Promise<MediaFile>
  /** Removes expired uploads. */
  sweep(): Promise<void>
  /** Cuts off the pieces that are arriving. The bytes received so far are kept. */
  close(): Promise<void>
}

/** A picture or a film that is being made of an upload. Cancelled if all callers have gone before it begins. */
type Finishing = { work: Promise<MediaFile>; askers: Set<AbortSignal>; giveUp: (why: AppError) => void }

/** A piece that is arriving. */
type Arriving = { cut: () => void; done: Promise<unknown> }

export async function createUploads(context: Context, media: Media): Promise<Uploads> {
  const { dataDir } = context.config
  const staging = await (context.database.dialect === 'postgres'
    ? openSharedStaging(context.database.queries, `${dataDir}/uploads`)
    : openStaging(`${dataDir}/uploads`))
  const arriving = new Map<UploadId, Arriving>()
  const finishing = new Map<UploadId, Finishing>()
  // A start request that arrives twice finds the upload that the first one created.
  const oneByOne = createQueue('upload-starts')

  async function find(caller: Caller, id: UploadId): Promise<store.StoredUpload> {
    const upload = await store.findUpload(context.database.queries, caller, { id })
    if (!upload || upload.expiresAt <= context.now()) throw new AppError('upload-not-found')
    return upload
  }

  async function arrivedOf(upload: store.StoredUpload): Promise<number> {
    if (upload.mediaId) return upload.lengthBytes
    const size = await staging.size(upload.id)
    if (size === undefined) throw new AppError('upload-not-found')
    return size
  }

  async function forget(id: UploadId): Promise<void> {
    // The row is removed first: a row without its file would count as open; a file without a row only wastes space until the
    // sweep.
    await store.removeUpload(context.database.queries, id)
    await staging.remove(id)
  }

  async function cutOff(id: UploadId): Promise<void> {
    const piece = arriving.get(id)
    piece?.cut()
    await piece?.done
  }

  async function receive(
    upload: store.StoredUpload,
    piece: { offset: number; announced: number | undefined; body: Readable },
  ): Promise<Progress> {
    const { id, lengthBytes, expiresAt } = upload
    const arrived = await arrivedOf(upload)
    if (piece.offset !== arrived) throw new AppError('offset-mismatch')
    if (piece.offset + (piece.announced ?? 0) > lengthBytes) throw new AppError('file-too-large')
    if (upload.mediaId) return { offset: lengthBytes, length: lengthBytes, expiresAt }
    const appended = await staging.append(id, arrived, lengthBytes, piece.body)
    if (appended.status === 'surplus') throw new AppError('file-too-large')
    if (appended.sizeBytes === lengthBytes) await staging.settle(id)
    return { offset: appended.sizeBytes, length: lengthBytes, expiresAt }
  }

  /**
   * Stores a file if there is room for it.
   *
   * @param upload the upload of the file, which is finished in the same transaction
   * @param gone receives the names of held files that were removed to make room
   */
  function recordFor(caller: Uploader, upload?: UploadId, gone: Set<string> = new Set()): RecordFile {
    const { organisationId } = caller
    return async (queries, file, insert) => {
      if (caller.heldFor !== undefined) {
        // Concurrent requests wait here.
        await lockOrganisation(queries, organisationId)
        for (const name of await makeHeldRoom(queries, caller, file.sizeBytes, context.now())) gone.add(name)
      }
      await requireRoom(queries, organisationId, { bytes: file.sizeBytes, instead: upload }, context.now())
      await insert()
      // The upload was cancelled meanwhile, or another process has finished it and its file counts.
      if (upload !== undefined && !(await store.finishUpload(queries, upload, file.id)))
        throw new AppError('upload-not-found')
    }
  }

  async function makeMedia(
    caller: Caller,
    upload: store.StoredUpload,
    poster: Uint8Array | undefined,
    gone: AbortSignal,
  ): Promise<MediaFile> {
    const { id, kind, insists, sourceSha256 } = upload
    // From here on, nobody writes to the file.
    await cutOff(id)
    if ((await arrivedOf(upload)) < upload.lengthBytes) throw new AppError('upload-unfinished')
    try {
      const path = await staging.collect(id)
      const how = { gone, record: recordFor(caller, id) }
      const file = await (kind === 'film'
        ? media.storeFilm(caller, { path, insists, poster, sourceSha256 }, how)
        : media.storePicture(caller, path, how))
      await staging.remove(id)
      return file
    } catch (error) {
      // Reported as missing, whatever error its removal caused.
      const isThere = await store.findUpload(context.database.queries, caller, { id })
      if (!isThere) throw new AppError('upload-not-found', { cause: error })
      if (error instanceof AppError && HOPELESS.has(error.code) && error.field !== 'poster') await forget(id)
      throw error
    } finally {
      // The file may have two gigabytes, and staging still has every byte.
      await staging.release(id)
    }
  }

  /** All callers share one job, which is cancelled when the last of them has gone. */
  function startFinishing(caller: Caller, upload: store.StoredUpload, poster: Uint8Array | undefined): Finishing {
    const giveUp = new AbortController()
    const work = makeMedia(caller, upload, poster, giveUp.signal).finally(() => finishing.delete(upload.id))
    const started = { work, askers: new Set<AbortSignal>(), giveUp: (why: AppError) => giveUp.abort(why) }
    finishing.set(upload.id, started)
    return started
  }

  return {
    async keep(caller, sent, gone) {
      const removed = new Set<string>()
      const file = await media.storePicture(caller, sent, { gone, record: recordFor(caller, undefined, removed) })
      await removeFiles(context, [...removed])
      return file
    },

    create: (caller, { length, kind, insists, sourceSha256 }, commandKey) =>
      oneByOne(async () => {
        if (length === 0) throw new AppError('file-missing')
        if (length > MOST_BYTES[kind]) throw new AppError('file-too-large')
        const { queries } = context.database
        const now = context.now()
        const known = commandKey && (await store.findUpload(queries, caller, { commandKey }))
        if (known && known.expiresAt > now) {
          if (
            known.lengthBytes !== length ||
            known.kind !== kind ||
            known.insists !== insists ||
            known.sourceSha256 !== sourceSha256
          )
            throw new AppError('idempotency-mismatch')
          // The row is durable at once, the file only with its last piece: after a power cut there may be a row without a file.
          if (!known.mediaId && (await staging.size(known.id)) === undefined) await staging.create(known.id)
          return { id: known.id, length, expiresAt: known.expiresAt }
        }
        if (known) await forget(known.id)

        const id = UploadId.parse(randomBytes(16).toString('hex'))
        const expiresAt = now + UPLOAD_EXPIRES_MS
        await staging.create(id)
        let given: UploadId | undefined
        try {
          await context.database.transaction(async (inside) => {
            await requireRoom(inside, caller.organisationId, { bytes: length }, now)
            const open = await store.listOpenUploads(inside, caller.organisationId, now)
            if (open.length >= MAX_OPEN_UPLOADS_PER_ORGANISATION) {
              given = givesWay(open, caller.userId, now - UPLOAD_RETRY_MS)?.id
              if (given === undefined) throw new AppError('too-many-uploads', { retryAfterSeconds: 30 })
              await store.removeUpload(inside, given)
            }
            const upload = {
              id,
              lengthBytes: length,
              kind,
              insists,
              sourceSha256,
              mediaId: undefined,
              expiresAt,
              commandKey,
            }
            await store.createUpload(inside, caller, upload)
          })
        } catch (error) {
          await staging.remove(id)
          throw error
        }
        if (given !== undefined) {
          await cutOff(given)
          await staging.remove(given)
        }
        return { id, length, expiresAt }
      }),

    async progress(caller, id) {
      const upload = await find(caller, id)
      await cutOff(id)
      return { offset: await arrivedOf(upload), length: upload.lengthBytes, expiresAt: upload.expiresAt }
    },

    async append(caller, id, piece) {
      const upload = await find(caller, id)
      if (arriving.has(id) || finishing.has(id)) throw new AppError('upload-locked', { retryAfterSeconds: 1 })
      const work = receive(upload, piece)
      const done = work.catch(() => undefined).finally(() => arriving.delete(id))
      arriving.set(id, { cut: () => piece.body.destroy(), done })
      return await work.finally(() => done)
    },

    async remove(caller, id) {
      await find(caller, id)
      await cutOff(id)
      finishing.get(id)?.giveUp(new AppError('upload-not-found'))
      await forget(id)
    },

    async finish(caller, id, poster, gone) {
      const upload = await find(caller, id)
      if (poster && upload.kind !== 'film') throw new AppError('unsupported-media-type')
      if (upload.mediaId) {
        const file = await findMediaFile(context.database.queries, caller.organisationId, upload.mediaId)
        if (!file) throw new AppError('upload-not-found')
        return file
      }
      const { work, askers, giveUp } = finishing.get(id) ?? startFinishing(caller, upload, poster)
      askers.add(gone)
      gone.addEventListener('abort', () => {
        askers.delete(gone)
        if (askers.size === 0) giveUp(new AppError('unavailable', { retryAfterSeconds: 1 }))
      })
      return work
    },

    async sweep() {
      const { queries } = context.database
      for (const id of await store.listExpiredUploads(queries, context.now())) {
        await cutOff(id)
        await forget(id)
      }
      const old = await staging.listOlderThan(context.now() - UPLOAD_EXPIRES_MS)
      const known = await store.keepKnownUploads(queries, old)
      for (const id of old) if (!known.has(id)) await staging.remove(id)
    },

    async close() {
      await Promise.all([...arriving.keys()].map(cutOff))
    },
  }
}

/** Removes the uploads of an organisation that is being removed, in the same transaction. */
export function removeUploadsOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  return store.removeUploadsOf(queries, organisationId)
}

/**
 * Checks that there is room for a file, in addition to stored files and uploads under way. The room is reserved if the caller
 * stores the file in the same transaction.
 *
 * @param wanted `instead`: the upload whose reservation this file replaces
 * @throws AppError quota-exceeded, organisation-not-found
 */
async function requireRoom(
  queries: Queries,
  organisationId: OrganisationId,
  wanted: { bytes: number; instead?: UploadId | undefined },
  now: number,
): Promise<void> {
  const { usedBytes, quotaBytes } = await lockStorage(queries, organisationId, now)
  const reservedBytes = await store.sumReservedBytes(queries, organisationId, now, wanted.instead)
  if (usedBytes + reservedBytes + wanted.bytes > quotaBytes) throw new AppError('quota-exceeded')
}

/**
 * Chooses the upload that is removed to make room for another one of the organisation: the oldest that its sender has given up
 * (C7 retries for UPLOAD_RETRY_MS), or else, if the requesting user has none, the oldest of a user who has more than half of
 * them.
 *
 * @param open oldest first
 */
function givesWay(open: readonly store.OpenUpload[], asker: UserId, triedSince: number): store.OpenUpload | undefined {
  const abandoned = open.find(({ createdAt }) => createdAt < triedSince)
  if (abandoned || open.some(({ userId }) => userId === asker)) return abandoned
  const countOf = (user: string) => open.filter(({ userId }) => userId === user).length
  return open.find(({ userId }) => countOf(userId) > MAX_OPEN_UPLOADS_PER_ORGANISATION / 2)
}

/** After these errors the upload is removed: the same bytes would be refused again, or the upload takes room that is missing. */
const HOPELESS: ReadonlySet<string> = new Set([...UNFIT_FILE, 'quota-exceeded'])
