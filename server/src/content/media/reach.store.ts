import type { MediaId, OrganisationId } from '@placard/contract'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/access.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isShown } from './store.ts'

// Which stored files somebody may see and change. Every read and command on files asks here; a file that the caller may not see
// is answered as one that does not exist.

/** The caller, as far as it decides about files. `displays` null: not limited, all files of the organisation. */
export type FileReader = { displays: null } | Pick<Caller, 'displays' | 'email' | 'token'>

/** For what the server does itself: seeds, imports, and what somebody has already approved. */
export const ALL_FILES: FileReader = { displays: null }

type Media = ExpressionBuilder<Tables, 'media_file'>

const TRUE = sql<SqlBool>`(1 = 1)`

/**
 * True for the files that somebody may see. For a caller who is limited to some displays these are:
 *
 * - what their displays show, and the playlists that these include;
 * - the logo, prepared take-overs, and take-overs that run on one of their displays;
 * - what nothing shows, if it was taken into the library (`kept`), or if they uploaded or removed it themselves.
 */
export function isSeenBy(reader: FileReader, media: Media): Expression<SqlBool> {
  if (reader.displays === null) return TRUE
  const { displays } = reader
  const name = nameOf(reader)
  return media.or([
    media.exists(itemsShowing(media).where((item) => isOnDisplays(item, displays))),
    isLogo(media),
    media.exists(preparedWith(media)),
    media.exists(runningWith(media).where(touches(displays))),
    media.and([
      media.not(isShown(media)),
      media.or([
        media.and([media('media_file.kept', '=', 1), media('media_file.removed_at', 'is', null)]),
        media('media_file.uploaded_by', '=', name),
        media('media_file.removed_by', '=', name),
      ]),
    ]),
  ])
}

/**
 * True for the files of which somebody may change the words and the places: those that they see and that nothing shows but
 * displays that they may change. A limited caller changes no playlist, no logo and no prepared take-over.
 */
function isChangedBy(reader: FileReader, media: Media): Expression<SqlBool> {
  const { displays } = reader
  if (displays === null) return TRUE
  return media.and([
    isSeenBy(reader, media),
    media.not(isLogo(media)),
    media.not(media.exists(preparedWith(media))),
    media.not(media.exists(runningWith(media))),
    media.not(
      media.exists(
        itemsShowing(media).where((item) => (displays.length === 0 ? TRUE : item('programme.id', 'not in', displays))),
      ),
    ),
  ])
}

/** Of these files of an organisation, those that somebody sees, each with whether they may change it. Held files are none. */
export async function findReach(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  ids: readonly MediaId[],
): Promise<Map<MediaId, { mayChange: boolean }>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .selectFrom('media_file')
    .select((media) => [
      'media_file.id',
      media.case().when(isChangedBy(reader, media)).then(1).else(0).end().as('changes'),
    ])
    .where('media_file.organisation_id', '=', organisationId)
    .where('media_file.id', 'in', ids)
    .where('media_file.held_for', 'is', null)
    .where((media) => isSeenBy(reader, media))
    .execute()
  return new Map(rows.map(({ id, changes }) => [id as MediaId, { mayChange: Number(changes) === 1 }]))
}

/** True: there is no file of these that the reader does not see. Whoever is not limited sees all, also those that are gone. */
export async function maySeeFiles(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  ids: readonly MediaId[],
): Promise<boolean> {
  return reader.displays === null || (await findReach(queries, organisationId, reader, ids)).size === new Set(ids).size
}

/** As `uploaded_by` and `removed_by` have it. */
const nameOf = ({ email, token }: Pick<Caller, 'email' | 'token'>) => token?.name ?? email

/** The items of displays and of playlists that nobody has removed. */
const itemsShowing = (media: Media) =>
  media
    .selectFrom('item')
    .innerJoin('programme', (join) =>
      join
        .onRef('programme.organisation_id', '=', 'item.organisation_id')
        .onRef('programme.id', '=', 'item.programme_id'),
    )
    .select(sql.lit(1).as('one'))
    .whereRef('item.media_id', '=', 'media_file.id')
    .where('programme.removed_at', 'is', null)

/** One of these displays, or a playlist that one of them includes. */
function isOnDisplays(item: ExpressionBuilder<Tables, 'item' | 'programme'>, displays: readonly string[]) {
  const some = displays.length === 0 ? [''] : displays
  return item.or([
    item('programme.id', 'in', some),
    item.exists(
      item
        .selectFrom('item as inclusion')
        .select(sql.lit(1).as('one'))
        .whereRef('inclusion.organisation_id', '=', 'programme.organisation_id')
        .whereRef('inclusion.playlist_id', '=', 'programme.id')
        .where('inclusion.programme_id', 'in', some),
    ),
  ])
}

const isLogo = (media: Media) =>
  media.exists(
    media
      .selectFrom('organisation')
      .select(sql.lit(1).as('one'))
      .whereRef('organisation.id', '=', 'media_file.organisation_id')
      .whereRef('organisation.brand_media_id', '=', 'media_file.id'),
  )

const preparedWith = (media: Media) =>
  media
    .selectFrom('prepared_take_over as ready')
    .select(sql.lit(1).as('one'))
    .whereRef('ready.media_id', '=', 'media_file.id')

const runningWith = (media: Media) =>
  media
    .selectFrom('take_over as over')
    .select(sql.lit(1).as('one'))
    .whereRef('over.media_id', '=', 'media_file.id')
    .where('over.ending', 'is', null)

/** A take-over of all displays, or of one of these: the column is a JSON array of ids, in which no sign needs escaping. */
const touches = (displays: readonly string[]) =>
  sql<SqlBool>`(${sql.join(
    [
      sql`over.displays is null`,
      ...displays.map((id) => sql`over.displays like ${`%"${id.replace(/[\\%_]/g, '\\$&')}"%`} escape '\\'`),
    ],
    sql` or `,
  )})`
