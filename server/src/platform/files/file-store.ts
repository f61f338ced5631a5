import type { Readable } from 'node:stream'

/** Also guards every path: a key is one file name, so it cannot lead to another folder. */
const KEY = /^[a-z0-9][a-z0-9_-]{0,63}\.[a-z0-9]{1,8}$/

/** The name under which a store records its owner. It is not a valid key, because it begins with a dot. */
export const OWNER_NAME = '.installation'

export function isFileKey(key: string): boolean {
  return KEY.test(key)
}

/** Part of a file. Both ends are inclusive and counted from 0, as in HTTP. */
export type ByteRange = { start: number; end: number }

/** The store of media files. A key is written once and never changed. Seam: a folder, or an S3-compatible store. */
export type FileStore = {
  /** Stores the bytes under the key. Resolves when they would survive a power cut; until then no reader finds the key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Like `put`, with a local file, which is removed from its path. The bytes do not pass through this process. */
  take(key: string, path: string): Promise<void>
  /** Size in bytes, or undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  /** The bytes, or those of the range. The caller has read the size before. If the file was removed meanwhile, the stream fails. */
  read(key: string, range?: ByteRange): Readable
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>
  /** Keys that were stored before this time (milliseconds since 1970). */
  listOlderThan(at: number): AsyncIterable<string>
  /** The owner of these files, as written by `setOwner`. undefined when there is none. The entry is not a key and is never listed. */
  owner(): Promise<string | undefined>
  /** Resolves when the entry would survive a power cut. @param id undefined: removes the owner */
  setOwner(id: string | undefined): Promise<void>
}
