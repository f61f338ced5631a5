import type { Reason, Stays } from '../reasons.ts'

/** A file as it lies in what was brought. */
export type Entry = {
  /** Names it in its source. */
  path: string
  size: number
  /** Its first bytes, where they were passed anyhow. */
  head?: Uint8Array<ArrayBuffer>
}

/** Something that stays where it was. */
export type LeftOut = {
  path: string
  reason: Reason
  /** Of a playlist: it is no file. */
  isEntry?: true
}

/** A file that was read, or why it cannot be. */
export type Taken = { path: string } & ({ file: File } | { why: Stays })

/** A folder, or an archive: read without unpacking it, and one file of it at a time. */
export type Source = {
  /** Of the folder or the file. */
  name: string
  entries: readonly Entry[]
  left: readonly LeftOut[]
  /** Files of the system, which nobody misses. */
  skipped: number
  /** Reads these, each once, in the order that is cheapest; what comes after a damaged place is `why`. An abort throws its reason. */
  take(wanted: ReadonlySet<string>, signal: AbortSignal): AsyncGenerator<Taken>
}

/** More files than this come in several goes. */
export const MOST_ENTRIES = 10_000
/** The most that all of it may say that it unpacks to. */
export const MOST_BYTES = 200 * 2 ** 30
/** Nothing that a screen shows is packed to less than a two-hundredth. */
const MOST_RATIO = 200
/** Below this nobody minds. */
const HARMLESS_BYTES = 64 * 2 ** 20

/** True when something unpacks to so much more than it is that somebody has made it to fill a disk. */
export function isBomb(packedBytes: number, bytes: number): boolean {
  return bytes > HARMLESS_BYTES && bytes > packedBytes * MOST_RATIO
}

/** Reads small files, in one going through the source, one after the other. What is larger, or cannot be read, is left out. */
export async function* readSmall(
  source: Source,
  paths: readonly string[],
  mostBytes: number,
  signal: AbortSignal,
): AsyncGenerator<{ path: string; bytes: Uint8Array<ArrayBuffer> }> {
  const wanted = new Set(paths)
  const small = source.entries.filter(({ path, size }) => wanted.has(path) && size <= mostBytes)
  if (small.length === 0) return
  for await (const taken of source.take(new Set(small.map(({ path }) => path)), signal)) {
    if ('file' in taken) yield { path: taken.path, bytes: new Uint8Array(await taken.file.arrayBuffer()) }
  }
}

/** The last part of a path. */
export const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The parts before it; empty: it lies at the top. */
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The lower-case extension; empty: none. */
export const extensionOf = (path: string) => /\.([a-z0-9]{1,8})$/i.exec(baseOf(path))?.[1]?.toLowerCase() ?? ''
