import { isDeepStrictEqual } from 'node:util'
import {
  type ComparedValue,
  type Condition,
  keyOfValue,
  type ProgrammeId,
  type ProgrammeKey,
  programmeIdOf,
  type TableKey,
  type ZoneOffsets,
} from '@placard/contract'
import { answerByClock, conditionGoesByClock } from '@placard/playback'
import type { Queries } from '../../platform/database/database.ts'
import { comparedBy, readStoredCondition } from '../conditions/service.ts'
import { readValues } from '../values/service.ts'
import * as store from './answers.store.ts'

/** The answers to the conditions of a programme's visible items, in the order of their ids. */
export type AnswersOfItems = ReadonlyMap<ProgrammeId, unknown[]>

/** Somewhere it is yesterday or tomorrow now. */
const ANY_ZONE_MS = 26 * 60 * 60_000

const UTC: ZoneOffsets = [[0, 0]]

/** Reads the answers that depend on a table. @param now milliseconds since 1970 */
export async function readAnswers(
  queries: Queries,
  { organisationId, tableId }: TableKey,
  now: number,
): Promise<AnswersOfItems> {
  const rows = await store.listConditions(queries, organisationId, tableId)
  const asked = rows.map(({ programmeId, stored }) => ({
    programmeId,
    condition: ofTables(readStoredCondition(stored)),
  }))
  const values = await readValues(queries, organisationId, asked.flatMap(comparedBy))
  const find = (value: ComparedValue) => values.get(keyOfValue(value))
  const clock = { zoneOffsets: UTC, from: now - ANY_ZONE_MS, until: now + ANY_ZONE_MS }
  const answerOf = ({ condition }: { condition: Condition | null }) => {
    if (!condition) return undefined
    const answer = answerByClock(condition, find, clock.from, clock)
    if (!conditionGoesByClock(condition, find)) return answer
    // A change of tomorrow's row is no change of what is on.
    return [answer.on, [answer.until, ...(answer.later ?? [])].filter((at) => at !== undefined && at < clock.until)]
  }
  const answers = new Map<ProgrammeId, unknown[]>()
  for (const { programmeId, condition } of asked) {
    answers.set(programmeId, [...(answers.get(programmeId) ?? []), answerOf({ condition })])
  }
  return answers
}

/**
 * The condition without what it compares of the weather, which differs from display to display. A change of a table changes the
 * whole answer at most where it changes this one.
 */
function ofTables(condition: Condition | null): Condition | null {
  return condition && { ...condition, all: condition.all.filter(({ value }) => value.of !== 'weather') }
}

/**
 * The programmes whose loops begin anew (PB5), because other items are on in them: those with another answer, and the displays
 * that include one of these.
 */
export async function listRestarted(
  queries: Queries,
  { organisationId }: Pick<ProgrammeKey, 'organisationId'>,
  before: AnswersOfItems,
  after: AnswersOfItems,
): Promise<(key: ProgrammeKey) => boolean> {
  const changed = [...after.keys()].filter((id) => !isDeepStrictEqual(before.get(id), after.get(id)))
  const ids = new Set([...changed, ...(await store.listDisplaysWith(queries, organisationId, changed))])
  return (key) => ids.has(programmeIdOf(key))
}
