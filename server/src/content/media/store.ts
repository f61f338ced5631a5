import { DisplayId, FilmFacts, MediaFile, MediaId, type OrganisationId } from '@placard/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { inclusions } from '../../platform/database/inclusions.ts'
import type { Columns, Tables } from '../../platform/database/tables.ts'
import { updateWhere } from '../../platform/database/where.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { addressOf, EXTENSIONS, fileNameOf, idOfName, thumbnailNameOf } from './address.ts'

/** `addressOf` a row of media_file, in SQL, because reading columns is half the cost of reading a list. Null if no row is joined. */
export const MEDIA_ADDRESS = sql<string | null>`'/media/' || media_file.id || case media_file.content_type ${sql.join(
  Object.entries(EXTENSIONS).map(([type, ending]) => sql`when ${sql.lit(type)} then ${sql.lit(`.${ending}`)}`),
  sql` `,
)} end`

function toMediaFile(row: Columns<'media_file', typeof COLUMNS>): MediaFile {
  const film = readStoredFilm(row.film)
  return MediaFile.parse({
    id: row.id,
    url: addressOf({ id: row.id, contentType: row.content_type }),
    contentType: row.content_type,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    width: row.width,
    height: row.height,
    ...(film ? { film } : {}),
  })
}

/** The stored facts about a film. Null: none, or written by a newer version and not readable. */
export function readStoredFilm(stored: string | null): FilmFacts | null {
  return stored === null ? null : (FilmFacts.safeParse(parseJson(stored)).data ?? null)
}

export async function createMediaFile(
  queries: Queries,
  file: Omit<MediaFile, 'url'> & {
    organisationId: OrganisationId
    createdAt: number
    uploadedBy: string | null
    sentSha256: string | null
    sourceSha256: string | null
    heldFor: string | null
    heldLink: string | null
  },
): Promise<void> {
  await queries
    .insertInto('media_file')
    .values({
      id: file.id,
      organisation_id: file.organisationId,
      content_type: file.contentType,
      sha256: file.sha256,
      size_bytes: file.sizeBytes,
      width: file.width,
      height: file.height,
      created_at: file.createdAt,
      unreferenced_since: null,
      uploaded_by: file.uploadedBy,
      sent_sha256: file.sentSha256,
      source_sha256: file.sourceSha256,
      removed_at: null,
      film: file.film ? JSON.stringify(file.film) : null,
      held_for: file.heldFor,
      held_link: file.heldLink,
    })
    .execute()
}

/** Removes the rows of an organisation's files. @returns the names of the files in the file store */
export async function removeMediaOf(queries: Queries, organisationId: OrganisationId): Promise<string[]> {
  const rows = await queries
    .deleteFrom('media_file')
    .where('organisation_id', '=', organisationId)
    .returning(['id', 'content_type'])
    .execute()
  return rows.flatMap(namesOf)
}

/** The keys of a row's files in the file store. */
function namesOf(row: { id: string; content_type: string }): string[] {
  return [fileNameOf({ id: row.id, contentType: row.content_type }), thumbnailNameOf(MediaId.parse(row.id))]
}

