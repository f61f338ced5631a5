import type { ItemId, Manifest, ManifestItem, Schedule } from '@placard/contract'
import { screenPlanAt } from '@placard/playback'
import { describe, expect, it } from 'vitest'
import { createEngine } from './engine.ts'
import { withSoon } from './soon.ts'

const HOUR = 3_600_000
const item = (id: string, schedule: Schedule): ManifestItem => ({
  id: id as ItemId,
  type: 'image',
  url: `/media/${id}.jpg`,
  duration: 10,
  schedule,
})
const manifest = {
  organisationId: 'vnr',
  displayId: 'ece',
  name: 'ECE',
  revision: 1,
  loopStartedAt: 0,
  zoneOffsets: [[0, 0]],
  items: [item('a', { from: '1970-01-01T01:00', until: '1970-01-01T02:00' })],
  lines: [],
} as unknown as Manifest

describe('a plan that looks ahead', () => {
  const plan = withSoon(screenPlanAt)

  it('[LY3] tells what comes on twenty seconds before it does, and nothing otherwise', () => {
    expect(plan(manifest, 0)).toMatchObject({ status: 'empty', until: HOUR - 20_000 })
    expect(plan(manifest, 0).soon).toBeUndefined()
    expect(plan(manifest, HOUR - 20_000)).toMatchObject({
      status: 'empty',
      until: HOUR,
      soon: { item: { id: 'a' }, startsAt: HOUR },
    })
    expect(plan(manifest, HOUR)).toEqual(screenPlanAt(manifest, HOUR))
    expect(plan(manifest, 2 * HOUR)).toEqual(screenPlanAt(manifest, 2 * HOUR))
  })

  it('[LY3] an engine that plays it has the item prepared, and plays it at its time', () => {
    let now = 0
    let timer: { at: number; then: () => void } | undefined
    const wait = (delayMs: number, then: () => void) => {
      timer = { at: now + delayMs, then }
      return () => {}
    }
    const engine = createEngine({ serverNow: () => now, monotonicNow: () => now, wait, report() {} }, plan)
    const told: string[] = []
    engine.onChange(() => {
      const scene = engine.scene()
      told.push(`${now} ${scene.status} ${scene.status === 'empty' ? scene.soon?.item.id : ''}`.trim())
    })
    engine.play(manifest)
    while (timer && timer.at <= HOUR) {
      const { at, then } = timer
      now = at
      then()
    }
    expect(told.slice(-2)).toEqual([`${HOUR - 20_000} empty a`, `${HOUR} playing`])
  })
})
