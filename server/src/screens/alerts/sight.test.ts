import { DisplayId, OrganisationId, ScreenId } from '@placard/contract'
import { expect, it } from 'vitest'
import { alarmOf, type NamedScreen } from '../screens/service.ts'
import { PATIENCE, sightOf } from './sight.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-11-20T10:00:00Z')
const OPEN = { isOn: true, since: Number.NEGATIVE_INFINITY }

type Facts = { heard?: number; painted?: number | null; watching?: number; opening?: typeof OPEN; firstSeen?: number }

/** All values are minutes ago. */
function sight({ heard = 0, painted = heard, watching = 1_000, opening = OPEN, firstSeen = 2_000 }: Facts) {
  const screen: Omit<NamedScreen, 'alarm'> = {
    organisationId: OrganisationId.parse('physics'),
    displayId: DisplayId.parse('hall'),
    displayName: 'Hall',
    id: ScreenId.parse('a'.repeat(32)),
    name: 'Reception',
    place: '',
    firstSeenAt: NOW - firstSeen * MINUTE,
    seenAt: NOW - 900 * MINUTE,
    beat: painted === null ? null : { at: NOW - heard * MINUTE, paintedAt: NOW - painted * MINUTE },
    isSuspended: false,
    openingHours: null,
    timeZone: 'UTC',
    opening,
    watchingSince: NOW - watching * MINUTE,
  }
  const alarm = alarmOf(screen, screen.watchingSince, opening, NOW)
  return sightOf({ ...screen, alarm }, PATIENCE, NOW).state
}

it('[SA1] dark for two minutes, silent for five, and in between nobody can say', () => {
  expect(sight({})).toBe('playing')
  expect(sight({ painted: 1.9 })).toBe('unknown')
  expect(sight({ painted: 2 })).toBe('dark')
  expect(sight({ heard: 1.5 })).toBe('unknown')
  expect(sight({ heard: 4.9 })).toBe('unknown')
  expect(sight({ heard: 5 })).toBe('silent')
})

it('[SA1] a screen that never painted, or does not say what it painted, is no incident', () => {
  expect(sight({ heard: 0, painted: 100, firstSeen: 99 })).toBe('unknown')
  expect(sight({ painted: null })).toBe('unknown')
})

it('[SA1] events outside of the opening hours are no incidents, and silence from that time does not count', () => {
  const closed = { isOn: false, since: NOW - 10 * MINUTE }
  expect(sight({ heard: 60, opening: closed })).toBe('asleep')
  expect(sight({ heard: 60, opening: { isOn: true, since: NOW - 4 * MINUTE } })).toBe('unknown')
  expect(sight({ heard: 60, opening: { isOn: true, since: NOW - 5 * MINUTE } })).toBe('silent')
})

it('[F84] time in which the server could not receive is no silence, however long it was down', () => {
  expect(sight({ heard: 600, watching: 4 })).toBe('unknown')
  expect(sight({ heard: 600, watching: 5 })).toBe('silent')
})
