import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** A settings file is far smaller. */
const LARGEST_BYTES = 8 * 1_024

export type FileRead = { text: string } | { problem: string } | undefined

/**
 * Reads a small text. It waits for nothing: a pipe or a device is not read.
 *
 * @param isForeign true: somebody else has written the folder, so links are not followed
 * @returns undefined if there is no such file
 */
export function readSmall(path: string, isForeign = false, largest = LARGEST_BYTES): FileRead {
  const { O_RDONLY, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants
  let file: number
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (isForeign ? O_NOFOLLOW : 0))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'ELOOP') return { problem: 'it is a link. Copy the file itself' }
    return { problem: `it cannot be read (${message})` }
  }
  try {
    const about = fstatSync(file)
    if (!about.isFile()) return { problem: 'it is no file. Replace it with a text file' }
    if (about.size > largest) return { problem: `it is larger than ${largest / 1_024} KiB` }
    const bytes = Buffer.alloc(largest + 1)
    let count = 0
    for (let got = -1; got !== 0 && count <= largest; count += got)
      got = readSync(file, bytes, count, largest + 1 - count, null)
    if (count > largest) return { problem: `it is larger than ${largest / 1_024} KiB` }
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, count)) }
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'it is not a text in UTF-8. Save it again as UTF-8' }
    return { problem: `it cannot be read (${(error as Error).message})` }
  } finally {
    closeSync(file)
  }
}
