import {
  type ChangePairedScreen,
  DisplayId,
  type DisplayKey,
  type FilmsSeen,
  OrganisationId,
  ScreenAbout,
  ScreenId,
  type PairedScreen as ShownScreen,
} from '@placard/contract'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { Columns } from '../../platform/database/tables.ts'
import { updateWhere } from '../../platform/database/where.ts'

/** A stored paired screen. Instants are milliseconds since 1970. */
export type PairedScreen = Omit<ShownScreen, 'filmsAtOnce' | 'isConnected' | 'commands'> & {
  organisationId: OrganisationId
  films: {
    /** Somebody's choice. Null: automatic. */
    chosen: number | null
    /** The most films that it has seen moving at once. Null: it has not told. */
    managed: number | null
    /** The fewest films of which one stood still. Null: none did. */
    failed: number | null
  }
}

export const NO_FILMS_TOLD: PairedScreen['films'] = { chosen: null, managed: null, failed: null }

const COLUMNS = [
  'id',
  'organisation_id',
  'display_id',
  'name',
  'place',
  'diagonal_inches',
  'distance_cm',
  'about',
  'paired_at',
  'seen_at',
  'sent_to',
  'let_go_at',
  'films_chosen',
  'films_managed',
  'films_failed',
] as const

function toScreen(row: Columns<'paired_screen', typeof COLUMNS>): PairedScreen {
  return {
    id: ScreenId.parse(row.id),
    organisationId: OrganisationId.parse(row.organisation_id),
    displayId: row.display_id === null ? null : DisplayId.parse(row.display_id),
    name: row.name,
    place: row.place,
    diagonalInches: row.diagonal_inches,
    distanceCm: row.distance_cm,
    about: ScreenAbout.parse(JSON.parse(row.about)),
    pairedAt: row.paired_at,
    seenAt: row.seen_at,
    sentTo: row.sent_to,
    films: { chosen: row.films_chosen, managed: row.films_managed, failed: row.films_failed },
  }
}

const selectBySecret = statement((queries, { digest }: { digest: string }) =>
  queries.selectFrom('paired_screen').select(COLUMNS).where('secret', '=', digest),
)

/** @param digest of its secret. @returns also a screen that was unpaired */
export async function findBySecret(
  queries: Queries,
  digest: string,
): Promise<(PairedScreen & { isLetGo: boolean }) | undefined> {
  const { rows } = await selectBySecret(queries, { digest })
  return rows[0] && { ...toScreen(rows[0]), isLetGo: rows[0].let_go_at !== null }
}

const selectById = statement((queries, { organisationId, id }: { organisationId: OrganisationId; id: ScreenId }) =>
  present(queries).where('organisation_id', '=', organisationId).where('id', '=', id),
)

export async function findById(
  queries: Queries,
  organisationId: OrganisationId,
  id: ScreenId,
): Promise<PairedScreen | undefined> {
  const { rows } = await selectById(queries, { organisationId, id })
  return rows[0] && toScreen(rows[0])
}

/** True if there is a screen with this id, in any organisation. One that was unpaired counts. */
export async function isKnown(queries: Queries, id: ScreenId): Promise<boolean> {
  const row = await queries.selectFrom('paired_screen').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

const selectForEverybody = statement((queries, { organisationId, displayId, id }: DisplayKey & { id: ScreenId }) =>
  queries
    .selectFrom('programme')
    .leftJoin('paired_screen', (join) => join.on('paired_screen.id', '=', id).on('paired_screen.let_go_at', 'is', null))
    .select(['programme.paired_only as pairedOnly', 'paired_screen.id as pairedId'])
    .where('programme.organisation_id', '=', organisationId)
    .where('programme.id', '=', displayId)
    .where('programme.kind', '=', 'display'),
)

/**
 * @returns true if anybody may report under this id, because no paired screen has it and the display is not for paired screens
 * only; undefined if there is no such display
 */
export async function isForEverybody(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  id: ScreenId,
): Promise<boolean | undefined> {
  const { rows } = await selectForEverybody(queries, { organisationId, displayId, id })
  return rows[0] && rows[0].pairedOnly === 0 && rows[0].pairedId === null
}

/** Those of the ids that are paired, in any organisation. @param ids at most 500 */
export async function findAmong(queries: Queries, ids: readonly ScreenId[]): Promise<PairedScreen[]> {
  if (ids.length === 0) return []
  return (await present(queries).where('id', 'in', ids).execute()).map(toScreen)
}

/** By place and name. */
export async function listOfOrganisation(queries: Queries, organisationId: OrganisationId): Promise<PairedScreen[]> {
  const rows = await present(queries)
    .where('organisation_id', '=', organisationId)
    .orderBy('place')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toScreen)
}

/** The screens that play a display. */
export async function listOfDisplay(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
): Promise<PairedScreen[]> {
  const rows = await present(queries)
    .where('organisation_id', '=', organisationId)
    .where('display_id', '=', displayId)
    .execute()
  return rows.map(toScreen)
}

