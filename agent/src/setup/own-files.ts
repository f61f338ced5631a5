import { createHash } from 'node:crypto'
import { isWifi, type Line, linesOf } from '../settings/lines.ts'
import { readSmall } from './read-file.ts'

/**
 * Rules for USB sticks, in the setting `usb-stick`. `first`: all settings of a stick are taken while the screen is not paired, and
 * Wi-Fi alone later. `always`: all are taken. `no`: none is.
 */
export const STICK_RULES = ['first', 'always', 'no'] as const

/** Reads the rule from the settings files of the machine. */
export function stickRule(files: readonly string[]): (typeof STICK_RULES)[number] {
  let rule: (typeof STICK_RULES)[number] = 'first'
  for (const { name, value } of files.flatMap((path) => readLines(path) ?? []))
    if (name === 'usb-stick') rule = STICK_RULES.find((one) => one === value) ?? rule
  return rule
}

/** Digests of the lines of each file that are not about Wi-Fi. A file that cannot be read is left out. */
export function otherLines(files: readonly string[]): Record<string, string> {
  const digests: Record<string, string> = {}
  for (const path of files) {
    const lines = readLines(path)
    if (lines) digests[path] = digestOfLines(lines.filter(({ name }) => !isWifi(name)))
  }
  return digests
}

/** Tells lines apart without storing them. */
export const digestOfLines = (lines: readonly Line[]): string =>
  createHash('sha256')
    .update(lines.map(({ name, value }) => `${name}=${value}\n`).join(''))
    .digest('hex')

function readLines(path: string): Line[] | undefined {
  const read = readSmall(path)
  return read && 'text' in read ? linesOf(read.text) : undefined
}
