import {
  type AddLibraryFile,
  type FileUse,
  type LabelLibraryFiles,
  LIBRARY_PAGE_FILES,
  type Library,
  type LibraryFile,
  type LibraryFileAdded,
  type LibraryFileUses,
  type LibraryPage,
  type LibraryQuery,
  MAX_LABELS_PER_FILE,
  MediaId,
  type OrganisationId,
  type ProgrammeId,
  thumbnailUrlOf,
  UNREFERENCED_MEDIA_KEPT_MS,
  type UpdateLibraryFile,
  withoutRepeats,
} from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/in-transaction.ts'
import {
  addressOf,
  bringBackFiles,
  type FileReader,
  findReach,
  findSameBytes,
  maySeeFiles,
  readStorageUse,
  readStoredFilm,
  removeRepeated,
  updateMediaFile,
} from '../media/service.ts'
import * as store from './store.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * The totals of the library, and the labels and people that it can be filtered by. Covers the files that the reader may see.
 *
 * @throws AppError organisation-not-found
 */
export async function readLibrary(
  context: Context,
  organisationId: OrganisationId,
  reader: FileReader,
): Promise<Library> {
  const { usedBytes, quotaBytes } = await readStorageUse(context, organisationId)
  return context.database.snapshot(async (queries) => {
    const { labels, people } = await store.listWords(queries, organisationId, reader)
    const all = withoutRepeats(labels.flatMap(readLabels))
    return {
      files: await store.countFiles(queries, organisationId, reader),
      usedBytes,
      quotaBytes,
      labels: all.sort((one, other) => one.localeCompare(other)),
      people,
    }
  })
}

/** One page of the files, newest first. */
export function listLibraryFiles(
  context: Context,
  organisationId: OrganisationId,
  reader: FileReader,
  { after, from, to, timeZone, ...query }: LibraryQuery,
): Promise<LibraryPage> {
  const span = spanOf(from, to, timeZone)
  return context.database.snapshot(async (queries) => {
    const titlesIn = await programmesOf(queries, organisationId, reader)
    const selection = { ...query, ...span, after: after === undefined ? undefined : readCursor(after), titlesIn }
    const found = await store.listFiles(queries, organisationId, reader, selection, LIBRARY_PAGE_FILES + 1)
    const rows = found.slice(0, LIBRARY_PAGE_FILES)
    const last = rows.at(-1)
    return {
      files: await answersOf(queries, organisationId, rows, titlesIn),
      next: found.length > rows.length && last ? `${last.created_at}.${last.id}` : null,
    }
  })
}

/** The span from the first to the last day, both included. */
function spanOf(from: string | undefined, to: string | undefined, timeZone = 'UTC'): store.Span {
  const beginOf = (day: number) => {
    const local = new Date(day).toISOString().replace('Z', '')
    return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds
  }
  return {
    since: from === undefined ? undefined : beginOf(Date.parse(from)),
    before: to === undefined ? undefined : beginOf(Date.parse(to) + DAY_MS),
  }
}

function readCursor(cursor: string): store.Cursor {
  const at = cursor.indexOf('.')
  return { createdAt: Number(cursor.slice(0, at)), id: cursor.slice(at + 1) }
}

/** The displays and playlists that a limited reader may see. Null: all. */
async function programmesOf(
  queries: Queries,
  organisationId: OrganisationId,
  { displays }: FileReader,
): Promise<ProgrammeId[] | null> {
  if (displays === null) return null
  return [...displays, ...(await store.listIncluded(queries, organisationId, displays))]
}

/** @throws AppError media-not-found */
export function getLibraryFile(
  context: Context,
  organisationId: OrganisationId,
  reader: FileReader,
  id: MediaId,
): Promise<LibraryFileUses> {
  return context.database.snapshot(async (queries) => {
    const seen = await programmesOf(queries, organisationId, reader)
    const file = await getAnswer(queries, organisationId, reader, id, seen)
    const places = await store.listPlaces(queries, organisationId, id)
    const isSeen = ({ programmeId }: { programmeId: ProgrammeId }) => seen === null || seen.includes(programmeId)
    // A limited reader sees only take-overs of all displays, or of a display that they may see.
    const isSeenTakeOver = ({ displays }: store.TakenOver) =>
      seen === null || displays === null || displays.some((display) => seen.includes(display))
    const corners = await store.listCornersWith(queries, organisationId, [id])
    const tables = await store.listTablesWith(queries, organisationId, [id])
    const takeOvers = await store.listTakeOversWith(queries, organisationId, [id])
    const shown: FileUse[] = [
      ...places.filter(isSeen).map((place) => ({ ...NO_PROGRAMME, ...place })),
      ...corners
        .filter(isSeen)
        .map(({ mediaId: _, ...place }) => ({ ...NO_PROGRAMME, ...place, kind: 'corner' as const })),
      // People who are limited to displays see no tables.
      ...(seen === null ? tables : []).map(({ mediaId: _, ...place }) => ({
        ...NO_PROGRAMME,
        ...place,
        kind: 'table' as const,
      })),
      ...takeOvers
        .filter(isSeenTakeOver)
        .map(({ kind, name, runs }) => ({ ...NO_PROGRAMME, kind, name, visible: runs })),
    ]
    const isLogo = (await store.findLogo(queries, organisationId)) === id
    return {
      ...file,
      places: isLogo ? [...shown, { ...NO_PROGRAMME, kind: 'brand' }] : shown,
      elsewhere: places.length + corners.length + tables.length + takeOvers.length - shown.length,
    }
  })
}

