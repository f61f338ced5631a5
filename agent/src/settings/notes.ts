import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Notes about a stick are for the person who has just plugged it in. */
const STICK_MS = 10 * 60_000

/**
 * Reads the notes of the program for Wi-Fi and USB sticks.
 *
 * @param folder with one file for each source: `files`, the settings files, and `stick`
 */
export function readNotes(folder: string, now = Date.now()): string[] {
  return ['files', 'stick'].flatMap((source) => {
    const path = join(folder, source)
    try {
      if (source === 'stick' && now - statSync(path).mtimeMs > STICK_MS) return []
      return readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    } catch {
      return []
    }
  })
}
