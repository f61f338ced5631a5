import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import {
  type CreateDeck,
  DECK_TYPE,
  FILM_TYPE,
  type FilmFacts,
  formatOf,
  type MediaFile,
  MediaId,
  type OrganisationId,
} from '@placard/contract'
import type { Caller } from '../../platform/access.ts'
import { presentAsker } from '../../platform/asker.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { actorOf } from '../activity/service.ts'
import { addressOf, fileNameOf, readMediaAddress, thumbnailNameOf } from './address.ts'
import { findPictures, makePage } from './pages.store.ts'
import { type FileReader, findReach, maySeeFiles } from './reach.store.ts'
import * as store from './store.ts'
import { removeFiles, type Swept, sweepMedia } from './sweep.ts'
import { openWorkshop, type ProcessedFilm, type ProcessedPicture, type SentFilm } from './workshop.ts'

export { addressOf, EXTENSIONS, fileNameOf, thumbnailNameOf } from './address.ts'
export {
  findHeld,
  findHeldFile,
  type HeldFile,
  listForgotten,
  releaseHeld,
  setHeldFor,
  sumHeldBytes,
} from './held.store.ts'
export { makeHeldRoom, requireHeldRoom } from './held.ts'
export { INSTALLATION_KEY, removeInstallationId } from './ownership.store.ts'
export { adoptFiles, claimFiles, ForeignFiles, readOwnership } from './ownership.ts'
export { findPages, type StoredPage } from './pages.store.ts'
export { ALL_FILES, type FileReader, findReach, isSeenBy, maySeeFiles } from './reach.store.ts'
export { findSameBytes } from './same-bytes.store.ts'
export { lockStorage, readStorageUse } from './storage.ts'
export {
  bringBackFiles,
  isShown,
  keepFiles,
  MEDIA_ADDRESS,
  nameMediaFile,
  readStoredFilm,
  setFilesRemoved,
  updateMediaFile,
} from './store.ts'
export { removeFiles } from './sweep.ts'
export { openWorkshop } from './workshop.ts'

/** `sweep.ts` says how much of the stored files goes in one sweep. */
export const MEDIA_SWEPT_EVERY_MS = 60 * 60_000

/** Inserts the row of a file, with what is asked before and written after it in the same transaction. */
export type RecordFile = (queries: Queries, file: MediaFile, insert: () => Promise<void>) => Promise<void>

/** The caller who uploads a file, for their organisation. */
export type Uploader = Pick<Caller, 'organisationId' | 'userId' | 'email' | 'token' | 'displays'> & {
  /** It is for a proposal of theirs: until that is approved it is nobody's but theirs. */
  heldFor?: string
  /** The link that they opened for it; left out of a member. */
  heldLink?: string
}

/** The stored files, and the workshop in which pictures are made and films are checked. */
export type Media = {
  /**
   * Checks, re-encodes and keeps a picture. Resolves when file and row would survive a power cut.
   *
   * @param sent the bytes as they came, at most MAX_IMAGE_BYTES, or the file that has them
   * @param options.gone aborted when nobody waits for it any more: it is not begun then
   * @throws AppError not-an-image, image-too-large, image-damaged, disk-full, unavailable, and what `record` throws
   */
  storePicture(
    caller: Uploader,
    sent: Uint8Array | string,
    options: { record: RecordFile; gone?: AbortSignal | undefined },
  ): Promise<MediaFile>
  /**
   * Checks and keeps a film. Resolves when file and row would survive a power cut.
   *
   * @param sent the file that has it stays where it is. `sourceSha256`: of the film that it was made of
   * @throws AppError not-a-film, film-damaged, film-not-for-every-screen, disk-full, unavailable, what `record` throws, and those of
   *   `storePicture` with the field `poster`
   */
  storeFilm(
    caller: Uploader,
    sent: SentFilm & { sourceSha256?: string | undefined },
    options: { record: RecordFile; gone?: AbortSignal | undefined },
  ): Promise<MediaFile>
  /** Removes what nothing has named for long. */
  sweep(): Promise<void>
  /** The result of the last sweep; undefined before the first. */
  swept(): Swept | undefined
  /** The process that reads pictures and films; undefined when there is none. */
  workerPid(): number | undefined
  /** Files that are being made are finished. */
  close(): Promise<void>
}

