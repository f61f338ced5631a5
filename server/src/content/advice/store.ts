import {
  type AdviceFacts,
  AdviceRule,
  DisplayId,
  type LeftAdvice,
  MediaId,
  type OrganisationId,
  type PlaylistId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  ScreenAbout,
  type ScreenSize,
  ScreenState,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { inclusions } from '../../platform/database/inclusions.ts'

/** The size of a screen, and the distance from which it is read. */
export type Hung = Pick<ScreenSize, 'diagonalInches' | 'distanceCm'>
type Size = Pick<ScreenSize, 'widthPx' | 'heightPx'>

const HUNG = ['diagonal_inches as diagonalInches', 'distance_cm as distanceCm'] as const

/** From a programme's settings. Undefined if there is no such programme. */
export async function findSettings(queries: Queries, key: ProgrammeKey): Promise<Hung | undefined> {
  return queries
    .selectFrom('programme')
    .select(HUNG)
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The playlists that a programme's items include or that are in its zones. */
export async function listIncluded(queries: Queries, key: ProgrammeKey): Promise<ProgrammeId[]> {
  const rows = await queries
    .selectFrom(inclusions())
    .select('playlist_id')
    .where('organisation_id', '=', key.organisationId)
    .where('programme_id', '=', programmeIdOf(key))
    .execute()
  return rows.map(({ playlist_id }) => playlist_id as ProgrammeId)
}

/** The zones of displays that play a playlist. 1 is the main zone, in which the display includes it. */
export async function listPlaces(
  queries: Queries,
  organisationId: OrganisationId,
  playlistId: PlaylistId,
): Promise<{ displayId: DisplayId; zone: number }[]> {
  const rows = await queries
    .selectFrom(inclusions())
    .select(['programme_id', 'zone'])
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('playlist_id', '=', playlistId)
    .execute()
  return rows.map(({ programme_id, zone }) => ({ displayId: programme_id as DisplayId, zone }))
}

/** The size and the viewing distance of the screens of these displays, from the settings, with the name and the language. */
export async function listHung(
  queries: Queries,
  organisationId: OrganisationId,
  displays: readonly DisplayId[],
): Promise<{ id: DisplayId; name: string; language: string | null; filmsAtOnce: number; hung: Hung }[]> {
  if (displays.length === 0) return []
  const rows = await queries
    .selectFrom('programme')
    .select(['id', 'name', 'language', 'films_at_once', ...HUNG])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', displays)
    .execute()
  return rows.map(({ id, name, language, films_at_once: films, ...hung }) => ({
    id: DisplayId.parse(id),
    name,
    language,
    filmsAtOnce: films ?? 1,
    hung,
  }))
}

export async function listPaired(
  queries: Queries,
  organisationId: OrganisationId,
  displays: readonly DisplayId[],
): Promise<{ id: string; displayId: string; hung: Hung; size: Size }[]> {
  if (displays.length === 0) return []
  const rows = await queries
    .selectFrom('paired_screen')
    .select(['id', 'display_id', 'about', ...HUNG])
    .where('organisation_id', '=', organisationId)
    .where('display_id', 'in', displays)
    .where('let_go_at', 'is', null)
    .execute()
  return rows.map(({ id, display_id, about, diagonalInches, distanceCm }) => {
    const { width, height } = ScreenAbout.parse(JSON.parse(about))
    const size = { widthPx: width, heightPx: height }
    return { id, displayId: String(display_id), hung: { diagonalInches, distanceCm }, size }
  })
}

/** The last reports of the screens of these displays. Closed pages are left out. */
export async function listTold(
  queries: Queries,
  organisationId: OrganisationId,
  displays: readonly DisplayId[],
): Promise<{ id: string; displayId: DisplayId; size: Size; isSilent: boolean }[]> {
  if (displays.length === 0) return []
  const rows = await queries
    .selectFrom('screen')
    .select(['id', 'display_id', 'state'])
    .where('organisation_id', '=', organisationId)
    .where('display_id', 'in', displays)
    .execute()
  return rows.flatMap(({ id, display_id, state: stored }) => {
    const state = ScreenState.safeParse(JSON.parse(stored)).data
    if (!state || state.doing === 'closed') return []
    const { viewport, rotation, soundBlocked } = state
    const isTurned = rotation === 90 || rotation === 270
    const [widthPx, heightPx] = isTurned ? [viewport.height, viewport.width] : [viewport.width, viewport.height]
    return { id, displayId: DisplayId.parse(display_id), size: { widthPx, heightPx }, isSilent: soundBlocked === true }
  })
}

export async function findColour(queries: Queries, organisationId: OrganisationId): Promise<string | null> {
  const row = await queries
    .selectFrom('organisation')
    .select('brand_colour')
    .where('id', '=', organisationId)
    .executeTakeFirst()
  return row?.brand_colour ?? null
}

type File = {
  id: MediaId
  width: number
  height: number
  isDescribed: boolean
  /** Only for decks. */
  pages?: { width: number; height: number; letters: number | null; text: string }[]
}

/** The stored files that items of these programmes show. */
export async function listFiles(
  queries: Queries,
  organisationId: OrganisationId,
  programmes: readonly ProgrammeId[],
): Promise<File[]> {
  const shown = queries
    .selectFrom('item')
    .select('media_id')
    .where('organisation_id', '=', organisationId)
    .where('programme_id', 'in', programmes)
    .where('media_id', 'is not', null)
  const files = queries.selectFrom('media_file').where('organisation_id', '=', organisationId)
  const [rows, pages] = await Promise.all([
    files.select(['id', 'width', 'height', 'alternative_text']).where('id', 'in', shown).execute(),
    files
      .select(['deck_id', 'width', 'height', 'page_text', 'page_letters as letters'])
      .where('deck_id', 'in', shown)
      .orderBy('deck_id')
      .orderBy('page')
      .execute(),
  ])
  const decks = Map.groupBy(pages, ({ deck_id }) => deck_id)
  return rows.map(({ id, width, height, alternative_text }) => {
    const of = decks.get(id)?.map(({ deck_id: _, page_text, ...page }) => ({ ...page, text: page_text ?? '' }))
    const isDescribed = alternative_text !== '' || (of?.every(({ text }) => text !== '') ?? false)
    return { id: MediaId.parse(id), width, height, isDescribed, ...(of ? { pages: of } : {}) }
  })
}

/** The advice that people dismissed. Rules that only a newer version knows are left out. */
export async function listLeft(
  queries: Queries,
  organisationId: OrganisationId,
  programmes: readonly ProgrammeId[],
): Promise<LeftAdvice[]> {
  const rows = await queries
    .selectFrom('left_advice')
    .select(['entry_id', 'rule'])
    .where('organisation_id', '=', organisationId)
    .where('programme_id', 'in', programmes)
    .orderBy('entry_id')
    .orderBy('rule')
    .execute()
  return rows.flatMap(({ entry_id: entryId, rule: stored }) => {
    const rule = AdviceRule.safeParse(stored).data
    return rule ? { entryId, rule } : []
  })
}

/** The times at which entries of these programmes were added or changed since an instant, one by one. */
export async function listTyped(
  queries: Queries,
  organisationId: OrganisationId,
  programmes: readonly ProgrammeId[],
  instant: number,
): Promise<AdviceFacts['typed']> {
  const rows = await queries
    .selectFrom('activity')
    .select(({ fn }) => ['subject_id', fn.max('at').as('at')])
    .where('organisation_id', '=', organisationId)
    .where('programme_id', 'in', programmes)
    .where('at', '>=', instant)
    .where('kind', 'in', ['item-added', 'item-changed', 'line-added', 'line-changed'])
    .where('subject_id', 'is not', null)
    .groupBy('subject_id')
    .execute()
  return rows.map(({ subject_id, at }) => ({ entryId: String(subject_id), at: Number(at) }))
}

/** True when an item or a line of the programme has this id. */
export async function isEntry(queries: Queries, key: ProgrammeKey, id: string): Promise<boolean> {
  for (const table of ['item', 'line'] as const) {
    const row = await queries
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', key.organisationId)
      .where('programme_id', '=', programmeIdOf(key))
      .where('id', '=', id)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

export async function createLeft(
  queries: Queries,
  key: ProgrammeKey,
  { entryId, rule }: LeftAdvice,
  at: number,
): Promise<void> {
  await queries
    .insertInto('left_advice')
    .values({
      organisation_id: key.organisationId,
      programme_id: programmeIdOf(key),
      entry_id: entryId,
      rule,
      left_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeLeft(queries: Queries, key: ProgrammeKey, { entryId, rule }: LeftAdvice): Promise<void> {
  await ofProgramme(queries, key).where('entry_id', '=', entryId).where('rule', '=', rule).execute()
}

/** Removes dismissals older than an instant, for entries that no longer exist. */
export async function removeLeftOfGone(queries: Queries, key: ProgrammeKey, instant: number): Promise<void> {
  const idsIn = (table: 'item' | 'line') =>
    queries
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', key.organisationId)
      .where('programme_id', '=', programmeIdOf(key))
  await ofProgramme(queries, key)
    .where('left_at', '<', instant)
    .where('entry_id', '!=', programmeIdOf(key))
    .where('entry_id', 'not in', idsIn('item'))
    .where('entry_id', 'not in', idsIn('line'))
    .execute()
}

function ofProgramme(queries: Queries, key: ProgrammeKey) {
  return queries
    .deleteFrom('left_advice')
    .where('organisation_id', '=', key.organisationId)
    .where('programme_id', '=', programmeIdOf(key))
}
