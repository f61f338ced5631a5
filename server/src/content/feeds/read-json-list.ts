import { decimalMarkOf, MAX_ROWS_PER_TABLE, MAX_SOURCE_COLUMNS } from '@placard/contract'
import { compile } from 'json-p3'

/** Deeper JSON is refused. Data that people show have five levels. */
const MOST_DEPTH = 100
/** Lists are searched, and objects of a row are opened, down to this level. */
const LIST_DEPTH = 6
const ROW_DEPTH = 4
const MOST_LISTS = 20

export type JsonList = { path: string; rows: number }

/** The reason why JSON is no list of rows. */
export class JsonListError extends Error {
  override readonly name = 'JsonListError'
  readonly problem: 'damaged' | 'no-list' | 'path' | 'does-not-fit'

  constructor(problem: JsonListError['problem'], options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/**
 * Reads a list of JSON as lines of texts, with the names of the columns in the first line.
 *
 * @param wanted the path to the list, by RFC 9535; null: the longest list, or else the document as one row
 * @throws JsonListError
 */
export function readJsonList(
  text: string,
  wanted: string | null,
  language: string,
): { texts: string[][]; lists: JsonList[]; path: string } {
  requireDepth(text)
  const document = parsed(text)
  const lists = listsIn(document)
  const path = wanted ?? lists[0]?.path ?? '$'
  const items = itemsOf(valuesAt(document, path))
  if (items.length > MAX_ROWS_PER_TABLE) throw new JsonListError('does-not-fit')
  const mark = decimalMarkOf(language)
  const rows = items.map((item) => cellsOf(item, mark))
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].slice(0, MAX_SOURCE_COLUMNS)
  if (items.length > 0 && names.length === 0) throw new JsonListError('no-list')
  const lines = rows.map((row) => names.map((name) => row.get(name) ?? ''))
  return { texts: names.length === 0 ? [] : [names, ...lines], lists, path }
}

/** Counts the brackets outside of texts, because a document of a million levels would fill the memory. @throws JsonListError */
function requireDepth(text: string): void {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInText) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) isInText = false
    } else if (code === 0x22) isInText = true
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > MOST_DEPTH) throw new JsonListError('damaged')
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new JsonListError('damaged', { cause })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The lists inside of objects, the longest first. */
function listsIn(document: unknown): JsonList[] {
  const found: JsonList[] = []
  const look = (value: unknown, path: string, depth: number) => {
    if (Array.isArray(value)) found.push({ path, rows: value.length })
    else if (isObject(value) && depth < LIST_DEPTH) {
      for (const [name, inner] of Object.entries(value)) {
        const step = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`
        if (path.length + step.length <= 500) look(inner, path + step, depth + 1)
      }
    }
  }
  look(document, '$', 0)
  return found.sort((one, other) => other.rows - one.rows).slice(0, MOST_LISTS)
}

function valuesAt(document: unknown, path: string): unknown[] {
  if (path === '$') return [document]
  let query: ReturnType<typeof compile>
  try {
    query = compile(path)
  } catch (cause) {
    throw new JsonListError('path', { cause })
  }
  return query.query(document as never).values()
}

/** The rows that a path names: the entries of one list, or of one object of objects; or all values. */
function itemsOf(values: readonly unknown[]): readonly unknown[] {
  if (values.length === 0) throw new JsonListError('no-list')
  const [only] = values
  if (values.length > 1) return values
  if (Array.isArray(only)) return only
  if (!isObject(only)) throw new JsonListError('no-list')
  const entries = Object.entries(only)
  return entries.length > 1 && entries.every(([, value]) => isObject(value))
    ? entries.map(([key, value]) => ({ key, ...(value as object) }))
    : [only]
}

/** The texts of a row by the names of their columns. Objects are opened: `price.amount`. */
function cellsOf(item: unknown, mark: string): Map<string, string> {
  const cells = new Map<string, string>()
  const put = (value: unknown, name: string, depth: number) => {
    if (isObject(value)) {
      if (depth >= ROW_DEPTH) return
      for (const [inner, one] of Object.entries(value)) put(one, name === '' ? inner : `${name}.${inner}`, depth + 1)
    } else if (Array.isArray(value) && name === '') {
      for (const [at, one] of value.entries()) put(one, String(at + 1), depth + 1)
    } else if (Array.isArray(value)) {
      const texts = value.filter((one) => !isObject(one) && !Array.isArray(one)).map((one) => textOf(one, mark))
      cells.set(name, texts.join(', '))
    } else cells.set(name === '' ? 'value' : name, textOf(value, mark))
  }
  put(item, '', 0)
  return cells
}

function textOf(value: unknown, mark: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', mark)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
