import { DisplayId, FilmFacts, MediaFile, MediaId, type OrganisationId } from '@placard/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Queries } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { addressOf, EXTENSIONS, fileNameOf, idOfName, thumbnailNameOf } from './address.ts'

/** `addressOf` a row of media_file, in SQL: half of what it costs to read a list is its columns. Null where no row is joined. */
export const MEDIA_ADDRESS = sql<string | null>`'/media/' || media_file.id || case media_file.content_type ${sql.join(
  Object.entries(EXTENSIONS).map(([type, ending]) => sql`when ${sql.lit(type)} then ${sql.lit(`.${ending}`)}`),
  sql` `,
)} end`

type Row = {
  id: string
  content_type: string
  sha256: string
  size_bytes: number
  width: number
  height: number
  film: string | null
}

function toMediaFile(row: Row): MediaFile {
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

/** The facts that are written of a film. Null: none, or a newer version wrote them and they cannot be read. */
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

/** Removes the rows of an organisation's files. @returns the names of what lies in the file store */
export async function removeMediaOf(queries: Queries, organisationId: OrganisationId): Promise<string[]> {
  const rows = await queries
    .deleteFrom('media_file')
    .where('organisation_id', '=', organisationId)
    .returning(['id', 'content_type'])
    .execute()
  return rows.flatMap(namesOf)
}

/** The keys in the file store for a row. */
function namesOf(row: { id: string; content_type: string }): string[] {
  return [fileNameOf({ id: row.id, contentType: row.content_type }), thumbnailNameOf(MediaId.parse(row.id))]
}

/** Bytes of an organisation's stored files. Pictures in small are not counted: nobody asked for them. */
export async function sumMediaBytes(queries: Queries, organisationId: OrganisationId): Promise<number> {
  const row = await queries
    .selectFrom('media_file')
    .select((column) => column.fn.sum<number | string | null>('size_bytes').as('bytes'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

/** The tables that show stored files. A new one is added here. */
export function isReferenced(media: ExpressionBuilder<Tables, 'media_file'>) {
  return media.or([
    media.exists(media.selectFrom('item').select(sql.lit(1).as('one')).whereRef('item.media_id', '=', 'media_file.id')),
    media.exists(
      media
        .selectFrom('organisation')
        .select(sql.lit(1).as('one'))
        .whereRef('organisation.id', '=', 'media_file.organisation_id')
        .whereRef('organisation.brand_media_id', '=', 'media_file.id'),
    ),
    ...inTakeOver(media),
    media.exists(
      media
        .selectFrom('proposal')
        .select(sql.lit(1).as('one'))
        .whereRef('proposal.media_id', '=', 'media_file.id')
        .where('proposal.state', '=', 'waiting'),
    ),
    // A page lives as long as its deck.
    media('media_file.deck_id', 'is not', null),
  ])
}

/** True: somebody may still go back to a time when it was shown, because the log keeps changed things as they were. */
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

/** Something that people see, or will see in an emergency, shows it: what a removed playlist holds does not count. */
export const isShown = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media.or([
    media.exists(
      media
        .selectFrom('item')
        .innerJoin('programme', (join) =>
          join
            .onRef('programme.organisation_id', '=', 'item.organisation_id')
            .onRef('programme.id', '=', 'item.programme_id'),
        )
        .select(sql.lit(1).as('one'))
        .whereRef('item.media_id', '=', 'media_file.id')
        .where('programme.removed_at', 'is', null),
    ),
    ...inTakeOver(media),
  ])

/** A prepared take-over shows it, or one that runs. */
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

/** Nobody has said that it stays, or somebody has removed it since. */
const isLetGo = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media.or([media('kept', '=', 0), media('removed_at', 'is not', null)])

/**
 * The displays that show a file, where one of them is for its paired screens alone: with the file itself, its deck, or a playlist.
 *
 * @returns undefined: the file is everybody's who knows its address
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
  const rows = await queries
    .selectFrom('programme')
    .select(['id', 'paired_only'])
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'display')
    .where((where) =>
      where.or([
        where('id', 'in', direct),
        where(
          'id',
          'in',
          where
            .selectFrom('item as inclusion')
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

/** Writes down which files nothing names any more, and takes it back for those that something names again. */
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

/** Takes it back at once for these: what comes back is told by what the log has of it, which may be older. */
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
 * A deck goes with its pages.
 *
 * @returns the names of what lies in the file store; empty when something names it after all, or it is gone
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

/** The words of people about a file; an absent field stays. `labels` as the table has them. */
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

/** The name of what shows it, where nobody has given it one. */
export async function nameMediaFile(queries: Queries, id: MediaId, name: string): Promise<void> {
  await queries.updateTable('media_file').set({ name }).where('id', '=', id).where('name', '=', '').execute()
}

/** Out of the library; 30 days from then on it can be brought back. @param removedBy as `removed_by` has it */
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

/** @returns how many of them there still are */
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

/** Of these names, the ones that no row stands for. */
export async function keepUnknownNames(queries: Queries, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await queries.selectFrom('media_file').select('id').where('id', 'in', names.map(idOfName)).execute()
  const known = new Set(rows.map(({ id }) => id))
  return names.filter((name) => !known.has(idOfName(name)))
}

const COLUMNS = ['id', 'content_type', 'sha256', 'size_bytes', 'width', 'height', 'film'] as const

/** A file that waits to be approved is none. @param organisationId undefined: whoever's it is. The address of a file is what lets a player fetch it. */
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

/** It is shown by its deck alone. */
export async function isPage(queries: Queries, id: MediaId): Promise<boolean> {
  const row = await queries.selectFrom('media_file').select('deck_id').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.deck_id !== null
}
