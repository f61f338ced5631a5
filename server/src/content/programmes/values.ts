import {
  type Item,
  keyOfValue,
  type Line,
  type OrganisationId,
  type Value,
  type ValueInText,
  valuesIn,
  withValues,
} from '@placard/contract'
import { isTextual, lineShown, noticeShown, type TextOfValue, writtenCell } from '@placard/playback'
import type { Caller } from '../../platform/access.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { nameOfValue, readValues, type ValuesNow } from '../values/service.ts'
import { type ItemState, valuesOfItem } from './item-fields.ts'
import { valuesOfLine } from './lines.store.ts'

type Values = { values: ValuesNow }

/** The lists of a programme. */
type Lists = { items: () => Promise<ItemState[]>; lines: () => Promise<Line[]> }

const textOfValue =
  ({ values }: Values): TextOfValue =>
  (value) => {
    const now = values.get(keyOfValue(value))
    return now && writtenCell(now.column, now.value, now.language)
  }

/** The item with the values in its texts filled in. Undefined if nothing of it is left, because values are missing. */
export function shownItem(item: ItemState, values: Values): ItemState | undefined {
  if (!item.notice) return item
  const notice = noticeShown(item.notice, textOfValue(values))
  return notice === item.notice ? item : notice && { ...item, notice }
}

/** The line with its values filled in. Undefined if one is missing. */
export function shownLine(line: Line, values: Values): Line | undefined {
  const text = lineShown(line.text, textOfValue(values))
  return text === line.text ? line : text === undefined ? undefined : { ...line, text }
}

/** The texts of an item as the API tells them beside the stored ones. Undefined if they contain no values. */
export function shownOfItem(item: ItemState, values: Values): Item['shown'] {
  const { notice } = item
  const used = valuesInText(valuesOfItem(item), values)
  if (!notice || used.length === 0) return undefined
  const shown = shownItem(item, values)?.notice
  if (shown) return { notice: shown, values: used }
  const named = { ...notice }
  for (const name of ['heading', 'body', 'byline'] as const) named[name] = withNames(notice[name], values)
  return { notice: named, values: used, isOff: true }
}

/** A line as the API returns it. */
export function lineOf(line: Line, values: Values): Line {
  const used = valuesInText(valuesOfLine(line), values)
  if (used.length === 0) return line
  const shown = shownLine(line, values)
  const text = shown?.text ?? withNames(line.text, values)
  return { ...line, shown: { text, values: used, ...(shown ? {} : { isOff: true }) } }
}

function valuesInText(used: readonly Value[], values: Values): ValueInText[] {
  const textOf = textOfValue(values)
  return [...new Map(used.map((value) => [keyOfValue(value), value])).values()].map((value) => {
    const name = nameOf(value, values)
    const text = textOf(value)
    return { value, ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { text }) }
  })
}

const nameOf = (value: Value, { values }: Values): string | undefined => {
  const now = values.get(keyOfValue(value))
  return now && nameOfValue(now)
}

/** The text with present values filled in, and with the names of missing ones in braces. */
function withNames(text: string, values: Values): string {
  const textOf = textOfValue(values)
  return withValues(text, (value) => textOf(value) ?? `{${nameOf(value, values) ?? '…'}}`)
}

/** The texts of an item by the fields that the API names. */
export const textsOfItem = ({ notice }: Pick<ItemState, 'notice'>): [field: string, text: string][] =>
  notice ? (['heading', 'body', 'byline'] as const).map((name) => [`notice.${name}`, notice[name]]) : []

/**
 * Checks that texts may have their values: each is a cell of a table of the organisation, of a type that has a text. Values that the
 * thing had before are kept, even if their cells were removed. A person who is limited to some displays sees no tables, and may use
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
  before: readonly Value[] = [],
): Promise<void> {
  const kept = new Set(before.map(keyOfValue))
  const added = texts.flatMap(([field, text]) =>
    valuesIn(text).flatMap((value) => (kept.has(keyOfValue(value)) ? [] : [{ field, value, key: keyOfValue(value) }])),
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
