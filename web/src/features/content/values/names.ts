import { keyOfValue, type Value, type ValueInText, withValues, wordsOfValue } from '@placard/contract'

/** The names by which a form shows values: `{Menu: Soup: Price}`. Each value has a name of its own. */
export type ValueNames = {
  /** The name in braces. A value that is not known gets a name that says so. */
  of: (value: Value) => string
  /** undefined: no value has this name. @param name in braces */
  valueOf: (name: string) => Value | undefined
  /** The value as screens show it. undefined: it is missing. */
  textOf: (value: Value) => string | undefined
  /** Makes values known, or replaces what was known of them. */
  learn: (values: readonly ValueInText[]) => void
}

/** @param unknown the name of a value whose table, row or column was removed */
export function createValueNames(unknown: string): ValueNames {
  const known = new Map<string, ValueInText>()
  const names = new Map<string, string>()
  const values = new Map<string, Value>()
  const nameNew = (value: Value): string => {
    const name = known.get(keyOfValue(value))?.name ?? unknown
    for (let count = 1; ; count += 1) {
      const unique = count === 1 ? `{${name}}` : `{${name} ${count}}`
      if (values.has(unique)) continue
      names.set(keyOfValue(value), unique)
      values.set(unique, value)
      return unique
    }
  }
  // A name stays while the form is open, because the text in its fields has it.
  const of = (value: Value) => names.get(keyOfValue(value)) ?? nameNew(value)
  return {
    of,
    valueOf: (name) => values.get(name),
    textOf: (value) => known.get(keyOfValue(value))?.text,
    learn(some) {
      for (const one of some) known.set(keyOfValue(one.value), one)
    },
  }
}

/** A stored text as its field shows it. */
export const withNames = (text: string, names: ValueNames): string => withValues(text, (value) => names.of(value))

const NAME = /\{[^{}]*\}/g

/** The stored form of the text in a field. */
export function withoutNames(shown: string, names: ValueNames): string {
  return shown.replace(NAME, (name) => {
    const value = names.valueOf(name)
    return value ? wordsOfValue(value) : name
  })
}

export type Span = { from: number; until: number }

/** The places of names in the text of a field. */
export function spansOf(shown: string, names: ValueNames): Span[] {
  return Array.from(shown.matchAll(NAME)).flatMap(({ 0: name, index }) =>
    names.valueOf(name) ? [{ from: index, until: index + name.length }] : [],
  )
}

/**
 * The text of a field after an edit. A name that was cut is removed as a whole, and what was typed into a name stands behind it.
 *
 * @param caret the place of the caret in `after`
 */
export function afterEdit(
  before: string,
  after: string,
  caret: number,
  names: ValueNames,
): { text: string; caret: number } {
  const spans = spansOf(before, names)
  if (spans.length === 0) return { text: after, caret }
  // Everything behind the caret is as it was.
  const most = Math.min(after.length - caret, before.length)
  let end = 0
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  let start = 0
  while (start < before.length - end && start < after.length - end && before[start] === after[start]) start += 1
  const typed = after.slice(start, after.length - end)
  let from = start
  let until = before.length - end
  if (from === until) {
    const inside = spans.find((span) => span.from < from && from < span.until)
    if (!inside) return { text: after, caret }
    from = inside.until
    until = inside.until
  }
  for (const span of spans) {
    if (span.until <= from || until <= span.from) continue
    from = Math.min(from, span.from)
    until = Math.max(until, span.until)
  }
  return { text: before.slice(0, from) + typed + before.slice(until), caret: from + typed.length }
}