const NO_PROGRAMME = {
  programmeId: null,
  tableId: null,
  name: '',
  itemId: null,
  title: '',
  visible: true,
  scheduled: false,
}

async function getAnswer(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  id: MediaId,
  seen: readonly ProgrammeId[] | null,
): Promise<LibraryFile> {
  const [file] = await answersOf(
    queries,
    organisationId,
    [await requireFile(queries, organisationId, reader, id)],
    seen,
  )
  return file as LibraryFile
}

/** @param seen as returned by `programmesOf`: a title is not revealed to a reader who may not see its programme */
async function answersOf(
  queries: Queries,
  organisationId: OrganisationId,
  rows: readonly store.StoredFile[],
  seen: readonly ProgrammeId[] | null,
): Promise<LibraryFile[]> {
  const ids = rows.map(({ id }) => id)
  const used = await store.countUses(queries, organisationId, ids)
  const pages = await store.countPages(queries, organisationId, ids)
  return rows.map((row) => {
    const { uses, title } = used.get(row.id) ?? { uses: 0, title: '' }
    return fileOf(row, uses, seen === null ? title : '', pages.get(row.id))
  })
}

/** @param pages only for a deck */
function fileOf(
  row: store.StoredFile,
  uses: number,
  title: string,
  pages: { pages: number; bytes: number } | undefined,
): LibraryFile {
  const url = addressOf({ id: row.id, contentType: row.content_type })
  const film = readStoredFilm(row.film) ?? undefined
  const goes = uses === 0 && row.kept === 0 && row.unreferenced_since !== null
  return {
    id: MediaId.parse(row.id),
    url,
    thumbnailUrl: thumbnailUrlOf(url, film) ?? null,
    kind: store.kindOf(row),
    width: row.width,
    height: row.height,
    pages: pages?.pages ?? null,
    sizeBytes: row.size_bytes + (pages?.bytes ?? 0),
    ...(film ? { film } : {}),
    name: row.name || title,
    uploadedAt: row.created_at,
    uploadedBy: row.uploaded_by,
    labels: readLabels(row.labels),
    alternativeText: row.alternative_text,
    uses,
    goesAt: goes ? (row.unreferenced_since as number) + UNREFERENCED_MEDIA_KEPT_MS : null,
  }
}

const readLabels = (stored: string) => stored.split('\n').filter(Boolean)
const storedLabels = (labels: readonly string[]) => (labels.length === 0 ? '' : `\n${labels.join('\n')}\n`)

/** Finds a file that was made of these bytes and that the reader may see. Includes removed files that still exist. */
export function findKnownFile(
  context: Context,
  organisationId: OrganisationId,
  reader: FileReader,
  sha256: string,
): Promise<LibraryFile | null> {
  return context.database.snapshot(async (queries) => {
    const row = await store.findBySentBytes(queries, organisationId, reader, sha256)
    const [file] = row ? await answersOf(queries, organisationId, [row], []) : []
    return file ?? null
  })
}

/**
 * Adds an uploaded file to the library. If an older file with the same bytes exists that the reader may see, that one is kept
 * instead; if it was removed, it is restored. The name is left unchanged if the file has one, or the reader may not change it.
 *
 * @throws AppError media-not-found
 */
