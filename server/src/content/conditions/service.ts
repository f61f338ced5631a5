import {
  type CellValue,
  CLOCK_CONSTANTS,
  type ComparedValue,
  Condition,
  cutAtWord,
  isWeatherCompared,
  keyOfValue,
  OPERATORS_OF,
  type OrganisationId,
  readCell,
} from '@placard/contract'
import type { Caller } from '../../platform/access.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readChosenValue } from '../values/service.ts'

/** null if it cannot be read, because it was edited by hand or written by a newer version: the entry is on by its schedule alone. */
export function readStoredCondition(stored: string | null): Condition | null {
  if (stored === null) return null
  try {
    return readKeptCondition(JSON.parse(stored))
  } catch {
    return null
  }
}

/** The same for a condition in the log. */
export const readKeptCondition = (value: unknown): Condition | null => Condition.safeParse(value).data ?? null

export const storedConditionOf = (condition: Condition | null | undefined): string | null =>
  condition ? JSON.stringify(condition) : null

/** Longer names are cut: they are stored with each comparison. */
const MAX_NAME_CHARACTERS = 80

/** The values that the condition of a thing compares. */
export const comparedBy = ({ condition }: { condition?: Condition | null | undefined }): ComparedValue[] =>
  condition?.all.map(({ value }) => value) ?? []

/**
 * Checks that the values of a condition exist and that its comparisons fit them, and reads the constants as if they were typed
 * into the table. The organisation must be locked, so that no cell changes unnoticed meanwhile. A person who is limited to some
 * displays sees no tables, and may only compare values that the condition has already.
 *
 * @param options.field the path of the condition in the body
 * @param options.before the present condition
 * @returns the condition as it is stored
 * @throws AppError table-not-found, row-not-found, column-not-found, operator-not-fitting, and those of cells
 */
export async function requireCondition<Given extends Condition | null | undefined>(
  queries: Queries,
  { displays }: Pick<Caller, 'displays'>,
  organisationId: OrganisationId,
  condition: Given,
  { field = 'condition', before }: { field?: string; before?: Condition | null | undefined } = {},
): Promise<Given> {
  if (!condition) return condition
  const all: Condition['all'] = []
  const seen = new Set(comparedBy({ condition: before }).map(keyOfValue))
  for (const [index, { value, operator, constant }] of condition.all.entries()) {
    const at = `${field}.all.${index}`
    if (displays !== null && value.of !== 'weather' && !seen.has(keyOfValue(value))) {
      throw new AppError('table-not-found', { field: `${at}.value.tableId` })
    }
    const now = await readChosenValue(queries, organisationId, value)
    if ('problem' in now) throw new AppError(now.problem, { field: `${at}.value.${now.part}` })
    if (!isCompared(value) || !OPERATORS_OF[now.column.type].includes(operator)) {
      throw new AppError('operator-not-fitting', { field: `${at}.operator` })
    }
    all.push({
      value,
      operator,
      ...(constant === undefined ? {} : { constant: constantOf(constant, now, `${at}.constant`) }),
      names: now.names.map((name) => cutAtWord(name, MAX_NAME_CHARACTERS)),
    })
  }
  return { ...condition, all }
}

const isCompared = (value: ComparedValue) => value.of !== 'weather' || isWeatherCompared(value.figure)

/** @throws AppError constant-missing, and those of cells */
function constantOf(
  constant: CellValue,
  { column, language }: { column: Parameters<typeof readCell>[0]; language: string },
  field: string,
): CellValue {
  if (constant === CLOCK_CONSTANTS[column.type]) return constant
  const read = readCell(column, constant, language)
  if ('problem' in read) throw new AppError(read.problem, { field })
  if (read.value === null) throw new AppError('constant-missing', { field })
  return read.value
}
