import { DisplayId, type Manifest, OrganisationId } from '@placard/contract'
import { beforeEach, expect, it } from 'vitest'
import { createKeptManifests, type KeptManifests } from './kept.ts'

const HALL = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('hall') }
const LAB = { organisationId: OrganisationId.parse('vnr'), displayId: DisplayId.parse('lab') }

let at = 0
let kept: KeptManifests
const manifestOf = (revision: number, more: Partial<Manifest> = {}) =>
  ({ ...HALL, name: 'Hall', revision, loopStartedAt: 0, items: [], lines: [], ...more }) as Manifest

beforeEach(() => {
  at = 1_000_000
  kept = createKeptManifests(() => at, 400)
})

it('is good for its own version alone', () => {
  kept.keep(HALL, '3', manifestOf(3))
  expect(kept.find(HALL, '3')?.bytes.toString()).toBe(JSON.stringify(manifestOf(3)))
  expect(kept.find(HALL, '4')).toBeUndefined()
  expect(kept.find(LAB, '3')).toBeUndefined()
})

it('is read again after a minute, and when a clock was set back', () => {
  kept.keep(HALL, '3', manifestOf(3))
  at += 59_999
  expect(kept.find(HALL, '3')).toBeDefined()
  at += 1
  expect(kept.find(HALL, '3')).toBeUndefined()
  at -= 60_001
  expect(kept.find(HALL, '3')).toBeUndefined()
})

it('[TO3] is read again at the end of the first of its take-overs', () => {
  const takeOvers = [{ endsAt: at + 20_000 }, { endsAt: at + 5_000 }, {}] as Manifest['takeOvers']
  kept.keep(HALL, '3', manifestOf(3, takeOvers === undefined ? {} : { takeOvers }))
  at += 4_999
  expect(kept.find(HALL, '3')).toBeDefined()
  at += 1
  expect(kept.find(HALL, '3')).toBeUndefined()
})

it('says who may have it, and holds no more bytes than it may', () => {
  expect(kept.keep(HALL, '1', manifestOf(1, { pairedOnly: true })).pairedOnly).toBe(true)
  expect(kept.find(HALL, '1')?.pairedOnly).toBe(true)
  kept.keep(LAB, '1', manifestOf(1, { name: 'x'.repeat(200) }))
  expect(kept.find(HALL, '1')).toBeUndefined()
  expect(kept.find(LAB, '1')).toBeDefined()
  // A manifest that is too large is returned, but not cached.
  expect(kept.keep(HALL, '2', manifestOf(2, { name: 'x'.repeat(500) })).bytes.length).toBeGreaterThan(400)
  expect(kept.find(HALL, '2')).toBeUndefined()
})