function present(queries: Queries) {
  return queries.selectFrom('paired_screen').select(COLUMNS).where('let_go_at', 'is', null)
}

export async function countOfOrganisation(queries: Queries, organisationId: OrganisationId): Promise<number> {
  return countOf(
    queries.selectFrom('paired_screen').where('organisation_id', '=', organisationId).where('let_go_at', 'is', null),
  )
}

/** @param digest of its secret */
export async function createScreen(queries: Queries, screen: PairedScreen, digest: string): Promise<void> {
  await queries
    .insertInto('paired_screen')
    .values({
      id: screen.id,
      organisation_id: screen.organisationId,
      display_id: screen.displayId,
      name: screen.name,
      place: screen.place,
      diagonal_inches: screen.diagonalInches,
      distance_cm: screen.distanceCm,
      secret: digest,
      about: JSON.stringify(screen.about),
      paired_at: screen.pairedAt,
      seen_at: screen.seenAt,
      sent_to: screen.sentTo,
      let_go_at: null,
      films_chosen: screen.films.chosen,
      films_managed: screen.films.managed,
      films_failed: screen.films.failed,
    })
    .execute()
}

/** The fields that may be changed. Absent fields are unchanged. */
export type ScreenChange = Omit<ChangePairedScreen, 'sentTo'> & {
  sentTo?: string | null | undefined
  /** The secret of another browser. The previous one becomes invalid. */
  secret?: { digest: string; about: ScreenAbout; pairedAt: number }
}

export async function changeScreen(queries: Queries, id: ScreenId, change: ScreenChange): Promise<void> {
  const { displayId, name, place, diagonalInches, distanceCm, sentTo, filmsAtOnce, secret } = change
  const row = {
    ...(displayId !== undefined && { display_id: displayId }),
    ...(name !== undefined && { name }),
    ...(place !== undefined && { place }),
    ...(diagonalInches !== undefined && { diagonal_inches: diagonalInches }),
    ...(distanceCm !== undefined && { distance_cm: distanceCm }),
    ...(sentTo !== undefined && { sent_to: sentTo }),
    ...(filmsAtOnce !== undefined && { films_chosen: filmsAtOnce }),
    // A choice replaces the screen's own reports about films, and another browser may be on another device.
    ...((filmsAtOnce !== undefined || secret) && { films_managed: null, films_failed: null }),
    ...(secret && { secret: secret.digest, about: JSON.stringify(secret.about), paired_at: secret.pairedAt }),
  }
  if (Object.keys(row).length === 0) return
  await queries.updateTable('paired_screen').set(row).where('id', '=', id).where('let_go_at', 'is', null).execute()
}

/**
 * Records what a screen has seen of several films at once. It can only raise what it has managed, and lower what has failed, so
 * that it cannot go back and forth.
 *
 * @returns true if that is new
 */
export async function updateFilmsSeen(
  queries: Queries,
  { organisationId, id }: { organisationId: OrganisationId; id: ScreenId },
  { atOnce, moved }: FilmsSeen,
): Promise<boolean> {
  const column = moved ? 'films_managed' : 'films_failed'
  const { numUpdatedRows } = await queries
    .updateTable('paired_screen')
    .set({ [column]: atOnce })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('let_go_at', 'is', null)
    .where((where) => where.or([where(column, 'is', null), where(column, moved ? '<' : '>', atOnce)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns true if the number was another one. @param films null: one */
export async function updateFilmsOfDisplay(
  queries: Queries,
  { organisationId, displayId }: DisplayKey,
  films: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('programme')
    .set({ films_at_once: films })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', displayId)
    .where('kind', '=', 'display')
    .where('films_at_once', films === null ? 'is not' : 'is distinct from', films)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Unpairs the screen: its secret becomes invalid. The row stays for a while, so that the screen can be told. */
export async function letGo(queries: Queries, id: ScreenId, at: number): Promise<void> {
  await updateWhere(
    queries,
    'paired_screen',
    { id },
    { let_go_at: at, display_id: null, name: '', place: '', about: JSON.stringify(NOTHING_KNOWN), sent_to: null },
  )
}

const NOTHING_KNOWN: ScreenAbout = { browser: '', width: 0, height: 0, timeZone: '' }

export async function removeLetGoBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('paired_screen').where('let_go_at', '<', instant).execute()
}

/** @param ids at most 500; @param before screens recorded since then are not updated */
export async function updateSeen(
  queries: Queries,
  ids: readonly ScreenId[],
  at: number,
  before: number,
): Promise<void> {
  if (ids.length === 0) return
  await queries
    .updateTable('paired_screen')
    .set({ seen_at: at })
    .where('id', 'in', ids)
    .where((where) => where.or([where('seen_at', 'is', null), where('seen_at', '<', before)]))
    .execute()
}

/** Detaches the screens of a removed display. */
export async function forgetDisplay(queries: Queries, key: DisplayKey): Promise<void> {
  await updateWhere(
    queries,
    'paired_screen',
    { organisation_id: key.organisationId, display_id: key.displayId },
    { display_id: null },
  )
}
