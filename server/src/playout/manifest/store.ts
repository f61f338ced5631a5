import {
  type Display,
  type OrganisationId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
} from '@placard/contract'
import { readTown, readUnits } from '../../content/programmes/service.ts'
import { readStoredOpeningHours } from '../../content/schedules/service.ts'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** The row of a programme, with its values parsed. */
export type Facts = Omit<Display, 'organisationId' | 'id'> & {
  /** [LY5] Absent: one. */
  filmsAtOnce?: number | undefined
  /** Milliseconds since 1970. */
  loopStartedAt: number
}

/** Undefined if there is no such programme, or it was removed. */
export async function findFacts(queries: Queries, key: ProgrammeKey): Promise<Facts | undefined> {
  const id = programmeIdOf(key)
  return (await listFacts(queries, key.organisationId, [id])).get(id)
}

const selectFacts = statement(
  (queries, { organisationId, ids }: { organisationId: OrganisationId; ids: readonly ProgrammeId[] }) =>
    queries
      .selectFrom('programme')
      .select([
        'id',
        'name',
        'time_zone as timeZone',
        'fills_without_lines',
        'dwell_seconds as dwellSeconds',
        'diagonal_inches as diagonalInches',
        'distance_cm as distanceCm',
        'language',
        'paired_only',
        'opening_hours',
        'read_code as readCode',
        'short_code as shortCode',
        'town',
        'weather_units',
        'films_at_once',
        'revision',
        'loop_started_at as loopStartedAt',
      ])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .where('removed_at', 'is', null),
)

/** The facts of those programmes of an organisation that are not removed. */
export async function listFacts(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<Map<ProgrammeId, Facts>> {
  const { rows } = await selectFacts(queries, { organisationId, ids })
  return new Map(
    rows.map(
      ({
        id,
        fills_without_lines: fills,
        paired_only: paired,
        opening_hours: hours,
        weather_units: units,
        films_at_once: films,
        ...facts
      }) => [
        id as ProgrammeId,
        {
          ...facts,
          fillsWithoutLines: fills === 1,
          pairedOnly: paired === 1,
          openingHours: readStoredOpeningHours(hours),
          town: readTown(facts.town),
          weatherUnits: readUnits(units),
          ...(films === null ? {} : { filmsAtOnce: films }),
        },
      ],
    ),
  )
}

const selectRevision = statement(
  (queries, { organisationId, id }: { organisationId: OrganisationId; id: ProgrammeId }) =>
    queries
      .selectFrom('programme')
      .select(['revision', 'paired_only'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('removed_at', 'is', null),
)

/** Like `findFacts`, with only the columns that every request of a screen needs. */
export async function findRevision(
  queries: Queries,
  key: ProgrammeKey,
): Promise<Pick<Facts, 'revision' | 'pairedOnly'> | undefined> {
  const {
    rows: [row],
  } = await selectRevision(queries, { organisationId: key.organisationId, id: programmeIdOf(key) })
  return row && { revision: row.revision, pairedOnly: row.paired_only === 1 }
}

/** @returns the last revision; undefined if the display exists, or never existed */
export async function findRemovedDisplay(
  queries: Queries,
  key: ProgrammeKey,
): Promise<{ revision: number; removedAt: number } | undefined> {
  return queries
    .selectFrom('removed_display')
    .select(['revision', 'removed_at as removedAt'])
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
    .executeTakeFirst()
}
