import type { Readable, Writable } from 'node:stream'

/** The streams that a program is connected to; a test connects its own. */
export type Terminal = {
  /** `isTTY` and `setRawMode` on a real terminal. */
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
  env: Record<string, string | undefined>
  /** Absolute: what a relative DATA_DIR starts from, like the server's. */
  folder: string
  /** Absolute: what relative file names start from, which is where the person is. */
  filesFolder: string
}