/** Bytes of an organisation's stored files. Thumbnails do not count. */
export async function sumMediaBytes(queries: Queries, organisationId: OrganisationId): Promise<number> {
  const row = await queries
    .selectFrom('media_file')
    .select((column) => column.fn.sum<number | string | null>('size_bytes').as('bytes'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

/** True if something refers to the file. Every table that refers to stored files must be listed here. */
export function isReferenced(media: ExpressionBuilder<Tables, 'media_file'>) {
  return media.or([
    media.exists(media.selectFrom('item').select(sql.lit(1).as('one')).whereRef('item.media_id', '=', 'media_file.id')),
    isLogo(media),
    media.exists(inCorner(media)),
    ...inTakeOver(media),
    media.exists(
      media
        .selectFrom('table_picture')
        .select(sql.lit(1).as('one'))
        .whereRef('table_picture.media_id', '=', 'media_file.id'),
    ),
    isProposed(media),
    // A page is kept as long as its deck.
    media('media_file.deck_id', 'is not', null),
  ])
}

/** True if the log still holds a state that refers to the file, so that a user may go back to it. */
function isRemembered(media: ExpressionBuilder<Tables, 'media_file'>, since: number) {
  return media.exists(
    media
      .selectFrom('activity_state')
      .select(sql.lit(1).as('one'))
      .whereRef('activity_state.organisation_id', '=', 'media_file.organisation_id')
      .where('activity_state.at', '>', since)
      .where('activity_state.changes', 'like', sql<string>`'%' || media_file.id || '%'`),
  )
}

/** True if people see the file, or would see it in a take-over. Items of removed playlists do not count. */
export const isShown = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media.or([media.exists(itemsShowing(media)), media.exists(inCorner(media)), ...inTakeOver(media)])

/** The items that show the file, of displays and of playlists that are not removed. */
export const itemsShowing = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media
    .selectFrom('item')
    .innerJoin('programme', inOrganisation({ 'programme.id': 'item.programme_id' }))
    .select(sql.lit(1).as('one'))
    .whereRef('item.media_id', '=', 'media_file.id')
    .where('programme.removed_at', 'is', null)

/** True for the logo of the file's organisation. */
export const isLogo = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media.exists(
    media
      .selectFrom('organisation')
      .select(sql.lit(1).as('one'))
      .whereRef('organisation.id', '=', 'media_file.organisation_id')
      .whereRef('organisation.brand_media_id', '=', 'media_file.id'),
  )

/** True if a waiting proposal contains the file. */
export const isProposed = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media.exists(
    media
      .selectFrom('proposal')
      .select(sql.lit(1).as('one'))
      .whereRef('proposal.media_id', '=', 'media_file.id')
      .where('proposal.state', '=', 'waiting'),
  )

/** The corners of displays in which the file stands. */
export const inCorner = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media.selectFrom('corner_piece').select(sql.lit(1).as('one')).whereRef('corner_piece.media_id', '=', 'media_file.id')

/** A prepared or running take-over shows the file. */
const inTakeOver = (media: ExpressionBuilder<Tables, 'media_file'>) => [
  media.exists(
    media
      .selectFrom('prepared_take_over as ready')
      .select(sql.lit(1).as('one'))
      .whereRef('ready.media_id', '=', 'media_file.id'),
  ),
  media.exists(
    media
      .selectFrom('take_over as over')
      .select(sql.lit(1).as('one'))
      .whereRef('over.media_id', '=', 'media_file.id')
      .where('over.ending', 'is', null),
  ),
]

/** The file was never added to the library, or has been removed from it. */
const isLetGo = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media.or([media('kept', '=', 0), media('removed_at', 'is not', null)])

/**
 * The displays that show a file directly, in a deck, in a playlist or in a corner, if one of them is only for its paired screens.
 *
 * @returns undefined: everybody with its address may fetch the file
 */
export async function findGuard(
  queries: Queries,
  id: MediaId,
): Promise<{ organisationId: OrganisationId; displayIds: DisplayId[] } | undefined> {
  const guarded = await queries
    .selectFrom('media_file')
    .innerJoin('organisation', 'organisation.id', 'media_file.organisation_id')
    .select(['media_file.organisation_id', 'deck_id', 'brand_media_id'])
    .where('media_file.id', '=', id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('programme')
          .select(sql.lit(1).as('one'))
          .whereRef('programme.organisation_id', '=', 'media_file.organisation_id')
          .where('paired_only', '=', 1),
      ),
    )
    .executeTakeFirst()
  if (!guarded || guarded.brand_media_id === id) return undefined
  const { organisation_id: organisationId, deck_id: deckId } = guarded
  const direct = queries
    .selectFrom('item')
    .select(['programme_id'])
    .where('organisation_id', '=', organisationId)
    .where('media_id', 'in', deckId === null ? [id] : [id, deckId])
  const inCorners = queries
    .selectFrom('corner_piece')
    .select('programme_id')
    .where('organisation_id', '=', organisationId)
    .where('media_id', '=', id)
  const rows = await queries
    .selectFrom('programme')
    .select(['id', 'paired_only'])
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'display')
    .where((where) =>
      where.or([
        where('id', 'in', direct),
        where('id', 'in', inCorners),
        where(
          'id',
          'in',
          where
            .selectFrom(inclusions())
            .select('inclusion.programme_id')
            .where('inclusion.organisation_id', '=', organisationId)
            .where('inclusion.playlist_id', 'in', direct),
        ),
      ]),
    )
    .execute()
  if (rows.length === 0 || rows.some((row) => row.paired_only === 0)) return undefined
  return { organisationId: organisationId as OrganisationId, displayIds: rows.map((row) => DisplayId.parse(row.id)) }
}

/** Marks files that are no longer referenced, and unmarks those that are referenced again. */
export async function markUnreferenced(queries: Queries, now: number): Promise<void> {
  await queries
    .updateTable('media_file')
    .set({ removed_at: null, removed_by: null })
    .where('removed_at', 'is not', null)
    .where(isShown)
    .execute()
  await queries
    .updateTable('media_file')
    .set({ unreferenced_since: null })
    .where('unreferenced_since', 'is not', null)
    .where(isReferenced)
    .execute()
  await queries
    .updateTable('media_file')
    .set({ unreferenced_since: now })
    .where('unreferenced_since', 'is', null)
    .where((media) => media.not(isReferenced(media)))
    .execute()
}

/** Unmarks these files at once: a restored item comes from the log, and its file may have been unreferenced for long. */
export async function keepFiles(queries: Queries, ids: readonly MediaId[]): Promise<void> {
  for (const id of new Set(ids)) {
    await queries
      .updateTable('media_file')
      .set({ unreferenced_since: null })
      .where('id', '=', id)
      .where('unreferenced_since', 'is not', null)
      .execute()
  }
}

export async function listUnreferencedBefore(queries: Queries, at: number): Promise<MediaId[]> {
  const rows = await queries
    .selectFrom('media_file')
    .select('id')
    .where('unreferenced_since', '<=', at)
    .where(isLetGo)
    .execute()
  return rows.map(({ id }) => MediaId.parse(id))
}

/**
 * Removes the row of a file that is still unreferenced. A deck is removed with its pages.
 *
 * @returns the names of the files in the file store; empty if the file is referenced after all, or is gone
 */
export async function removeUnreferenced(queries: Queries, id: MediaId, before: number): Promise<string[]> {
  const goes = queries
    .selectFrom('media_file')
    .select('media_file.id')
    .where('media_file.id', '=', id)
    .where('unreferenced_since', '<=', before)
    .where(isLetGo)
    .where((media) => media.not(isReferenced(media)))
    .where((media) => media.not(isRemembered(media, before)))
  const rows = await queries
    .deleteFrom('media_file')
    .where((media) => media.or([media('id', 'in', goes), media('deck_id', 'in', goes)]))
    .returning(['id', 'content_type'])
    .execute()
  return rows.flatMap(namesOf)
}

/** Texts that people give to a file. Absent fields are unchanged. `labels` is in the form of the column. */
export type FileWords = {
  name?: string | undefined
  labels?: string | undefined
  alternativeText?: string | undefined
  kept?: true | undefined
}

export async function updateMediaFile(
  queries: Queries,
  organisationId: OrganisationId,
  id: MediaId,
  { name, labels, alternativeText, kept }: FileWords,
): Promise<void> {
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(labels === undefined ? {} : { labels }),
    ...(alternativeText === undefined ? {} : { alternative_text: alternativeText }),
    ...(kept ? { kept: 1 as const } : {}),
  }
  if (Object.keys(set).length === 0) return
  await ofOrganisation(queries, organisationId, [id]).set(set).execute()
}

