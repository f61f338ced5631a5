import { expect, it } from 'vitest'
import { ar } from './messages/ar.ts'

/** Names stay as they are written. */
const NAMES = /\b(?:JSON|CSV|Placard|placard-recovery-codes|PDF|YouTube|H\.26[45]|Anthias|Xibo)\b/g
const PLACE = /\{[^}]*\}/g

/** All forms of a message, by its key. */
const MESSAGES = Object.entries(ar).flatMap(([key, message]) =>
  (typeof message === 'string' ? [message] : Object.values(message as Record<string, string>)).map(
    (text) => [key, text] as const,
  ),
)

it('every Arabic message that has words has Arabic ones', () => {
  expect(MESSAGES.length).toBeGreaterThan(2_400)
  const foreign = MESSAGES.filter(([, text]) => {
    const words = text.replace(PLACE, '').replace(NAMES, '')
    return /\p{Letter}/u.test(words) && !/\p{Script=Arabic}/u.test(words)
  })
  expect(foreign).toEqual([])
})
