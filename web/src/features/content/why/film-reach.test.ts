import type { Screen, Screens } from '@placard/contract'
import { expect, it } from 'vitest'
import { broughtReachOf, filmReachOf } from './film-reach.ts'

const NOW = 1_800_000_000_000

function screensOf(...states: Partial<Screen['state']>[]): Screens {
  const screens = states.map((state) => ({
    name: 'Hall',
    seenAt: NOW,
    beat: null,
    state: { doing: 'playing', ...state },
  }))
  return { at: NOW, revision: 1, changedAt: null, asleepUntil: null, screens: screens as unknown as Screen[] }
}

const countOf = (...asked: Parameters<typeof filmReachOf>) => {
  const { cannotPlay, cannotSound, of } = filmReachOf(...asked)
  return { cannotPlay: cannotPlay.length, cannotSound: cannotSound.length, of }
}

it('[CT6] counts the screens that say what they can play and leave this out, of all that are there', () => {
  const screens = screensOf({ canPlay: ['h264'] }, { canPlay: ['h264', 'hevc'] }, {}, { canPlay: [] })
  expect(countOf(screens, 'hevc')).toEqual({ cannotPlay: 2, cannotSound: 0, of: 4 })
  expect(countOf(screens, 'h264')).toMatchObject({ cannotPlay: 1 })
  expect(countOf(screens, undefined)).toMatchObject({ cannotPlay: 0 })
  expect(countOf(screensOf({}, {}), 'hevc')).toMatchObject({ cannotPlay: 0, of: 2 })
})

it('[CT6] a page that was closed and has no name is nobody’s screen', () => {
  const screens = screensOf({ canPlay: ['h264'] })
  const closed = { ...screens.screens[0], name: '', state: { doing: 'closed', canPlay: [] } } as unknown as Screen
  expect(countOf({ ...screens, screens: [...screens.screens, closed] }, 'hevc')).toMatchObject({
    cannotPlay: 1,
    of: 1,
  })
})

it('[CT7] counts the screens whose browser left out the sound', () => {
  expect(countOf(screensOf({ soundBlocked: true }, {}), 'h264')).toMatchObject({ cannotSound: 1, of: 2 })
})

it('[CT6] of what a playlist brings: each film that some screens cannot play, and each of these screens once', () => {
  const screens = screensOf({ canPlay: ['h264'] }, { canPlay: ['h264', 'hevc'] }, {})
  const items = (['h264', 'hevc', 'hevc-4k'] as const).map((format) => ({
    id: format,
    title: format,
    film: { format },
  }))
  const { films, cannotPlay, of } = broughtReachOf(screens, [...items, { id: 'p', title: 'A picture' }] as never)
  expect(films.map(({ title, cannotPlay }) => [title, cannotPlay.length])).toEqual([
    ['hevc', 1],
    ['hevc-4k', 2],
  ])
  expect(cannotPlay).toEqual(screens.screens.slice(0, 2))
  expect(of).toBe(3)
})
