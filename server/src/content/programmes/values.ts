import {
  type ComparedValue,
  type Item,
  keyOfValue,
  type Line,
  type OrganisationId,
  pageIdOf,
  type Value,
  type ValueInText,
  valuesIn,
  withValues,
} from '@placard/contract'
import {
  figureInWords,
  isTextual,
  lineShown,
  noticeShown,
  scheduleFrom,
  scheduleUntil,
  type TextOfValue,
  unitsFor,
  weatherValue,
  writtenValue,
} from '@placard/playback'
import type { Caller } from '../../platform/access.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type FindValueNow, nameOfValue, readValues, type ValuesNow } from '../values/service.ts'
import type { Place } from './feed-entries.ts'
import { type ItemState, valuesOfItem } from './item-fields.ts'
import { valuesOfLine } from './lines.store.ts'

/** The lists of a programme. */
type Lists = { items: () => Promise<ItemState[]>; lines: () => Promise<Line[]> }

/**
 * Finds the values of tables and of the weather at a display.
 *
 * @param place without a forecast, the values of the weather are missing
 */
export function findValueIn({ values }: { values: ValuesNow }, place: Place): FindValueNow {
  const units = place.units ?? unitsFor({}, place.language, undefined)
  return (value) => (value.of === 'weather' ? weatherValue(value, { ...place, units }) : values.get(keyOfValue(value)))
}

const textOfValue =
  (find: FindValueNow): TextOfValue =>
  (value) => {
    const now = find(value)
    return now && writtenValue(now)
  }

/** The instant at which the first of the values that are there is too old. undefined: none becomes old. */
function oldAt(texts: readonly string[], find: FindValueNow): number | undefined {
  const ends = texts.flatMap(valuesIn).flatMap((value) => find(value)?.until ?? [])
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/**
 * The item with the values in its texts filled in. If one of them becomes too old, it ends then, and what is left of it without
 * that value follows as an entry of its own, so that a screen without a network shows the rest.
 *
 * @returns nothing if nothing of it is left, because values are missing
 */
export function shownItems(item: ItemState, find: FindValueNow, { zoneOffsets }: Place): ItemState[] {
  if (!item.notice) return [item]
  const notice = noticeShown(item.notice, textOfValue(find))
  if (!notice || notice === item.notice) return notice ? [item] : []
  const until = oldAt(
    textsOfItem(item).map(([, text]) => text),
    find,
  )
  if (until === undefined) return [{ ...item, notice }]
  const schedule = item.schedule ?? undefined
  const shown = { ...item, notice, schedule: scheduleUntil(schedule, until, zoneOffsets) }
  const rest = noticeShown(item.notice, textOfValue(findAt(find, until)))
  const from = scheduleFrom(schedule, until, zoneOffsets)
  return rest && from ? [shown, { ...item, id: pageIdOf(item.id, 1), notice: rest, schedule: from }] : [shown]
}

/** The item as it is shown now. Undefined if nothing of it is left, because values are missing. */
export function shownItem(item: ItemState, find: FindValueNow, place: Place): ItemState | undefined {
  const [shown] = shownItems(item, find, place)
  return shown && { ...shown, schedule: item.schedule }
}

/** Finds values as they are known at an instant if nothing new is read until then. */
const findAt =
  (find: FindValueNow, at: number): FindValueNow =>
  (value) => {
    const now = find(value)
    return now?.until !== undefined && at >= now.until ? { ...now, value: null } : now
  }

/** The line with its values filled in. It ends when one of them is too old. Undefined if one is missing. */
export function shownLine(line: Line, find: FindValueNow, { zoneOffsets }: Place): Line | undefined {
  const text = lineShown(line.text, textOfValue(find))
  if (text === undefined || text === line.text) return text === undefined ? undefined : line
  const until = oldAt([line.text], find)
  return until === undefined
    ? { ...line, text }
    : { ...line, text, schedule: scheduleUntil(line.schedule, until, zoneOffsets) }
}

/** The texts of an item as the API tells them beside the stored ones. Undefined if they contain no values. */
export function shownOfItem(item: ItemState, find: FindValueNow): Item['shown'] {
  const { notice } = item
  const texts = textsOfItem(item).map(([, text]) => text)
  const used = valuesInText(texts.flatMap(valuesIn), find)
  if (!notice || used.length === 0) return undefined
  const shown = noticeShown(notice, textOfValue(find))
  if (shown) return { notice: shown, values: used }
  const named = { ...notice }
  for (const name of ['heading', 'body', 'byline'] as const) named[name] = withNames(notice[name], find)
  return { notice: named, values: used, isOff: true }
}

/** A line as the API returns it. */
export function lineOf(line: Line, find: FindValueNow): Line {
  const used = valuesInText(valuesIn(line.text), find)
  if (used.length === 0) return line
  const shown = lineShown(line.text, textOfValue(find))
  const text = shown ?? withNames(line.text, find)
  return { ...line, shown: { text, values: used, ...(shown === undefined ? { isOff: true } : {}) } }
}

function valuesInText(used: readonly Value[], find: FindValueNow): ValueInText[] {
  const textOf = textOfValue(find)
  return [...new Map(used.map((value) => [keyOfValue(value), value])).values()].map((value) => {
    const name = nameOf(value, find)
    const text = textOf(value)
    return { value, ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { text }) }
  })
}