export async function createMedia(context: Context): Promise<Media> {
  const { dataDir, picturePriority } = context.config
  const workshop = await openWorkshop({
    folder: `${dataDir}/workshop`,
    log: context.log,
    limits: { priority: picturePriority },
  })
  let swept: Swept | undefined
  return {
    storePicture(caller, sent, { record, gone }) {
      const { organisationId } = caller
      const use = async ({ picture, thumbnail, ...made }: ProcessedPicture) => {
        const file = mediaFileOf({ ...made, contentType: 'image/jpeg' })
        const bytes = typeof sent === 'string' ? await readFile(sent) : sent
        const origin = originOf(caller, sha256Of(bytes))
        const put = async () => {
          await context.files.take(thumbnailNameOf(file.id), thumbnail)
          await context.files.take(fileNameOf(file), picture)
        }
        return keep(context, origin, file, put, record)
      }
      return workshop.make(sent, use, { asker: { ...presentAsker(), of: organisationId }, signal: gone })
    },
    storeFilm(caller, sent, { record, gone }) {
      const { organisationId } = caller
      const use = async ({ film, thumbnail, traits, sizeBytes, sha256, sentSha256 }: ProcessedFilm) => {
        const { width, height, codec, lengthMs, sound } = traits
        const facts = {
          lengthMs,
          codec,
          format: formatOf(traits),
          sound: sound !== null,
          poster: thumbnail !== undefined,
        }
        const file = mediaFileOf({ contentType: FILM_TYPE, sha256, sizeBytes, width, height, film: facts })
        const put = async () => {
          if (thumbnail !== undefined) await context.files.take(thumbnailNameOf(file.id), thumbnail)
          await context.files.take(fileNameOf(file), film)
        }
        const origin = originOf(caller, sentSha256, sent.sourceSha256)
        return keep(context, origin, file, put, record)
      }
      return workshop.check(sent, use, { asker: { ...presentAsker(), of: organisationId }, signal: gone })
    },
    async sweep() {
      swept = await sweepMedia(context)
    },
    swept: () => swept,
    workerPid: workshop.pid,
    close: workshop.close,
  }
}

/**
 * Makes a deck of uploaded pictures, in their order, which are its pages from then on.
 *
 * @param deck.sha256 of the document that they come from
 * @param record as of a picture: `insert` throws AppError media-not-found, page-used-already
 */
export async function storeDeck(
  context: Context,
  caller: Uploader,
  deck: CreateDeck,
  record: RecordFile,
): Promise<MediaFile> {
  const { organisationId } = caller
  const { queries } = context.database
  const ids = deck.pages.map(({ mediaId }) => mediaId)
  const heldFor = caller.heldFor ?? null
  const pictures = await findPictures(queries, organisationId, ids, heldFor)
  const seen = heldFor === null ? await findReach(queries, organisationId, caller, ids) : pictures
  for (const [index, id] of ids.entries()) {
    const field = `pages.${index}.mediaId`
    const picture = pictures.get(id)
    if (!picture || !seen.has(id)) throw new AppError('media-not-found', { field })
    if (!picture.isNew || ids.indexOf(id) !== index) throw new AppError('page-used-already', { field })
  }
  const [first] = ids as [MediaId]
  const { width, height } = pictures.get(first) as { width: number; height: number }
  const pages = ids.map((id) => addressOf({ id, contentType: 'image/jpeg' }))
  const bytes = Buffer.from(JSON.stringify({ pages }))
  const file = mediaFileOf({
    contentType: DECK_TYPE,
    width,
    height,
    sha256: sha256Of(bytes),
    sizeBytes: bytes.byteLength,
  })
  const put = async () => {
    const small = await buffer(context.files.read(thumbnailNameOf(first)))
    await context.files.put(thumbnailNameOf(file.id), small)
    await context.files.put(fileNameOf(file), bytes)
  }
  const origin = originOf(caller, deck.sha256 ?? null)
  return keep(context, origin, file, put, (inside, made, insert) =>
    record(inside, made, async () => {
      await insert()
      await store.nameMediaFile(inside, made.id, deck.name)
      for (const [index, { mediaId, text, letters = null }] of deck.pages.entries()) {
        const page = { id: mediaId, deckId: made.id, page: index + 1, text, letters }
        if (!(await makePage(inside, organisationId, page, heldFor))) {
          throw new AppError('page-used-already', { field: `pages.${index}.mediaId` })
        }
      }
    }),
  )
}

