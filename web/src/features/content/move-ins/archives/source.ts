import type { Reason, Stays } from '../reasons.ts'

/** A file in a source. */
export type Entry = {
  /** Identifies the file in its source. */
  path: string
  size: number
  /** Its first bytes, if they were read anyway. */
  head?: Uint8Array<ArrayBuffer>
}

/** Something that is not brought in. */
export type LeftOut = {
  path: string
  reason: Reason
  /** An entry of a playlist, not a file. */
  isEntry?: true
}

/** A file that was read, or the reason it cannot be. */
export type Taken = { path: string } & ({ file: File } | { why: Stays })

/** A folder or an archive. An archive is not unpacked: its files are read one at a time. */
export type Source = {
  /** The name of the folder or the file. */
  name: string
  entries: readonly Entry[]
  left: readonly LeftOut[]
  /** The number of files of the operating system, which are ignored. */
  skipped: number
  /** Reads these files, each once, in the cheapest order. Files after a damaged place have a `why`. An abort throws its reason. */
  take(wanted: ReadonlySet<string>, signal: AbortSignal): AsyncGenerator<Taken>
}

/** The limit of files in one move: more have to come in several. */
export const MOST_ENTRIES = 10_000
/** The limit of the declared unpacked size of everything. */
export const MOST_BYTES = 200 * 2 ** 30
/** The highest plausible compression ratio: nothing that a screen shows compresses better. */
const MOST_RATIO = 200
/** Smaller files are not checked. */
const HARMLESS_BYTES = 64 * 2 ** 20

/** True if something unpacks to so much more that it was probably made to fill a disk. */
export function isBomb(packedBytes: number, bytes: number): boolean {
  return bytes > HARMLESS_BYTES && bytes > packedBytes * MOST_RATIO
}

/** Reads small files one after the other, in a single pass through the source. Files that are larger or cannot be read are left out. */
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

/** The path without its last part; empty: the file is at the top. */
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The lower-case extension; empty if there is none. */
export const extensionOf = (path: string) => /\.([a-z0-9]{1,8})$/i.exec(baseOf(path))?.[1]?.toLowerCase() ?? ''