const nameOf = (value: Value, find: FindValueNow): string | undefined => {
  const now = find(value)
  if (now && value.of === 'weather') return figureInWords(value.figure, now.language)
  return now && nameOfValue(now)
}

/** The text with present values filled in, and with the names of missing ones in braces. */
function withNames(text: string, find: FindValueNow): string {
  const textOf = textOfValue(find)
  return withValues(text, (value) => textOf(value) ?? `{${nameOf(value, find) ?? '…'}}`)
}

/** The texts of an item by the fields that the API names. */
export const textsOfItem = ({ notice }: Pick<ItemState, 'notice'>): [field: string, text: string][] =>
  notice ? (['heading', 'body', 'byline'] as const).map((name) => [`notice.${name}`, notice[name]]) : []

/**
 * Checks that texts may have their values: each is of the weather, or a cell of a table of the organisation, of a type that has a
 * text. Values that the thing had before are kept, even if their cells were removed. A person who is limited to some displays sees no tables, and may use
 * what the programme shows already.
 *
 * @param texts each with its field in the body
 * @param before the values that the thing has had
 * @throws AppError value-not-found, with the field
 */
export async function requireValues(
  queries: Queries,
  { displays }: Pick<Caller, 'displays'>,
  organisationId: OrganisationId,
  found: Lists,
  texts: readonly [field: string, text: string][],
  before: readonly ComparedValue[] = [],
): Promise<void> {
  const kept = new Set(before.map(keyOfValue))
  const added = texts.flatMap(([field, text]) =>
    valuesIn(text).flatMap((value) =>
      value.of === 'weather' || kept.has(keyOfValue(value)) ? [] : [{ field, value, key: keyOfValue(value) }],
    ),
  )
  if (added.length === 0) return
  const there =
    displays === null
      ? await readValues(
          queries,
          organisationId,
          added.map(({ value }) => value),
        )
      : undefined
  const shown = there ? undefined : new Set(await listShownKeys(found))
  for (const { field, key } of added) {
    const now = there?.get(key)
    if (!(shown?.has(key) ?? (now && isTextual(now.column)))) throw new AppError('value-not-found', { field })
  }
}

async function listShownKeys(found: Lists): Promise<string[]> {
  const values = [...(await found.items()).flatMap(valuesOfItem), ...(await found.lines()).flatMap(valuesOfLine)]
  return values.map(keyOfValue)
}
