import { Display, type DisplayContents, type DisplayId, type DisplayKey, type OrganisationId } from '@placard/contract'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { inOrganisation } from '../../platform/database/in-organisation.ts'
import type { Columns } from '../../platform/database/tables.ts'
import { removeWhere, updateWhere } from '../../platform/database/where.ts'
import { readTown, readUnits } from '../programmes/service.ts'
import { readStoredOpeningHours, storedScheduleOf } from '../schedules/service.ts'

/** A display with fields that its administrators do not see. */
export type StoredDisplay = Display & { loopStartedAt: number }

const COLUMNS = [
  'organisation_id',
  'id',
  'name',
  'time_zone',
  'fills_without_lines',
  'dwell_seconds',
  'diagonal_inches',
  'distance_cm',
  'language',
  'paired_only',
  'opening_hours',
  'read_code',
  'short_code',
  'town',
  'weather_units',
  'revision',
  'loop_started_at',
] as const

function toDisplay(row: Columns<'programme', typeof COLUMNS>): StoredDisplay {
  const display = Display.parse({
    organisationId: row.organisation_id,
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    fillsWithoutLines: row.fills_without_lines === 1,
    dwellSeconds: row.dwell_seconds,
    diagonalInches: row.diagonal_inches,
    distanceCm: row.distance_cm,
    language: row.language,
    pairedOnly: row.paired_only === 1,
    openingHours: readStoredOpeningHours(row.opening_hours),
    readCode: row.read_code,
    shortCode: row.short_code,
    town: readTown(row.town),
    weatherUnits: readUnits(row.weather_units),
    revision: row.revision,
  })
  return { ...display, loopStartedAt: row.loop_started_at }
}

type NewDisplay = StoredDisplay & { createdAt: number }

function toNewRow(display: NewDisplay) {
  return {
    organisation_id: display.organisationId,
    id: display.id,
    name: display.name,
    time_zone: display.timeZone,
    fills_without_lines: flagOf(display.fillsWithoutLines),
    dwell_seconds: display.dwellSeconds,
    diagonal_inches: display.diagonalInches,
    distance_cm: display.distanceCm,
    language: display.language,
    paired_only: flagOf(display.pairedOnly),
    opening_hours: storedScheduleOf(display.openingHours),
    read_code: display.readCode,
    short_code: display.shortCode,
    town: storedTown(display.town),
    weather_units: storedUnits(display.weatherUnits),
    kind: 'display' as const,
    revision: display.revision,
    told_revision: display.revision,
    removed_at: null,
    loop_started_at: display.loopStartedAt,
    created_at: display.createdAt,
  }
}

const storedTown = (town: Display['town']) => town && JSON.stringify(town)
const storedUnits = (units: Display['weatherUnits']) => (Object.keys(units).length > 0 ? JSON.stringify(units) : null)
const flagOf = (is: boolean) => (is ? (1 as const) : (0 as const))

/** @returns false if the organisation has a display with that id */
export async function createDisplay(queries: Queries, display: NewDisplay): Promise<boolean> {
  const result = await queries
    .insertInto('programme')
    .values(toNewRow(display))
    .onConflict((conflict) => conflict.columns(['organisation_id', 'id']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function findDisplay(queries: Queries, key: DisplayKey): Promise<StoredDisplay | undefined> {
  const row = await queries
    .selectFrom('programme')
    .where('kind', '=', 'display')
    .select(COLUMNS)
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.displayId)
    .executeTakeFirst()
  return row && toDisplay(row)
}

/** For a locked display, which must exist. */
export async function getDisplay(queries: Queries, key: DisplayKey): Promise<StoredDisplay> {
  const display = await findDisplay(queries, key)
  if (!display) throw new Error(`display ${key.organisationId}/${key.displayId} was removed while it was held`)
  return display
}

export async function listDisplays(queries: Queries, organisationId: OrganisationId): Promise<StoredDisplay[]> {
  const rows = await queries
    .selectFrom('programme')
    .where('kind', '=', 'display')
    .select(COLUMNS)
    .where('organisation_id', '=', organisationId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toDisplay)
}

/** The names of all displays of an organisation, in order. */
export async function listDisplayNames(
  queries: Queries,
  organisationId: OrganisationId,
): Promise<{ id: DisplayId; name: string }[]> {
  const rows = await queries
    .selectFrom('programme')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'display')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name }) => ({ id: id as DisplayId, name }))
}

export async function countDisplays(queries: Queries, organisationId: OrganisationId): Promise<number> {
  return countOf(
    queries.selectFrom('programme').where('kind', '=', 'display').where('organisation_id', '=', organisationId),
  )
}

