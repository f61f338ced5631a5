import { type JsonEvent, UnreadableFile, walkJson } from './json-walk.ts'
import { type Budget, createBuilder, type KeptValue } from './kept-value.ts'

/** The position of an object in an export. */
type Place =
  | { kind: 'item'; organisation: string; display: string; key: string }
  | { kind: 'lines'; organisation: string; display: string }
  | { kind: 'profile'; email: string }

/** One object in an export, not yet checked. */
export type Found = Place & { value: KeptValue }

/** A part of an export that does not belong to Placard, by its first name. */
export type Unknown = { part: string; count: number; example: string }

type Where = 'inside' | 'unknown' | Place

/** The most unknown parts that are listed individually. A real export has a handful. */
const MAX_UNKNOWN_PARTS = 50
const OTHER_PARTS = '…'
const ITEMS = 'img'
const LINES = 'scroll'

/**
 * Finds displays, tickers and profiles in an export, wherever in the old database it was taken from.
 *
 * @param at path of the file's root in the old database, like `displays/vnr`. undefined when the file's contents tell
 * @param onFound called with each object, in the file's order
 * @returns the other parts of the file
 * @throws UnreadableFile also when the organisation or display of the file cannot be determined
 */
export async function readExport(
  file: string,
  at: string | undefined,
  budget: Budget,
  onFound: (found: Found) => void,
): Promise<Unknown[]> {
  const prefix = at === undefined ? [] : at.split('/').filter(Boolean)
  const unknown = new Map<string, Unknown>()
  /** The objects and arrays around the current value, each with the current name or index in it. */
  const around: { shape: 'object' | 'array'; name: string; next: number; cutName: boolean }[] = []
  /** Number of levels inside a part that is skipped. */
  let passing = 0
  let building: { place: Place | 'document'; take: (event: JsonEvent) => KeptValue | undefined } | undefined

  function placeOf(path: string[]): Where {
    const [first, ...rest] = path
    if (first === 'users') {
      return rest.length === 0 ? 'inside' : rest.length === 1 ? { kind: 'profile', email: rest[0] ?? '' } : 'unknown'
    }
    const names = first === 'displays' ? rest : path
    const [organisation = '', display = '', part, key = ''] = names
    if (first !== 'displays' && prefix.length === 0 && (organisation === ITEMS || organisation === LINES)) {
      throw startsInside('displays/ORGANISATION/DISPLAY')
    }
    if (first !== 'displays' && prefix.length === 0 && (display === ITEMS || display === LINES)) {
      throw startsInside('displays/ORGANISATION')
    }
    if (part === undefined) return 'inside'
    if (part === LINES && names.length === 3) return { kind: 'lines', organisation, display }
    if (part !== ITEMS || names.length > 4) return 'unknown'
    return names.length === 3 ? 'inside' : { kind: 'item', organisation, display, key }
  }

  function startsInside(example: string): UnreadableFile {
    return new UnreadableFile(
      `${file} does not contain the id of its display. Give its path in the old database, like --at ${example}.`,
    )
  }

  function passOver(path: string[]): void {
    const name = path[0] === 'displays' || path[0] === 'users' ? path.slice(0, 2).join('/') : (path[0] ?? '')
    const part = unknown.has(name) || unknown.size < MAX_UNKNOWN_PARTS ? name : OTHER_PARTS
    const known = unknown.get(part)
    if (known) known.count += 1
    else unknown.set(part, { part, count: 1, example: path.join('/') })
  }

  /** Splits a complete value into the objects that it contains. */
  function scatter(path: string[], value: KeptValue): void {
    if (value === null) return
    const where = placeOf(path)
    if (typeof where === 'object') onFound({ ...where, value })
    else if (where === 'inside' && (value instanceof Map || Array.isArray(value))) {
      for (const [name, child] of value.entries()) scatter([...path, String(name)], child)
    } else passOver(path)
  }

  function scatterDocument(path: string[], document: KeptValue): void {
    const [address, data] = document instanceof Map ? [document.get('path'), document.get('data')] : []
    if (typeof address === 'string' && data !== undefined) scatter(address.split('/').filter(Boolean), data)
    else passOver(path)
  }

  function build(event: JsonEvent, path: () => string[]): void {
    if (!building) return
    const value = building.take(event)
    if (value === undefined) return
    const { place } = building
    building = undefined
    if (place === 'document') scatterDocument(path(), value)
    else if (value !== null) onFound({ ...place, value })
  }

  const pathNow = () => [...prefix, ...around.map(({ name }) => name)]

  await walkJson(file, (event) => {
    if (building) return build(event, pathNow)
    if (passing > 0) {
      if (event.kind === 'open') passing += 1
      if (event.kind === 'close') passing -= 1
      return
    }
    const parent = around.at(-1)
    if (event.kind === 'close') {
      around.pop()
      return
    }
    if (event.kind === 'key') {
      if (parent) Object.assign(parent, { name: event.key.text, cutName: event.key.cut })
      return
    }
    if (parent?.shape === 'array') {
      parent.name = String(parent.next)
      parent.next += 1
    }

    const path = pathNow()
    const isDocument = path.length === 1 && around.length === 1 && parent?.shape === 'array'
    const where = parent?.cutName ? 'unknown' : isDocument ? 'document' : placeOf(path)
    if (where === 'document' || typeof where === 'object') {
      building = { place: where, take: createBuilder(file, budget) }
      build(event, () => path)
    } else if (event.kind === 'open' && where === 'inside') {
      around.push({ shape: event.shape, name: '', next: 0, cutName: false })
    } else if (event.kind !== 'constant' || event.value !== null) {
      passOver(path)
      if (event.kind === 'open') passing = 1
    }
  })
  return [...unknown.values()]
}
