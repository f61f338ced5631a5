import { describe, expect, it } from 'vitest'
import { minutesUntil } from './words.ts'

describe('the minutes until a time of day', () => {
  const at = (time: string) => new Date(`2026-12-01T${time}`)

  it('[LY7] are those of today, or of tomorrow if the time is over, and never more than a day', () => {
    expect(minutesUntil('18:00', at('17:30:00'))).toBe(30)
    expect(minutesUntil('18:00', at('17:30:01'))).toBe(30)
    expect(minutesUntil('18:00', at('18:00:00'))).toBe(24 * 60)
    expect(minutesUntil('08:00', at('18:00:00'))).toBe(14 * 60)
    expect(minutesUntil('00:00', at('23:59:30'))).toBe(1)
  })

  it('[LY7] of anything else are no number, which the form refuses at its field', () => {
    for (const time of ['', '8', 'noon', '1:30']) expect(minutesUntil(time, at('12:00:00'))).toBeNaN()
  })
})
