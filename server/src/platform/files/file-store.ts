import type { Readable } from 'node:stream'

/** Also the guard of every path: a key is one file name, without a way up or down. */
const KEY = /^[a-z0-9][a-z0-9_-]{0,63}\.[a-z0-9]{1,8}$/

/** The name under which a store writes down its owner. No key: it begins with a dot. */
export const OWNER_NAME = '.installation'

export function isFileKey(key: string): boolean {
  return KEY.test(key)
}

/** Part of a file: both ends included, counted from 0, as in HTTP. */
export type ByteRange = { start: number; end: number }

/**
 * The store of media files. A key is written once and never changed. Seam: a folder, or an S3-compatible store.
 */
export type FileStore = {
  /** Stores the bytes under the key. Resolves when they would survive a power cut; until then no reader finds the key. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The same with a file of this machine, which is gone from its path afterwards: no byte comes through this process. */
  take(key: string, path: string): Promise<void>
  /** Size in bytes, or undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  /**
   * The bytes, or those of the range. The caller has asked for the size before; a file that went meanwhile fails the stream.
   */
  read(key: string, range?: ByteRange): Readable
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Keys that were stored before then (milliseconds since 1970). */
  listOlderThan(at: number): AsyncIterable<string>
  /** The owner of these files, as `setOwner` wrote it; undefined when nobody has. It is no key, and never listed. */
  owner(): Promise<string | undefined>
  /** Resolves when it would survive a power cut. @param id undefined: nobody's */
  setOwner(id: string | undefined): Promise<void>
}
