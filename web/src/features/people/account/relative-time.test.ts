import { expect, it } from 'vitest'
import { timeAgo } from './relative-time.ts'

const NOW = Date.parse('2026-11-21T08:00:00Z')
const MINUTE = 60_000

it.each([
  [0, 'now'],
  [59_999, 'now'],
  [-5 * MINUTE, 'now'],
  [MINUTE, '1 minute ago'],
  [59.9 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [24 * 60 * MINUTE, 'yesterday'],
  [72 * 60 * MINUTE, '3 days ago'],
])('%d ms ago is %s', (ago, words) => {
  expect(timeAgo(NOW - ago, NOW, 'en')).toBe(words)
})

it('speaks the language of the page', () => {
  expect(timeAgo(NOW - 72 * 60 * MINUTE, NOW, 'ar')).toMatch(/[\u0600-\u06ff]/)
})