/** Keeps a file that ships with the product: it needs no check, and is never refused for want of room. */
export function storeMediaFile(
  context: Context,
  organisationId: OrganisationId,
  shipped: {
    bytes: Uint8Array
    contentType: 'image/jpeg' | 'video/mp4' | 'video/webm'
    width: number
    height: number
    /** Of a film: what is known of it, and the JPEG that stands for it. */
    film?: { facts: FilmFacts; poster: Uint8Array }
    /** Its alternative text. */
    description?: string
  },
): Promise<MediaFile> {
  const { bytes, description: alternativeText, film, ...rest } = shipped
  const known = { ...rest, sha256: sha256Of(bytes), sizeBytes: bytes.byteLength }
  const file = mediaFileOf(film ? { ...known, film: film.facts } : known)
  const put = async () => {
    const picture = film ? film.poster : file.contentType === 'image/jpeg' ? bytes : undefined
    if (picture) {
      // Of what is shipped alone: pictures that people send are made small by a process of their own.
      const { makeThumbnail } = await import('./picture.ts')
      await context.files.put(thumbnailNameOf(file.id), await makeThumbnail(picture))
    }
    await context.files.put(fileNameOf(file), bytes)
  }
  const origin = {
    organisationId,
    uploadedBy: null,
    sentSha256: null,
    sourceSha256: null,
    heldFor: null,
    heldLink: null,
  }
  return keep(context, origin, file, put, async (queries, { id }, insert) => {
    await insert()
    await store.updateMediaFile(queries, organisationId, id, { alternativeText })
  })
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function mediaFileOf(known: Omit<MediaFile, 'id' | 'url'>): MediaFile {
  const id = MediaId.parse(randomUUID())
  return { id, url: addressOf({ id, contentType: known.contentType }), ...known }
}

type Origin = {
  organisationId: OrganisationId
  uploadedBy: string | null
  sentSha256: string | null
  sourceSha256: string | null
  heldFor: string | null
  heldLink: string | null
}

function originOf(caller: Uploader, sentSha256: string | null, sourceSha256: string | null = null): Origin {
  const { organisationId, heldFor = null, heldLink = null } = caller
  return { organisationId, uploadedBy: actorOf(caller).email || null, sentSha256, sourceSha256, heldFor, heldLink }
}

/** @param put stores the files */
async function keep(
  context: Context,
  origin: Origin,
  file: MediaFile,
  put: () => Promise<void>,
  record: RecordFile,
): Promise<MediaFile> {
  let asked = false
  try {
    // The files first: a row without its file would be a hole on a screen, a file without a row is only lost space.
    await put()
    asked = true
    const row = { ...file, ...origin, createdAt: context.now() }
    await context.database.transaction((queries) => record(queries, file, () => store.createMediaFile(queries, row)))
    return file
  } catch (error) {
    // A connection that was cut may have carried the commit over all the same. What it left is the sweep's to find out.
    const undone = !asked || error instanceof AppError || context.database.dialect === 'sqlite'
    if (undone) await removeFiles(context, [fileNameOf(file), thumbnailNameOf(file.id)])
    throw error
  }
}

/**
 * Removes all that an organisation has stored, once nothing names it any more.
 *
 * @param context of a transaction
 * @returns removes the files themselves; to be called once that is committed
 */
export async function removeMediaOf(context: Context, organisationId: OrganisationId): Promise<() => Promise<void>> {
  const names = await store.removeMediaOf(context.database.queries, organisationId)
  return () => removeFiles(context, names)
}

/**
 * Removes an uploaded file at once, because another one has its bytes: it stays where something names it.
 *
 * @param context of a transaction
 * @returns removes the files themselves; to be called once that is committed
 */
export async function removeRepeated(
  context: Context,
  organisationId: OrganisationId,
  id: MediaId,
): Promise<() => Promise<void>> {
  const { queries } = context.database
  const now = context.now()
  await store.setFilesRemoved(queries, organisationId, [id], now, null)
  const names = await store.removeUnreferenced(queries, id, now)
  return () => removeFiles(context, names)
}

/** A file of this organisation; undefined for another's. */
export function findMediaFile(
  queries: Queries,
  organisationId: OrganisationId,
  id: MediaId,
): Promise<MediaFile | undefined> {
  return store.findMediaFile(queries, organisationId, id)
}

/**
 * The stored file that an address names, if it names one; a page of a deck is none by itself. The whole address of a file of this organisation is that file,
 * whatever name this server was reached by when it was copied: no other server has one of that id.
 *
 * @param reader somebody who wants to show it
 * @returns `path`: where it is on this server. `file`: undefined when there is none there that the reader may see. Undefined for an
 *   address of something else.
 */
export async function findMediaFileAt(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  address: string,
): Promise<{ path: string; file: MediaFile | undefined } | undefined> {
  const named = readMediaAddress(address, context.config.mediaUrl)
  if (!named) return undefined
  const isSeen = await maySeeFiles(queries, organisationId, reader, [named.id])
  const found = isSeen ? await store.findMediaFile(queries, organisationId, named.id) : undefined
  if (found?.url !== named.path) return named.isOurs ? { path: named.path, file: undefined } : undefined
  const isPage = await store.isPage(queries, named.id)
  return { path: named.path, file: isPage ? undefined : found }
}

/** The owner of a stored file that is not everybody's who knows its address. */
export function findGuard(queries: Queries, id: MediaId) {
  return store.findGuard(queries, id)
}

/** The stored file at a path of this server, for whoever knows it. */
export async function findPublicMediaFileAt(queries: Queries, path: string): Promise<MediaFile | undefined> {
  const named = readMediaAddress(path, undefined)
  const file = named && (await store.findMediaFile(queries, undefined, named.id))
  return file?.url === path ? file : undefined
}

/** Any stored file. */
export function findPublicMediaFile(queries: Queries, id: MediaId): Promise<MediaFile | undefined> {
  return store.findMediaFile(queries, undefined, id)
}
