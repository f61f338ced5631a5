import { Item } from '@placard/contract'
import type { HeldProgramme } from '@placard/playback'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { explained } from './explained.ts'

const NOW = Date.UTC(2026, 10, 25, 12)
const item = (id: string, more: object = {}): Item =>
  Item.parse({
    id,
    title: id,
    url: '/media/a.jpg',
    type: 'image',
    uploadDate: 0,
    visible: true,
    playable: true,
    duration: 3_600,
    position: id,
    revision: 1,
    ...more,
  })
const programme = (items: Item[]): HeldProgramme => ({
  items,
  lines: [],
  playlists: [],
  zoneOffsets: [[0, 0]],
  loopStartedAt: NOW,
})

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  explained.publish(undefined)
  vi.useRealTimers()
})

it('[TM2] a state is another at the very moment, and whoever is not concerned keeps the same', () => {
  explained.publish({
    programme: programme([
      item('a'),
      item('b', { schedule: { from: '2026-11-25T12:05' } }),
      item('c', { visible: false }),
    ]),
    screens: [],
  })
  const hidden = explained.of('item', 'c')
  expect(explained.of('item', 'a')).toMatchObject({ reason: 'on' })
  expect(explained.of('item', 'b')).toMatchObject({ reason: 'off', startsAt: NOW + 300_000 })
  const heard = vi.fn()
  const stop = explained.onChange(heard)
  vi.advanceTimersByTime(299_999)
  expect(heard).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(heard).toHaveBeenCalledOnce()
  expect(explained.of('item', 'b')).toMatchObject({ reason: 'in-loop', startsAt: NOW + 300_000 + 3_600_000 })
  expect(explained.of('item', 'c')).toBe(hidden)
  stop()
})

it('[TM2] without a programme nothing is explained, and nothing is waited for', () => {
  explained.publish({ programme: programme([item('a')]), screens: [] })
  explained.publish(undefined)
  expect(explained.of('item', 'a')).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