export async function addLibraryFile(
  context: Context,
  organisationId: OrganisationId,
  reader: FileReader,
  { mediaId, name }: AddLibraryFile,
): Promise<LibraryFileAdded> {
  let removeBytes: (() => Promise<void>) | undefined
  const added = await inTransaction(context, async (inside, queries) => {
    if (!(await maySeeFiles(queries, organisationId, reader, [mediaId]))) throw new AppError('media-not-found')
    const older = await findSameBytes(queries, organisationId, reader, mediaId)
    const id = older ?? mediaId
    const { mayChange } = (await findReach(queries, organisationId, reader, [id])).get(id) ?? { mayChange: false }
    // Locks the file, so that no sweep can remove it meanwhile.
    if ((await bringBackFiles(queries, organisationId, [id])) === 0) throw new AppError('media-not-found')
    const row = (await store.findFiles(queries, organisationId, reader, [id])).get(id)
    const isNamed = row?.name || name === '' || !mayChange
    await updateMediaFile(queries, organisationId, id, { kept: true, ...(isNamed ? {} : { name }) })
    if (older) removeBytes = await removeRepeated(inside, organisationId, mediaId)
    return { file: await getAnswer(queries, organisationId, reader, id, []), wasThere: older !== undefined }
  })
  await removeBytes?.()
  return added
}

/** Changing a file's words also keeps it in the library. @throws AppError media-not-found, file-used-elsewhere */
export function updateLibraryFile(
  context: Context,
  organisationId: OrganisationId,
  reader: FileReader,
  id: MediaId,
  { labels, ...change }: UpdateLibraryFile,
): Promise<LibraryFile> {
  return context.database.transaction(async (queries) => {
    await requireChange(queries, organisationId, reader, [id])
    const words = { ...change, ...(labels ? { labels: storedLabels(labels) } : {}), kept: true as const }
    await updateMediaFile(queries, organisationId, id, words)
    return getAnswer(queries, organisationId, reader, id, await programmesOf(queries, organisationId, reader))
  })
}

/**
 * @throws AppError media-not-found and file-used-elsewhere with the position among the ids, too-long if a file would have too
 * many labels
 */
export function labelLibraryFiles(
  context: Context,
  organisationId: OrganisationId,
  reader: FileReader,
  { ids, add, remove }: LabelLibraryFiles,
): Promise<void> {
  const gone = new Set(remove.map((label) => label.toLowerCase()))
  return context.database.transaction(async (queries) => {
    const files = await requireFiles(queries, organisationId, reader, ids)
    await requireChange(queries, organisationId, reader, ids, (index) => ({ field: `ids.${index}` }))
    for (const file of files) {
      const left = readLabels(file.labels).filter((label) => !gone.has(label.toLowerCase()))
      const labels = withoutRepeats([...left, ...add])
      if (labels.length > MAX_LABELS_PER_FILE) throw new AppError('too-long', { field: 'add' })
      await updateMediaFile(queries, organisationId, store.idOf(file), { labels: storedLabels(labels), kept: true })
    }
  })
}

/**
 * The words of a file are visible wherever it is shown, so a person who changes them must be allowed to change all of those
 * places.
 *
 * @throws AppError media-not-found, file-used-elsewhere
 */
async function requireChange(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  ids: readonly MediaId[],
  placeOf: (index: number) => { field?: string } = () => ({}),
): Promise<void> {
  const reach = await findReach(queries, organisationId, reader, ids)
  for (const [index, id] of ids.entries()) {
    const one = reach.get(id)
    if (!one) throw new AppError('media-not-found', placeOf(index))
    if (!one.mayChange) throw new AppError('file-used-elsewhere', placeOf(index))
  }
}

/**
 * Each file once, in the order of the ids.
 *
 * @throws AppError media-not-found with the position among the ids, if a file does not exist or the reader may not see it
 */
export async function requireFiles(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  ids: readonly MediaId[],
): Promise<store.StoredFile[]> {
  const found = await store.findFiles(queries, organisationId, reader, ids)
  for (const [index, id] of ids.entries()) {
    if (!found.has(id)) throw new AppError('media-not-found', { field: `ids.${index}` })
  }
  return [...new Set(ids)].map((id) => found.get(id) as store.StoredFile)
}

/** @throws AppError media-not-found */
export async function requireFile(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  id: MediaId,
): Promise<store.StoredFile> {
  const file = (await store.findFiles(queries, organisationId, reader, [id])).get(id)
  if (!file) throw new AppError('media-not-found')
  return file
}

/** Restores all of the files or none. @throws AppError file-gone */
export function bringBackLibraryFiles(
  context: Context,
  organisationId: OrganisationId,
  reader: FileReader,
  ids: readonly MediaId[],
): Promise<void> {
  return context.database.transaction(async (queries) => {
    if (!(await maySeeFiles(queries, organisationId, reader, ids))) throw new AppError('file-gone')
    const back = await bringBackFiles(queries, organisationId, ids)
    if (back < new Set(ids).size) throw new AppError('file-gone')
  })
}
