import { posix } from 'node:path'
import { readImports } from './imports.ts'

/**
 * Finds circles of imports between files, including imports of types: a reader of one file has to read them all. For
 * each file, in the order of the names, that is in a circle and not in one that is already listed, the shortest circle
 * is listed.
 *
 * @param files their texts by their paths; imports by a relative name count
 */
export function findFileCircles(files: ReadonlyMap<string, string>): string[][] {
  const imports = new Map([...files].map(([file, source]) => [file, importedBy(file, source, files)]))
  const circles: string[][] = []
  const told = new Set<string>()
  for (const file of [...files.keys()].sort()) {
    if (told.has(file)) continue
    const circle = wayBack(file, imports)
    if (!circle) continue
    circles.push(circle)
    for (const one of circle) told.add(one)
  }
  return circles
}

function importedBy(file: string, source: string, files: ReadonlyMap<string, string>): string[] {
  const named = readImports(file, source).imports.map(({ specifier }) => specifier)
  return named
    .filter((specifier) => specifier?.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(file), specifier ?? ''))
    .filter((target) => files.has(target) && target !== file)
}

/** The shortest path along imports from a file to itself. */
function wayBack(start: string, imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const from = new Map<string, string>()
  const waiting = [start]
  for (const file of waiting) {
    for (const target of imports.get(file) ?? []) {
      if (target === start) return [...wayTo(file, from), start]
      if (from.has(target)) continue
      from.set(target, file)
      waiting.push(target)
    }
  }
  return undefined
}

function wayTo(file: string, from: ReadonlyMap<string, string>): string[] {
  const before = from.get(file)
  return before === undefined ? [file] : [...wayTo(before, from), file]
}

/** Rooms that import one another in a circle, with the first one repeated at the end; undefined when there is no circle. */
export function findRoomCircle(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const clear = new Set<string>()
  const visit = (room: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room]
    if (clear.has(room)) return undefined
    for (const next of imports.get(room) ?? []) {
      const circle = visit(next, [...path, room])
      if (circle) return circle
    }
    clear.add(room)
    return undefined
  }
  for (const room of imports.keys()) {
    const circle = visit(room, [])
    if (circle) return circle
  }
  return undefined
}
