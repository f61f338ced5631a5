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
import { ALL_FILES, type FileReader, findReach, maySeeFiles } from './reach.store.ts'
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

/** `sweep.ts` limits the files that one sweep removes. */
export const MEDIA_SWEPT_EVERY_MS = 60 * 60_000

/** Inserts the row of a file. Checks before and writes after the insertion are in the same transaction. */
export type RecordFile = (queries: Queries, file: MediaFile, insert: () => Promise<void>) => Promise<void>

/** The caller who uploads a file to their organisation. */
export type Uploader = Pick<Caller, 'organisationId' | 'userId' | 'email' | 'token' | 'displays'> & {
  /** Set if the file is for a proposal. Until that is approved, only the sender has access to the file. */
  heldFor?: string
  /** The proposal link that they used. Left out for a member. */
  heldLink?: string
}

/** The stored files, and the worker that processes pictures and checks films. */
export type Media = {
  /**
   * Checks, re-encodes and stores a picture. Resolves when the file and its row are durable.
   *
   * @param sent the bytes as sent, at most MAX_IMAGE_BYTES, or the path of the file that contains them
   * @param options.gone aborted when nobody waits for the result any more: work that has not begun is cancelled
   * @throws AppError not-an-image, image-too-large, image-damaged, disk-full, unavailable, and errors of `record`
   */
  storePicture(
    caller: Uploader,
    sent: Uint8Array | string,
    options: { record: RecordFile; gone?: AbortSignal | undefined },
  ): Promise<MediaFile>
  /**
   * Checks and stores a film. Resolves when the file and its row are durable.
   *
   * @param sent the file is not moved. `sourceSha256`: of the film that it was converted from
   * @throws AppError not-a-film, film-damaged, film-not-for-every-screen, disk-full, unavailable, errors of `record`, and those
   * of `storePicture` with the field `poster`
   */
  storeFilm(
    caller: Uploader,
    sent: SentFilm & { sourceSha256?: string | undefined },
    options: { record: RecordFile; gone?: AbortSignal | undefined },
  ): Promise<MediaFile>
  /** Removes files that have not been referenced for a long time. */
  sweep(): Promise<void>
  /** The result of the last sweep. Undefined before the first. */
  swept(): Swept | undefined
  /** The process that reads pictures and films. Undefined if it is not running. */
  workerPid(): number | undefined
  /** Finishes the files that are being processed. */
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
 * Makes a deck of uploaded pictures, in their order. They become its pages.
 *
 * @param deck.sha256 of the document that they come from
 * @param record as for a picture: `insert` throws AppError media-not-found, page-used-already
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

/** Stores a file that ships with the product. It is not checked, and never refused for lack of room. */
export function storeMediaFile(
  context: Context,
  organisationId: OrganisationId,
  shipped: {
    bytes: Uint8Array
    contentType: 'image/jpeg' | 'video/mp4' | 'video/webm'
    width: number
    height: number
    /** Only for a film: the facts about it, and the JPEG of its poster. */
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
      // Only for files that ship with the product. Pictures that people send are processed in a separate process.
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
    // The files come first: a row without its file would leave a gap on a screen; a file without a row only wastes space.
    await put()
    asked = true
    const row = { ...file, ...origin, createdAt: context.now() }
    await context.database.transaction((queries) => record(queries, file, () => store.createMediaFile(queries, row)))
    return file
  } catch (error) {
    // The commit may have succeeded although the connection was lost. The sweep removes the files if it did not.
    const undone = !asked || error instanceof AppError || context.database.dialect === 'sqlite'
    if (undone) await removeFiles(context, [fileNameOf(file), thumbnailNameOf(file.id)])
    throw error
  }
}

/**
 * Removes the rows of all stored files of an organisation. Nothing may refer to them any more.
 *
 * @param context of a transaction
 * @returns a function that removes the files themselves; call it after the commit
 */
export async function removeMediaOf(context: Context, organisationId: OrganisationId): Promise<() => Promise<void>> {
  const names = await store.removeMediaOf(context.database.queries, organisationId)
  return () => removeFiles(context, names)
}

/**
 * Removes an uploaded file at once, because another file has the same bytes. It is kept if something refers to it.
 *
 * @param context of a transaction
 * @returns a function that removes the files themselves; call it after the commit
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

/** A file of this organisation. Undefined for one of another organisation. */
export function findMediaFile(
  queries: Queries,
  organisationId: OrganisationId,
  id: MediaId,
): Promise<MediaFile | undefined> {
  return store.findMediaFile(queries, organisationId, id)
}

/**
 * Finds the stored file that an address names. Pages of decks are not found by themselves. A full address with the id of a file
 * of this organisation names that file, under any host name: ids are unique, so no other server has the file.
 *
 * @param reader the caller who wants to show it
 * @returns `path`: the path on this server. `file`: undefined if it does not exist or the reader may not see it. Undefined if the
 * address is not that of a stored file.
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

/**
 * The stored picture at an address, locked so that the sweep cannot remove it.
 *
 * @param field named in the error
 * @throws AppError media-not-found: not a stored picture, or one of another organisation
 */
export async function requirePicture(
  context: Context,
  queries: Queries,
  organisationId: OrganisationId,
  address: string,
  field: string,
): Promise<MediaFile> {
  const find = async () => (await findMediaFileAt(context, queries, organisationId, ALL_FILES, address))?.file
  const named: MediaId | undefined = (await find())?.id
  // Locked first, and then read again.
  if (named !== undefined) await store.keepFiles(queries, [named])
  const picture = named === undefined ? undefined : await find()
  if (!picture) throw new AppError('media-not-found', { field })
  return picture
}

/** The organisation and displays that a file is restricted to. Undefined if everybody with its address may fetch it. */
export function findGuard(queries: Queries, id: MediaId) {
  return store.findGuard(queries, id)
}

/** The stored file at a path of this server, for anybody who knows the path. */
export async function findPublicMediaFileAt(queries: Queries, path: string): Promise<MediaFile | undefined> {
  const named = readMediaAddress(path, undefined)
  const file = named && (await store.findMediaFile(queries, undefined, named.id))
  return file?.url === path ? file : undefined
}

/** A stored file of any organisation. */
export function findPublicMediaFile(queries: Queries, id: MediaId): Promise<MediaFile | undefined> {
  return store.findMediaFile(queries, undefined, id)
}
