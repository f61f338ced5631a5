import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { linesOf } from '../settings/lines.ts'
import { OPEN, TAKEN } from './wifi.ts'

/**
 * Overwrites each password in a settings file, in its place. The length of the file and its entry in the folder stay, so a power
 * cut cannot lose the other lines.
 *
 * @param text the content that was read
 * @returns the content afterwards
 * @throws Error if the file cannot be written, or has changed since it was read
 */
export function takePassword(path: string, text: string): string {
  const lines = linesOf(text).filter(({ name, value }) => name === 'wifi-password' && value !== OPEN && value !== TAKEN)
  if (lines.length === 0) return text
  let after = text
  const before = Buffer.from(text)
  const file = openSync(path, 'r+')
  try {
    const now = Buffer.alloc(before.length)
    readSync(file, now, 0, now.length, 0)
    if (fstatSync(file).size !== before.length || !now.equals(before)) throw new Error('it was changed meanwhile')
    for (const { at, value } of lines) {
      const length = Buffer.byteLength(value)
      const marks = TAKEN.padEnd(length).slice(0, length)
      writeSync(file, Buffer.from(marks), 0, length, Buffer.byteLength(text.slice(0, at)))
      after = after.slice(0, at) + marks.slice(0, value.length) + after.slice(at + value.length)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return after
}
