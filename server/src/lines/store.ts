import { type DisplayKey, type Line, LineId } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'
import { readStoredSchedule, storedScheduleOf } from '../schedules/service.ts'

/** In order. */
export async function listLines(queries: Queries, key: DisplayKey): Promise<Line[]> {
  const rows = await queries
    .selectFrom('line')
    .select(['id', 'text', 'schedule', 'position', 'revision'])
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, schedule: stored, ...row }) => {
    const schedule = readStoredSchedule(stored)
    return { id: LineId.parse(id), ...row, ...(schedule === null ? {} : { schedule }) }
  })
}

export async function createLine(queries: Queries, key: DisplayKey, line: Line): Promise<void> {
  await queries
    .insertInto('line')
    .values({
      organisation_id: key.organisationId,
      display_id: key.displayId,
      ...line,
      schedule: storedScheduleOf(line.schedule),
    })
    .execute()
}

export async function updateLine(queries: Queries, key: DisplayKey, line: Line): Promise<void> {
  const { id, ...fields } = line
  await queries
    .updateTable('line')
    .set({ ...fields, schedule: storedScheduleOf(line.schedule) })
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('id', '=', id)
    .execute()
}

export async function removeLine(queries: Queries, key: DisplayKey, id: LineId): Promise<void> {
  await queries
    .deleteFrom('line')
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .where('id', '=', id)
    .execute()
}

export async function removeLinesOf(queries: Queries, key: DisplayKey): Promise<void> {
  await queries
    .deleteFrom('line')
    .where('organisation_id', '=', key.organisationId)
    .where('display_id', '=', key.displayId)
    .execute()
}
