import {
  DECK_TYPE,
  type FileKind,
  ItemId,
  type LibraryQuery,
  MediaId,
  type OrganisationId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeKeyOf,
  TableId,
} from '@placard/contract'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import { inclusions } from '../../platform/database/inclusions.ts'
import type { Row, Tables } from '../../platform/database/tables.ts'
import { type FileReader, isSeenBy, isShown } from '../media/service.ts'

export type StoredFile = Row<'media_file'>
/** Content types of each kind, as LIKE patterns. */
const CONTENT_TYPES: Record<FileKind, string> = { picture: 'image/jpeg', film: 'video/%', deck: DECK_TYPE }

export function kindOf({ content_type: type }: StoredFile): FileKind {
  if (type === DECK_TYPE) return 'deck'
  return type === CONTENT_TYPES.picture ? 'picture' : 'film'
}

export type Cursor = { createdAt: number; id: string }

/** Search words beyond this number are ignored. */
const MAX_WORDS = 10

/** A span of instants. `since` is included, `before` is not. */
export type Span = { since?: number | undefined; before?: number | undefined }

/** @param query.titlesIn programmes whose item titles are searched; null: all */
type Selection = Omit<LibraryQuery, 'after' | 'from' | 'to' | 'timeZone'> &
  Span & { after?: Cursor | undefined; titlesIn: readonly ProgrammeId[] | null }

/** Newest first. */
export function listFiles(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  { after, since, before, kind, words, person, label, unused, titlesIn }: Selection,
  most: number,
): Promise<StoredFile[]> {
  let query = listed(queries, organisationId, reader)
  if (after) query = query.where(sql<SqlBool>`(created_at, id) < (${after.createdAt}, ${after.id})`)
  // Both conditions use the index that the list is ordered by.
  if (since !== undefined) query = query.where('media_file.created_at', '>=', since)
  if (before !== undefined) query = query.where('media_file.created_at', '<', before)
  if (kind) query = query.where('content_type', 'like', CONTENT_TYPES[kind])
  if (person !== undefined) query = query.where('uploaded_by', '=', person)
  if (label !== undefined) query = query.where(contains('media_file.labels', `\n${label}\n`))
  if (unused) {
    query = query
      // A single subquery: one per file takes PostgreSQL seconds for ten thousand files.
      .where('media_file.id', 'not in', filesOf(shown(queries, organisationId)))
      .where('media_file.id', 'not in', takenOver(queries, organisationId).select('over.media_id'))
      .where('media_file.id', 'not in', inCorners(queries, organisationId).select(sql<string>`media_id`.as('id')))
      .where('media_file.id', 'not in', inTables(queries, organisationId).select('table_picture.media_id'))
      .where((media) => media.not(media.exists(logoOf(media))))
  }
  for (const word of wordsIn(words)) {
    query = query.where((media) =>
      media.or([
        contains('media_file.name', word),
        contains('media_file.labels', word),
        contains('media_file.alternative_text', word),
        media('media_file.id', 'in', shownAs(queries, organisationId, word, titlesIn)),
        media('media_file.id', 'in', decksWith(queries, organisationId, word)),
      ]),
    )
  }
  return query.selectAll('media_file').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most).execute()
}

function wordsIn(typed = ''): string[] {
  return typed.trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
}

/** Decks with a word on one of their pages. */
const decksWith = (queries: Queries, organisationId: OrganisationId, word: string) =>
  queries
    .selectFrom('media_file as page')
    .select(sql<string>`page.deck_id`.as('id'))
    .where('page.organisation_id', '=', organisationId)
    .where('page.deck_id', 'is not', null)
    .where(contains('page.page_text', word))

/**
 * The files of the library that the reader may see. Includes removed files that are shown again. Pages belong to their deck and
 * are not listed.
 */
function listed(queries: Queries, organisationId: OrganisationId, reader: FileReader) {
  return queries
    .selectFrom('media_file')
    .where('media_file.organisation_id', '=', organisationId)
    .where('media_file.deck_id', 'is', null)
    .where('media_file.held_for', 'is', null)
    .where((media) => media.or([media('media_file.removed_at', 'is', null), isShown(media)]))
    .$if(reader.displays !== null, (query) => query.where((media) => isSeenBy(reader, media)))
}

