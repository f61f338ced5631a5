import type { MediaId, OrganisationId } from '@placard/contract'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/access.ts'
import { coversAny } from '../../platform/database/covering.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inclusions } from '../../platform/database/inclusions.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { inCorner, isLogo, isShown, itemsShowing } from './store.ts'

// Decides which stored files a caller may see and change. Every read and command on files checks here; a file that the caller may
// not see is reported as missing.

/** The part of a caller that decides about files. `displays` null: not limited, all files of the organisation. */
export type FileReader = { displays: null } | Pick<Caller, 'displays' | 'email' | 'token'>

/** For work of the server itself: seeds, imports, and approved proposals. */
export const ALL_FILES: FileReader = { displays: null }

type Media = ExpressionBuilder<Tables, 'media_file'>

const TRUE = sql<SqlBool>`(1 = 1)`

/**
 * True for the files that a caller may see. For a caller who is limited to some displays, these are:
 *
 * - files shown on their displays, also in corners, and in playlists that these include;
 * - the logo, files of prepared take-overs, and of running take-overs on one of their displays or on a screen of one;
 * - files not shown anywhere, if they were added to the library (`kept`), or the caller uploaded or removed them.
 */
export function isSeenBy(reader: FileReader, media: Media): Expression<SqlBool> {
  if (reader.displays === null) return TRUE
  const { displays } = reader
  const name = nameOf(reader)
  return media.or([
    media.exists(itemsShowing(media).where((item) => isOnDisplays(item, displays))),
    media.exists(inCorner(media).where('corner_piece.programme_id', 'in', displays.length === 0 ? [''] : displays)),
    isLogo(media),
    media.exists(preparedWith(media)),
    media.exists(runningWith(media).where(coversAny(displays))),
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
 * True for the files whose words and places a caller may change: files that they see and that are shown only on displays that
 * they may change. A limited caller may not change files in playlists and corners, the logo or
 * prepared take-overs.
 */
function isChangedBy(reader: FileReader, media: Media): Expression<SqlBool> {
  const { displays } = reader
  if (displays === null) return TRUE
  return media.and([
    isSeenBy(reader, media),
    media.not(isLogo(media)),
    media.not(media.exists(inCorner(media))),
    media.not(media.exists(preparedWith(media))),
    media.not(media.exists(runningWith(media))),
    media.not(
      media.exists(
        itemsShowing(media).where((item) => (displays.length === 0 ? TRUE : item('programme.id', 'not in', displays))),
      ),
    ),
  ])
}

/** Those of the files that a caller may see, each with the right to change it. Held files are excluded. */
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

/** True if the reader may see all of these files. Callers without limits may see all, including files that are gone. */
export async function maySeeFiles(
  queries: Queries,
  organisationId: OrganisationId,
  reader: FileReader,
  ids: readonly MediaId[],
): Promise<boolean> {
  return reader.displays === null || (await findReach(queries, organisationId, reader, ids)).size === new Set(ids).size
}

/** The name as stored in `uploaded_by` and `removed_by`. */
const nameOf = ({ email, token }: Pick<Caller, 'email' | 'token'>) => token?.name ?? email

/** The item is on one of these displays, or in a playlist that one of them includes. */
function isOnDisplays(item: ExpressionBuilder<Tables, 'item' | 'programme'>, displays: readonly string[]) {
  const some = displays.length === 0 ? [''] : displays
  return item.or([
    item('programme.id', 'in', some),
    item.exists(
      item
        .selectFrom(inclusions())
        .select(sql.lit(1).as('one'))
        .whereRef('inclusion.organisation_id', '=', 'programme.organisation_id')
        .whereRef('inclusion.playlist_id', '=', 'programme.id')
        .where('inclusion.programme_id', 'in', some),
    ),
  ])
}

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