/** Returns those of the ids that are displays of the organisation, in the given order. */
export async function keepKnownDisplays(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly DisplayId[],
): Promise<DisplayId[]> {
  if (ids.length === 0) return []
  const rows = await queries
    .selectFrom('programme')
    .where('kind', '=', 'display')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => known.has(id))
}

export async function updateSettings(
  queries: Queries,
  key: DisplayKey,
  settings: Omit<Display, 'organisationId' | 'id' | 'revision'>,
): Promise<void> {
  await updateWhere(
    queries,
    'programme',
    { organisation_id: key.organisationId, id: key.displayId },
    {
      name: settings.name,
      time_zone: settings.timeZone,
      fills_without_lines: flagOf(settings.fillsWithoutLines),
      dwell_seconds: settings.dwellSeconds,
      diagonal_inches: settings.diagonalInches,
      distance_cm: settings.distanceCm,
      language: settings.language,
      paired_only: flagOf(settings.pairedOnly),
      opening_hours: storedScheduleOf(settings.openingHours),
      read_code: settings.readCode,
      short_code: settings.shortCode,
      town: storedTown(settings.town),
      weather_units: storedUnits(settings.weatherUnits),
    },
  )
}

/** Counts the rows that a display contains, to show what would be removed with it. */
export async function countContents(
  queries: Queries,
  key: DisplayKey,
): Promise<Omit<DisplayContents, 'revision' | 'people'>> {
  const { organisationId, displayId } = key
  const count = async (table: 'item' | 'line') => {
    return countOf(
      queries.selectFrom(table).where('organisation_id', '=', organisationId).where('programme_id', '=', displayId),
    )
  }
  const files = await queries
    .selectFrom('item')
    .select((column) => column.fn.count<number | string>('media_id').distinct().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('programme_id', '=', displayId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('item as other')
            .select('other.id')
            .whereRef('other.media_id', '=', 'item.media_id')
            .where((is) =>
              is.or([is('other.organisation_id', '!=', organisationId), is('other.programme_id', '!=', displayId)]),
            ),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const hidden = await countOf(
    queries
      .selectFrom('item')
      .innerJoin('programme as playlist', inOrganisation({ 'playlist.id': 'item.playlist_id' }))
      .where('item.organisation_id', '=', organisationId)
      .where('item.programme_id', '=', displayId)
      .where('playlist.removed_at', 'is not', null),
  )
  return { items: (await count('item')) - hidden, lines: await count('line'), files: Number(files.count) }
}

/** Removes only the row. Rows that refer to it must be removed before, except those with `on delete cascade`. */
export async function removeDisplay(queries: Queries, key: DisplayKey): Promise<void> {
  await removeWhere(queries, 'programme', { organisation_id: key.organisationId, id: key.displayId })
}

/** @returns the last revision; undefined if there never was such a display, or if it exists */
export async function findRemovedDisplay(
  queries: Queries,
  key: DisplayKey,
): Promise<{ revision: number; removedAt: number } | undefined> {
  return queries
    .selectFrom('removed_display')
    .select(['revision', 'removed_at as removedAt'])
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', key.displayId)
    .executeTakeFirst()
}

export async function createRemovedDisplay(
  queries: Queries,
  key: DisplayKey,
  removed: { revision: number; removedAt: number },
): Promise<void> {
  await queries
    .insertInto('removed_display')
    .values({
      organisation_id: key.organisationId,
      id: key.displayId,
      revision: removed.revision,
      removed_at: removed.removedAt,
    })
    .execute()
}

export async function forgetRemovedDisplay(queries: Queries, key: DisplayKey): Promise<void> {
  await removeWhere(queries, 'removed_display', { organisation_id: key.organisationId, id: key.displayId })
}

/** Finds the display whose reading page has that short address. */
export async function findByShortCode(
  queries: Queries,
  shortCode: string,
): Promise<(DisplayKey & { pairedOnly: boolean }) | undefined> {
  const row = await queries
    .selectFrom('programme')
    .select(['organisation_id', 'id', 'paired_only'])
    .where('short_code', '=', shortCode)
    .where('kind', '=', 'display')
    .executeTakeFirst()
  if (!row) return undefined
  const { organisationId, id: displayId } = KeyOfRow.parse({ organisationId: row.organisation_id, id: row.id })
  return { organisationId, displayId, pairedOnly: row.paired_only === 1 }
}

const KeyOfRow = Display.pick({ organisationId: true, id: true })
