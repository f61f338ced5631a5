import { describe, expect, it } from 'vitest'
import { clockFace } from './clock-face.ts'

const AT = new Date('2026-07-01T12:30:00Z')
const own = AT.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })

describe('the clock on the screen', () => {
  it.each(['Asia/Kolkata', 'America/New_York', 'UTC'])('[U18] goes by the time zone of the display: %s', (timeZone) => {
    const there = AT.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone })
    expect(clockFace(AT, timeZone)).toBe(there)
  })

  it('[U18] Kolkata is half an hour beside New York', () => {
    expect(clockFace(AT, 'Asia/Kolkata')).not.toBe(clockFace(AT, 'America/New_York'))
  })

  it.each([undefined, '', 'Mars/Olympus'])('[U18] goes by the device where the zone is %s', (timeZone) => {
    expect(clockFace(AT, timeZone)).toBe(own)
  })
})
