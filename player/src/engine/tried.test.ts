import type { DisplayId, ItemId, LineId, Manifest, ManifestItem, ManifestLine, OrganisationId } from '@placard/contract'
import { planAt } from '@placard/playback'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withTried } from './tried.ts'

const NOW = Date.UTC(2026, 11, 1, 9)

const alone = { hours: [{ from: '08:00', until: '10:00' }], alone: true as const }
const schedule = fc.constantFrom(
  undefined,
  { days: [1] },
  { hours: [{ from: '08:00', until: '10:00' }] },
  { from: '2027-01-01T00:00' },
  alone,
)
const entry = fc.record({ schedule, inclusion: fc.constantFrom(undefined, 0, 7) })

const itemOf = (id: string, more: Partial<ManifestItem>): ManifestItem => ({
  id: id as ItemId,
  type: 'image',
  url: `/media/${id}.jpg`,
  duration: 10,
  ...more,
})
const lineOf = (id: string, more: Partial<ManifestLine>): ManifestLine => ({ id: id as LineId, text: id, ...more })

const manifest = fc
  .record({ items: fc.array(entry, { maxLength: 5 }), lines: fc.array(entry, { maxLength: 5 }), inclusion: schedule })
  .map(
    ({ items, lines, inclusion }): Manifest => ({
      organisationId: 'vnr' as OrganisationId,
      displayId: 'ece' as DisplayId,
      name: 'ECE',
      revision: 1,
      loopStartedAt: NOW - 100_000,
      zoneOffsets: [[0, 0]],
      inclusions: [inclusion ?? { days: [2] }],
      items: items.map((more, index) => itemOf(`i${index}`, more as Partial<ManifestItem>)),
      lines: lines.map((more, index) => lineOf(`l${index}`, more as Partial<ManifestLine>)),
    }),
  )

const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id)
const withIt = (things: readonly { id: string }[], id: string) => [...new Set([...ids(things), id])]

describe('[TM4] a manifest with something that is tried', () => {
  it('has it on, in the place of the one with its id or behind all others, and everything else as it was', () => {
    fc.assert(
      fc.property(manifest, fc.nat({ max: 6 }), schedule, (before, which, own) => {
        const kept = structuredClone(before)
        const item = itemOf(`i${which}`, {
          url: '/media/other.jpg',
          fit: 'cover',
          schedule: own as never,
          inclusion: 0,
        })
        const after = withTried(before, { item }, NOW)
        expect(planAt(after, NOW).items).toContainEqual(
          expect.objectContaining({ id: item.id, url: item.url, fit: 'cover' }),
        )
        expect(ids(after.items)).toEqual(withIt(before.items, item.id))
        expect(after.items.filter(({ id }) => id !== item.id)).toEqual(before.items.filter(({ id }) => id !== item.id))
        expect(after.lines).toBe(before.lines)

        const line = lineOf(`l${which}`, { text: 'Tried', schedule: own as never, inclusion: 0 })
        const told = withTried(before, { line }, NOW)
        expect(planAt(told, NOW).lines).toContainEqual(expect.objectContaining({ id: line.id, text: 'Tried' }))
        expect(ids(told.lines)).toEqual(withIt(before.lines, line.id))
        expect(told.items).toBe(before.items)
        expect(before).toEqual(kept)
      }),
    )
  })

  it('pushes nothing else aside, and is beside what pushes everything aside', () => {
    fc.assert(
      fc.property(manifest, fc.nat({ max: 6 }), (before, which) => {
        const item = itemOf(`i${which}`, { schedule: alone })
        const others = (of: Manifest) => ids(planAt(of, NOW).items).filter((id) => id !== item.id)
        const without = { ...before, items: before.items.filter(({ id }) => id !== item.id) }
        expect(others(withTried(before, { item }, NOW))).toEqual(others(without))
      }),
    )
  })

  it('[CT12] brings its colour and its clock along where the manifest has none, and takes nothing from one that has', () => {
    const bare: Manifest = {
      organisationId: 'vnr' as OrganisationId,
      displayId: 'ece' as DisplayId,
      name: 'ECE',
      revision: 1,
      loopStartedAt: 0,
      items: [],
      lines: [],
    }
    const around = { brand: { colour: '#1a5fb4' }, zoneOffsets: [[0, 60]] as [number, number][] }
    const tried = { item: itemOf('n', { type: 'notice', url: 'about:blank' }), around }
    expect(withTried(bare, tried, NOW)).toMatchObject(around)
    const own = { brand: { colour: '#00ff00' }, zoneOffsets: [[0, 0]] as [number, number][] }
    expect(withTried({ ...bare, ...own }, tried, NOW)).toMatchObject(own)
  })
})
