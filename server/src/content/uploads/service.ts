import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  MAX_FILM_BYTES,
  MAX_IMAGE_BYTES,
  MAX_OPEN_UPLOADS_PER_ORGANISATION,
  type MediaFile,
  type OrganisationId,
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

/** The state of an upload. */
export type Progress = { offset: number; length: number; expiresAt: number }

/** An upload that is to begin, and what it is of. */
type Wanted = UploadTraits & { length: number }

const MOST_BYTES: Record<Wanted['kind'], number> = { picture: MAX_IMAGE_BYTES, film: MAX_FILM_BYTES }

export const UPLOADS_SWEPT_EVERY_MS = 60 * 60_000

/** Uploads, whole and in pieces (C7). One in pieces belongs to one user; for everybody else it does not exist. */
export type Uploads = {
  /** A picture that came in a single request. @throws AppError those of `storePicture` */
  keep(caller: Uploader, sent: Uint8Array, gone: AbortSignal): Promise<MediaFile>
  /**
   * @param wanted.length bytes of the whole
   * @param commandKey asked again with the same, it is the same upload
   * @throws AppError file-missing, file-too-large, too-many-uploads, quota-exceeded
   */
  create(caller: Caller, wanted: Wanted, commandKey: string | undefined): Promise<Upload>
  /** Cuts off a piece that is still arriving: whoever asks has lost that connection. @throws AppError upload-not-found */
  progress(caller: Caller, id: UploadId): Promise<Progress>
  /**
   * Resolves when what came is written; after the last byte, when all of it would survive a power cut.
   *
   * @param announced bytes that the request says it brings; undefined when it does not say
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
   * Makes the stored picture or film. Asked again it answers the same; what cannot be one takes its upload along.
   *
   * @param poster a picture of a film, for lists
   * @throws AppError upload-not-found, upload-unfinished, unsupported-media-type, and those of `storePicture` and `storeFilm`
   */
  finish(caller: Caller, id: UploadId, poster: Uint8Array | undefined, gone: AbortSignal): Promise<MediaFile>
  /** Forgets what has expired. */
  sweep(): Promise<void>
  /** Cuts off the pieces that are arriving; what has come of them is kept. */
  close(): Promise<void>
}

/** A picture or a film that is being made of an upload. It is given up, unless it has begun, when all who asked for it have gone. */
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
  // A request to begin that arrives twice finds what the first one has begun.
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
    // The row first: a row without its file would count as open, a file without a row is only lost space until the sweep.
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
   * Keeps a file if there is room for it.
   *
   * @param upload what it came by, which is finished together with it, or not at all
   * @param gone gets the names of held files whose room it takes
   */
  function recordFor(caller: Uploader, upload?: UploadId, gone: Set<string> = new Set()): RecordFile {
    const { organisationId } = caller
    return async (queries, file, insert) => {
      if (caller.heldFor !== undefined) {
        // A second request of the same moment waits here.
        await lockOrganisation(queries, organisationId)
        for (const name of await makeHeldRoom(queries, caller, file.sizeBytes, context.now())) gone.add(name)
      }
      await requireRoom(queries, organisationId, { bytes: file.sizeBytes, instead: upload }, context.now())
      await insert()
      // Cancelled meanwhile, or finished by another process: it is that one's file that counts.
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
    // From here on nobody writes to what is looked at.
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
      // It is not there, whatever happened while it was being taken away.
      const isThere = await store.findUpload(context.database.queries, caller, { id })
      if (!isThere) throw new AppError('upload-not-found', { cause: error })
      if (error instanceof AppError && HOPELESS.has(error.code) && error.field !== 'poster') await forget(id)
      throw error
    } finally {
      // It may be two gigabytes, of which the staging has every byte.
      await staging.release(id)
    }
  }

  /** One work for all who ask; the last of them to go takes it along. */
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
          // The row is on the disk at once, the file with its last piece: a power cut between leaves the row alone.
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

/** Forgets those of an organisation that is removed, in the same transaction. */
export function removeUploadsOf(queries: Queries, organisationId: OrganisationId): Promise<void> {
  return store.removeUploadsOf(queries, organisationId)
}

/**
 * Asks whether there is room for something of this size, beside what is stored and what uploads under way may become. Whoever
 * writes it down in the same transaction has it.
 *
 * @param wanted `instead`: the upload whose reservation it takes the place of
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
 * Chooses the upload that gives way to another one of the organisation. The oldest that its sender has given up (C7 tries for
 * UPLOAD_RETRY_MS); or else the oldest of whoever has more than half of them, to somebody who has none.
 *
 * @param open oldest first
 */
function givesWay(open: readonly store.OpenUpload[], asker: UserId, triedSince: number): store.OpenUpload | undefined {
  const abandoned = open.find(({ createdAt }) => createdAt < triedSince)
  if (abandoned || open.some(({ userId }) => userId === asker)) return abandoned
  const countOf = (user: string) => open.filter(({ userId }) => userId === user).length
  return open.find(({ userId }) => countOf(userId) > MAX_OPEN_UPLOADS_PER_ORGANISATION / 2)
}

/** Sent again, these bytes would be refused again; and where there is no room, what waits for it takes some. */
const HOPELESS: ReadonlySet<string> = new Set([
  'not-an-image',
  'image-damaged',
  'image-too-large',
  'not-a-film',
  'film-damaged',
  'film-not-for-every-screen',
  'quota-exceeded',
])