/** The files of items with a word in their titles. A single subquery, not one per file. */
function shownAs(
  queries: Queries,
  organisationId: OrganisationId,
  word: string,
  titlesIn: readonly ProgrammeId[] | null,
) {
  let query = shown(queries, organisationId).where(contains('item.title', word))
  if (titlesIn) query = query.where('item.programme_id', 'in', titlesIn.length === 0 ? [''] : titlesIn)
  return filesOf(query)
}

const filesOf = (items: ReturnType<typeof shown>) =>
  items.select(sql<string>`item.media_id`.as('id')).where('item.media_id', 'is not', null)

/** The items of displays, and of playlists that are not removed. */
function shown(queries: Queries, organisationId: OrganisationId) {
  return queries
    .selectFrom('item')
    .innerJoin('programme', inOrganisation({ 'programme.id': 'item.programme_id' }))
    .where('item.organisation_id', '=', organisationId)
    .where('programme.removed_at', 'is', null)
}

/** Take-overs and inserts that show a file: the running and the prepared ones. */
function takenOver(queries: Queries, organisationId: OrganisationId) {
  const prepared = queries
    .selectFrom('prepared_take_over')
    .select(['id', 'name', sql<string>`media_id`.as('media_id'), sql<string | null>`cast(null as text)`.as('displays')])
    .select([
      sql<string | null>`cast(null as text)`.as('screens'),
      sql<string | null>`cast(null as text)`.as('insert_place'),
    ])
    .select(sql.lit(0).as('runs'))
    .where('organisation_id', '=', organisationId)
    .where('media_id', 'is not', null)
  const running = queries
    .selectFrom('take_over')
    .select(['id', 'name', sql<string>`media_id`.as('media_id'), 'displays', 'screens', 'insert_place'])
    .select(sql.lit(1).as('runs'))
    .where('organisation_id', '=', organisationId)
    .where('media_id', 'is not', null)
    .where('ending', 'is', null)
  return queries.selectFrom(prepared.unionAll(running).as('over'))
}

/** The corners of displays in which a stored picture stands. */
const inCorners = (queries: Queries, organisationId: OrganisationId) =>
  queries
    .selectFrom('corner_piece')
    .innerJoin('programme', inOrganisation({ 'programme.id': 'corner_piece.programme_id' }))
    .where('corner_piece.organisation_id', '=', organisationId)
    .where('media_id', 'is not', null)

/** The cells that show a stored picture, of tables that are not removed. */
const inTables = (queries: Queries, organisationId: OrganisationId) =>
  queries
    .selectFrom('table_picture')
    .innerJoin('data_table', inOrganisation({ 'data_table.id': 'table_picture.table_id' }))
    .where('table_picture.organisation_id', '=', organisationId)
    .where('data_table.removed_at', 'is', null)

/** A take-over or an insert that shows a file. */
export type TakenOver = {
  kind: 'take-over' | 'insert'
  name: string
  /** The displays that it covers, with those of its single screens. Null: all. */
  displays: ProgrammeId[] | null
  runs: boolean
}

/** Running take-overs first, then by name. */
export async function listTakeOversWith(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
): Promise<(TakenOver & { mediaId: string })[]> {
  const rows = await takenOver(queries, organisationId)
    .select(['over.name', 'over.media_id', 'over.displays', 'over.screens', 'over.insert_place', 'over.runs'])
    .where('over.media_id', 'in', ids)
    .orderBy('over.runs', 'desc')
    .orderBy('over.name')
    .orderBy('over.id')
    .execute()
  return rows.map(({ name, media_id: mediaId, displays, screens, insert_place, runs }) => ({
    kind: insert_place === null ? ('take-over' as const) : ('insert' as const),
    name,
    mediaId,
    displays: displays === null ? null : [...(JSON.parse(displays) as ProgrammeId[]), ...displaysIn(screens)],
    runs: Number(runs) === 1,
  }))
}

/** The displays of the single screens of an insert. */
const displaysIn = (screens: string | null): ProgrammeId[] =>
  screens === null ? [] : (JSON.parse(screens) as { displayId: ProgrammeId }[]).map(({ displayId }) => displayId)

const logoOf = (media: ExpressionBuilder<Tables, 'media_file'>) =>
  media
    .selectFrom('organisation')
    .select(sql.lit(1).as('one'))
    .whereRef('organisation.id', '=', 'media_file.organisation_id')
    .whereRef('organisation.brand_media_id', '=', 'media_file.id')

