import { readFileSync } from 'node:fs'

/**
 * The most files and connections that this process may have open at once (the soft limit, which Node has already raised as far as it
 * may).
 *
 * @returns Infinity when there is no limit, undefined when the system does not say
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
