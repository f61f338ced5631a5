import { readFileSync } from 'node:fs'

/**
 * How many files and connections this process may have open at once (the soft limit; Node has raised it as far as it may).
 *
 * @returns Infinity where there is no limit, undefined where the system does not say
 */
export function openFileLimit(): number | undefined {
  let text: string
  try {
    text = readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return undefined
  }
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(text) ?? []
  if (soft === undefined) return undefined
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}