/**
 * True if a column contains a text, ignoring case. SQLite folds only ASCII letters, and PostgreSQL those of its locale. A word
 * with other letters is therefore searched in its usual forms: as typed, in lower case, in upper case, and with a capital first
 * letter.
 */
function contains(column: string, text: string): Expression<SqlBool> {
  const small = text.toLowerCase()
  const [first = '', ...rest] = small
  const ways = [...new Set([small, text, text.toUpperCase(), first.toUpperCase() + rest.join('')])]
  // Both databases fold ASCII.
  const written = /^[\n -~]*$/.test(text) ? [small] : ways
  const patterns = written.map((way) => `%${way.replace(/[\\%_]/g, '\\$&')}%`)
  return sql<SqlBool>`(${sql.join(
    patterns.map(
      (pattern) =>
        sql`lower(${sql.ref(column)}) like ${pattern} escape '\\' or ${sql.ref(column)} like ${pattern} escape '\\'`,
    ),
    sql` or `,
  )})`
}

/** Finds the files of the library with these ids that the reader may see, by id. */
export async function findFiles(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  ids: readonly MediaId[],
): Promise<Map<string, StoredFile>> {
  if (ids.length === 0) return new Map()
  const rows = await listed(queries, organisationId, reader)
    .selectAll('media_file')
    .where('media_file.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The oldest file that the reader may see and that was made of these bytes, or of a film made of them. Includes removed files. */
export async function findBySentBytes(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  sha256: string,
): Promise<StoredFile | undefined> {
  return queries
    .selectFrom('media_file')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where((file) => file.or([file('sent_sha256', '=', sha256), file('source_sha256', '=', sha256)]))
    .where('deck_id', 'is', null)
    .where('held_for', 'is', null)
    .where((media) => isSeenBy(reader, media))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Number of uses of each file, and the title of one of its items, or else the name of a take-over. */
export async function countUses(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly string[],
): Promise<Map<string, { uses: number; title: string }>> {
  const counts = new Map<string, { uses: number; title: string }>()
  if (ids.length === 0) return counts
  const rows = await shown(queries, organisationId)
    .select(({ fn, ref }) => [
      sql<string>`item.media_id`.as('id'),
      fn.countAll<number | string>().as('uses'),
      fn.min(ref('item.title')).as('title'),
    ])
    .where('item.media_id', 'in', ids)
    .groupBy('item.media_id')
    .execute()
  for (const { id, uses, title } of rows) counts.set(id, { uses: Number(uses), title })
  const count = (id: string, name: string) => {
    const { uses, title } = counts.get(id) ?? { uses: 0, title: name }
    counts.set(id, { uses: uses + 1, title })
  }
  for (const { mediaId, name } of await listTakeOversWith(queries, organisationId, ids as MediaId[])) {
    count(mediaId, name)
  }
  for (const { mediaId } of await listCornersWith(queries, organisationId, ids as MediaId[])) count(mediaId, '')
  for (const { mediaId } of await listTablesWith(queries, organisationId, ids as MediaId[])) count(mediaId, '')
  const logo = await findLogo(queries, organisationId)
  if (logo !== undefined && ids.includes(logo)) count(logo, '')
  return counts
}

/** A display in one of whose corners a file stands. */
export type CornerWith = { mediaId: string; programmeId: ProgrammeId; name: string; scheduled: boolean }

/** By name of the display. */
export async function listCornersWith(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
): Promise<CornerWith[]> {
  const rows = await inCorners(queries, organisationId)
    .select([sql<string>`media_id`.as('mediaId'), 'programme_id', 'programme.name', 'schedule'])
    .where('media_id', 'in', ids)
    .orderBy('programme.name')
    .orderBy('programme_id')
    .orderBy('corner')
    .execute()
  return rows.map(({ mediaId, programme_id, name, schedule }) => ({
    mediaId,
    programmeId: programme_id as ProgrammeId,
    name,
    scheduled: schedule !== null,
  }))
}

/** A table with cells that show a file. */
export type TableWith = { mediaId: string; tableId: TableId; name: string }

/** Each table once for each file, by name. */
export async function listTablesWith(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
): Promise<TableWith[]> {
  const rows = await inTables(queries, organisationId)
    .select(['table_picture.media_id', 'data_table.id', 'data_table.name'])
    .distinct()
    .where('table_picture.media_id', 'in', ids)
    .orderBy('data_table.name')
    .orderBy('data_table.id')
    .execute()
  return rows.map(({ media_id: mediaId, id, name }) => ({ mediaId, tableId: TableId.parse(id), name }))
}

/** Number of pages and their bytes, for each of these files that is a deck. */
export async function countPages(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly string[],
): Promise<Map<string, { pages: number; bytes: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('media_file')
    .select(({ fn }) => [
      'deck_id',
      fn.countAll<number | string>().as('pages'),
      fn.sum<number | string>('size_bytes').as('bytes'),
    ])
    .where('organisation_id', '=', organisationId)
    .where('deck_id', 'in', ids)
    .groupBy('deck_id')
    .execute()
  return new Map(
    rows.map(({ deck_id: id, pages, bytes }) => [id ?? '', { pages: Number(pages), bytes: Number(bytes) }]),
  )
}

/** The id of the organisation's logo, if it has one. */
export async function findLogo(queries: Queries, organisationId: OrganisationId): Promise<string | undefined> {
  const row = await queries
    .selectFrom('organisation')
    .select('brand_media_id')
    .where('id', '=', organisationId)
    .executeTakeFirst()
  return row?.brand_media_id ?? undefined
}

/** An item that shows a file, and the programme that holds it. */
export type Place = {
  kind: 'display' | 'playlist'
  programmeId: ProgrammeId
  name: string
  itemId: ItemId
  title: string
  visible: boolean
  scheduled: boolean
}

/** Displays first, by name and in the order of their items. */
export async function listPlaces(queries: Queries, organisationId: OrganisationId, id: MediaId): Promise<Place[]> {
  const rows = await shown(queries, organisationId)
    .select(['programme.kind', 'programme.id as programmeId', 'programme.name', 'item.id as itemId', 'item.title'])
    .select(['item.visible', 'item.schedule'])
    .where('item.media_id', '=', id)
    .orderBy('programme.kind')
    .orderBy('programme.name')
    .orderBy('programme.id')
    .orderBy('item.position')
    .orderBy('item.id')
    .execute()
  return rows.map(({ visible, schedule, itemId, programmeId, ...row }) => ({
    ...row,
    programmeId: programmeId as ProgrammeId,
    itemId: ItemId.parse(itemId),
    visible: visible === 1,
    scheduled: schedule !== null,
  }))
}

/** The displays and playlists that show one of these files. */
export async function listShowing(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly MediaId[],
): Promise<ProgrammeKey[]> {
  const rows = await shown(queries, organisationId)
    .select('programme.id')
    .distinct()
    .where('item.media_id', 'in', ids)
    .orderBy('programme.id')
    .execute()
  return rows.map(({ id }) => programmeKeyOf(organisationId, id as ProgrammeId))
}

/** The playlists that these displays include or have in zones. */
export async function listIncluded(
  queries: Queries,
  organisationId: OrganisationId,
  displays: readonly ProgrammeId[],
): Promise<ProgrammeId[]> {
  if (displays.length === 0) return []
  const rows = await queries
    .selectFrom(inclusions())
    .select('playlist_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('programme_id', 'in', displays)
    .execute()
  return rows.map(({ playlist_id: id }) => id as ProgrammeId)
}

export async function countFiles(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
): Promise<number> {
  return countOf(listed(queries, organisationId, reader))
}

/** All labels in use, and all people who uploaded a file. */
export async function listWords(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
): Promise<{ labels: string[]; people: string[] }> {
  const labels = await listed(queries, organisationId, reader)
    .select('media_file.labels')
    .distinct()
    .where('media_file.labels', '!=', '')
    .execute()
  const people = await listed(queries, organisationId, reader)
    .select('media_file.uploaded_by as email')
    .distinct()
    .where('media_file.uploaded_by', 'is not', null)
    .orderBy('media_file.uploaded_by')
    .execute()
  return { labels: labels.map((row) => row.labels), people: people.flatMap(({ email }) => email ?? []) }
}

export const idOf = (row: StoredFile): MediaId => MediaId.parse(row.id)
