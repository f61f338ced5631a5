import type { Readable, Writable } from 'node:stream'

/** The streams of a program. A test provides its own. */
export type Terminal = {
  /** `isTTY` and `setRawMode` on a real terminal. */
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
  env: Record<string, string | undefined>
  /** Absolute. The base of a relative DATA_DIR, as for the server. */
  folder: string
  /** Absolute. The base of relative file names: the folder in which the person is. */
  filesFolder: string
}