/** Names a file after the item that shows it, if it has no name yet. */
export async function nameMediaFile(queries: Queries, id: MediaId, name: string): Promise<void> {
  await updateWhere(queries, 'media_file', { id, name: '' }, { name })
}

/** Removes files from the library. They can be restored for 30 days. @param removedBy as stored in `removed_by` */
export async function setFilesRemoved(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
  now: number,
  removedBy: string | null,
): Promise<void> {
  const set = { removed_at: now, removed_by: removedBy, unreferenced_since: now }
  await ofOrganisation(queries, organisationId, ids).set(set).execute()
}

/** @returns the number of files that still exist */
export async function bringBackFiles(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
): Promise<number> {
  const { numUpdatedRows } = await ofOrganisation(queries, organisationId, ids)
    .set({ removed_at: null, removed_by: null, unreferenced_since: null })
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const ofOrganisation = (queries: Queries, organisationId: OrganisationId, ids: readonly MediaId[]) =>
  queries.updateTable('media_file').where('organisation_id', '=', organisationId).where('id', 'in', ids)

/** Returns those of the names that have no row. */
export async function keepUnknownNames(queries: Queries, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await queries.selectFrom('media_file').select('id').where('id', 'in', names.map(idOfName)).execute()
  const known = new Set(rows.map(({ id }) => id))
  return names.filter((name) => !known.has(idOfName(name)))
}

const COLUMNS = ['id', 'content_type', 'sha256', 'size_bytes', 'width', 'height', 'film'] as const

/**
 * Finds a file. Held files are not found. @param organisationId undefined: of any organisation, because players fetch files by
 * their address alone
 */
export async function findMediaFile(
  queries: Queries,
  organisationId: OrganisationId | undefined,
  id: MediaId,
): Promise<MediaFile | undefined> {
  let query = queries.selectFrom('media_file').select(COLUMNS).where('id', '=', id).where('held_for', 'is', null)
  if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId)
  const row = await query.executeTakeFirst()
  return row && toMediaFile(row)
}

/** True if the file is a page, which only its deck shows. */
export async function isPage(queries: Queries, id: MediaId): Promise<boolean> {
  const row = await queries.selectFrom('media_file').select('deck_id').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.deck_id !== null
}
