import { type ProgrammeKey, programmeIdOf } from '@placard/contract'
import type { Queries } from '../platform/database/database.ts'

/** The row of a programme, as its readers tell it. */
export type Facts = {
  name: string
  timeZone: string
  fillsWithoutLines: boolean
  revision: number
  /** Milliseconds since 1970. */
  loopStartedAt: number
}

/** Undefined when there is none such, or it was removed. */
export async function findFacts(queries: Queries, key: ProgrammeKey): Promise<Facts | undefined> {
  const row = await queries
    .selectFrom('programme')
    .select(['name', 'time_zone as timeZone', 'fills_without_lines', 'revision', 'loop_started_at as loopStartedAt'])
    .where('organisation_id', '=', key.organisationId)
    .where('id', '=', programmeIdOf(key))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { fills_without_lines: fills, ...facts } = row
  return { ...facts, fillsWithoutLines: fills === 1 }
}

/** @returns its last revision; undefined when there never was such a display, or there is one */
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
