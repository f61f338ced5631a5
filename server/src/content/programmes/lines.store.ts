import {
  type ComparedValue,
  type Line,
  LineId,
  type OrganisationId,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  valuesIn,
} from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts'
import { statement } from '../../platform/database/statement.ts'
import { removeWhere } from '../../platform/database/where.ts'
import { comparedBy, readStoredCondition, storedConditionOf } from '../conditions/service.ts'
import { readStoredSchedule, storedScheduleOf } from '../schedules/service.ts'
import { sourcesToStore } from '../values/service.ts'

/** A line and its programme. */
export type HeldLine = { programmeId: ProgrammeId; line: Line }

/** In order. */
export async function listLines(queries: Queries, key: ProgrammeKey): Promise<Line[]> {
  const held = await listLinesOf(queries, key.organisationId, [programmeIdOf(key)])
  return held.map(({ line }) => line)
}

const selectLines = statement(
  (queries, { organisationId, ids }: { organisationId: OrganisationId; ids: readonly ProgrammeId[] }) =>
    queries
      .selectFrom('line')
      .select(['programme_id', 'id', 'text', 'schedule', 'condition', 'position', 'revision'])
      .where('organisation_id', '=', organisationId)
      .where('programme_id', 'in', ids)
      .orderBy('position')
      .orderBy('id'),
)

/** The lines of several programmes of an organisation, in order within each. */
export async function listLinesOf(
  queries: Queries,
  organisationId: OrganisationId,
  ids: readonly ProgrammeId[],
): Promise<HeldLine[]> {
  if (ids.length === 0) return []
  const { rows } = await selectLines(queries, { organisationId, ids })
  return rows.map(({ programme_id, id, schedule: storedSchedule, condition: storedCondition, ...row }) => {
    const schedule = readStoredSchedule(storedSchedule)
    const condition = readStoredCondition(storedCondition)
    const line = {
      id: LineId.parse(id),
      ...row,
      ...(schedule === null ? {} : { schedule }),
      ...(condition === null ? {} : { condition }),
    }
    return { programmeId: programme_id as ProgrammeId, line }
  })
}

export async function createLines(queries: Queries, key: ProgrammeKey, lines: readonly Line[]): Promise<void> {
  const owner = { organisation_id: key.organisationId, programme_id: programmeIdOf(key) }
  for (const some of rowsAtOnce(lines)) {
    await queries
      .insertInto('line')
      .values(some.map((line) => ({ ...owner, ...rowOf(line) })))
      .execute()
  }
}

export async function updateLine(queries: Queries, key: ProgrammeKey, line: Line): Promise<void> {
  const { organisationId } = key
  await update(queries, {
    organisationId,
    programmeId: programmeIdOf(key),
    ...rowOf(line),
  })
}

type Stored = Omit<Line, 'schedule' | 'condition'> & {
  schedule: string | null
  condition: string | null
  value_sources: string | null
}

const rowOf = (line: Line): Stored => ({
  ...line,
  schedule: storedScheduleOf(line.schedule),
  condition: storedConditionOf(line.condition),
  value_sources: sourcesToStore(valuesOfLine(line)),
})

/** The values that a line shows or depends on. */
export const valuesOfLine = (line: Pick<Line, 'text' | 'condition'>): ComparedValue[] => [
  ...valuesIn(line.text),
  ...comparedBy(line),
]

const update = statement(
  (
    queries,
    { organisationId, programmeId, id, ...row }: Stored & { organisationId: OrganisationId; programmeId: ProgrammeId },
  ) =>
    queries
      .updateTable('line')
      .set(row)
      .where('organisation_id', '=', organisationId)
      .where('programme_id', '=', programmeId)
      .where('id', '=', id),
)

export async function removeLine(queries: Queries, key: ProgrammeKey, id: LineId): Promise<void> {
  await removeWhere(queries, 'line', { organisation_id: key.organisationId, programme_id: programmeIdOf(key), id })
}
