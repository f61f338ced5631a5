type Bytes = Uint8Array<ArrayBuffer>

/** A value as SQLite stores it. Blobs are not read, because nothing needs them. */
export type Value = string | number | null
export type Row = Record<string, Value>

/** The file is not a database, or is damaged. */
export class DatabaseProblem extends Error {}

const MAGIC = 'SQLite format 3\u0000'
/** Limit for one table. */
const MOST_ROWS = 10_000
const MOST_COLUMNS = 200
/** A B-tree with ten thousand rows has three levels. */
const MOST_DEPTH = 12
const MOST_TEXT_BYTES = 2 ** 20

/** Checks the first bytes. */
export function isDatabase(head: Bytes | undefined): boolean {
  return head !== undefined && head.length >= 16 && String.fromCharCode(...head.subarray(0, 16)) === MAGIC
}

/**
 * Reads the rows of one table of an SQLite file and nothing else: no index, view or query, so a malicious file has nothing to trigger.
 * Every page is read once at most.
 *
 * @param bytes the whole file
 * @returns undefined if there is no such table
 * @throws DatabaseProblem
 */
export function readTable(bytes: Bytes, table: string): Row[] | undefined {
  if (!isDatabase(bytes) || bytes.length < 512) throw new DatabaseProblem('no database')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const declared = view.getUint16(16)
  const pageBytes = declared === 1 ? 65_536 : declared
  const usable = pageBytes - (bytes[20] ?? 0)
  const encoding = view.getUint32(56)
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0 || usable < 480) throw new DatabaseProblem('page size')
  const letters = new TextDecoder(encoding === 2 ? 'utf-16le' : encoding === 3 ? 'utf-16be' : 'utf-8')
  const pages = Math.floor(bytes.length / pageBytes)

  function pageAt(number: number): { from: number; header: number } {
    if (!Number.isInteger(number) || number < 1 || number > pages) throw new DatabaseProblem('no such page')
    const from = (number - 1) * pageBytes
    return { from, header: number === 1 ? from + 100 : from }
  }
  const byteAt = (at: number) => {
    const byte = bytes[at]
    if (byte === undefined) throw new DatabaseProblem('ends too soon')
    return byte
  }

  /** Reads a number of one to nine bytes. */
  function varint(at: number): { value: number; end: number } {
    let value = 0
    for (let index = 0; index < 8; index += 1) {
      const byte = byteAt(at + index)
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return { value, end: at + index + 1 }
    }
    return { value: value * 256 + byteAt(at + 8), end: at + 9 }
  }

  /** All rows below a page, in order. */
  function rowsOf(root: number): { rowId: number; values: Value[] }[] {
    const rows: { rowId: number; values: Value[] }[] = []
    const seen = new Set<number>()
    const walk = (number: number, depth: number) => {
      if (seen.has(number) || depth > MOST_DEPTH) throw new DatabaseProblem('a circle')
      seen.add(number)
      const { from, header } = pageAt(number)
      const kind = byteAt(header)
      const cells = view.getUint16(header + 3)
      const isLeaf = kind === 13
      if (!isLeaf && kind !== 5) throw new DatabaseProblem('no table')
      const first = header + (isLeaf ? 8 : 12)
      if (first + cells * 2 > from + pageBytes) throw new DatabaseProblem('cells')
      for (let index = 0; index < cells; index += 1) {
        const cell = from + view.getUint16(first + index * 2)
        if (cell >= from + pageBytes - 3) throw new DatabaseProblem('cell')
        if (!isLeaf) {
          walk(view.getUint32(cell), depth + 1)
          continue
        }
        if (rows.length >= MOST_ROWS) throw new DatabaseProblem('rows')
        const size = varint(cell)
        const rowId = varint(size.end)
        rows.push({ rowId: rowId.value, values: recordIn(payloadAt(rowId.end, size.value, from)) })
      }
      if (!isLeaf) walk(view.getUint32(header + 8), depth + 1)
    }
    walk(root, 0)
    return rows
  }

  /** The bytes of a row. A row that does not fit into its page continues on overflow pages. */
  function payloadAt(at: number, size: number, pageFrom: number): Bytes {
    if (size > 4 * MOST_TEXT_BYTES) throw new DatabaseProblem('row')
    const most = usable - 35
    const least = Math.floor(((usable - 12) * 32) / 255) - 23
    const rest = least + ((size - least) % (usable - 4))
    const here = size <= most ? size : rest <= most ? rest : least
    if (at + here + (here < size ? 4 : 0) > pageFrom + pageBytes) throw new DatabaseProblem('row')
    const whole = new Uint8Array(size)
    whole.set(bytes.subarray(at, at + here))
    let done = here
    let next = here < size ? view.getUint32(at + here) : 0
    const seen = new Set<number>()
    while (done < size) {
      if (seen.has(next)) throw new DatabaseProblem('a circle')
      seen.add(next)
      const { from } = pageAt(next)
      const part = bytes.subarray(from + 4, from + Math.min(usable, 4 + size - done))
      if (part.length === 0) throw new DatabaseProblem('row')
      whole.set(part, done)
      done += part.length
      next = view.getUint32(from)
    }
    return whole
  }

  function recordIn(record: Bytes): Value[] {
    const own = new DataView(record.buffer, record.byteOffset, record.byteLength)
    const small = (at: number) => {
      let value = 0
      for (let index = 0; index < 9; index += 1) {
        const byte = record[at + index]
        if (byte === undefined) throw new DatabaseProblem('row')
        if (index === 8) return { value: value * 256 + byte, end: at + 9 }
        value = value * 128 + (byte & 0x7f)
        if (byte < 0x80) return { value, end: at + index + 1 }
      }
      throw new DatabaseProblem('row')
    }
    const head = small(0)
    const values: Value[] = []
    let at = head.end
    let body = head.value
    while (at < head.value) {
      if (values.length >= MOST_COLUMNS) throw new DatabaseProblem('columns')
      const { value: type, end } = small(at)
      at = end
      const length = lengthOf(type)
      if (body + length > record.length) throw new DatabaseProblem('row')
      values.push(valueIn(own, type, body, length))
      body += length
    }
    return values
  }

  function valueIn(own: DataView, type: number, at: number, length: number): Value {
    if (type === 7) return own.getFloat64(at)
    if (type === 8 || type === 9) return type - 8
    if (type >= 1 && type <= 6) {
      let value = own.getInt8(at)
      for (let index = 1; index < length; index += 1) value = value * 256 + own.getUint8(at + index)
      return value
    }
    if (type < 13 || type % 2 === 0) return null
    if (length > MOST_TEXT_BYTES) throw new DatabaseProblem('text')
    return letters.decode(new Uint8Array(own.buffer, own.byteOffset + at, length))
  }

  const schema = rowsOf(1).find(
    ({ values: [kind, name] }) => kind === 'table' && typeof name === 'string' && name.toLowerCase() === table,
  )
  if (!schema) return undefined
  const [, , , root, statement] = schema.values
  if (typeof root !== 'number' || typeof statement !== 'string') throw new DatabaseProblem('schema')
  const columns = columnsIn(statement)
  return rowsOf(root).map(({ rowId, values }) =>
    Object.fromEntries(
      // Older rows lack columns that were added later. An integer primary key is stored as the row id.
      columns.map(({ name, isRowId }, index) => [name, isRowId ? rowId : (values[index] ?? null)]),
    ),
  )
}

const LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
function lengthOf(type: number): number {
  const known = LENGTHS[type]
  if (known !== undefined) return known
  if (type < 12) throw new DatabaseProblem('type')
  return Math.floor((type - 12) / 2)
}

const TABLE_RULE = /^(constraint|primary|unique|check|foreign)\b/i

/** The columns named by a `create table` statement, in order. */
function columnsIn(statement: string): { name: string; isRowId: boolean }[] {
  const from = statement.indexOf('(')
  const parts: string[] = []
  let depth = 0
  let quote = ''
  let part = ''
  for (const letter of statement.slice(from + 1)) {
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if ('"\'`['.includes(letter)) quote = letter === '[' ? ']' : letter
    else if (letter === '(') depth += 1
    else if (letter === ')') {
      if (depth === 0) break
      depth -= 1
    } else if (letter === ',' && depth === 0) {
      parts.push(part)
      part = ''
      continue
    }
    part += letter
  }
  parts.push(part)
  return parts
    .map((one) => one.trim())
    .filter((one) => one !== '' && !TABLE_RULE.test(one))
    .map((one) => ({
      name: (
        /^(?:"([^"]*)"|\[([^\]]*)\]|`([^`]*)`|'([^']*)'|([^\s,(]+))/.exec(one)?.slice(1).find(Boolean) ?? one
      ).toLowerCase(),
      isRowId: /^\S+\s+integer\s+(?:not\s+null\s+)?primary\s+key\b/i.test(one),
    }))
}
