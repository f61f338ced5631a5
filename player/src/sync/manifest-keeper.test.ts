import type { DisplayId, Manifest, OrganisationId, PlaylistId } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createManifestKeeper } from './manifest-keeper.ts'

const key = { organisationId: 'vnr' as OrganisationId, displayId: 'ece' as DisplayId }
const revised = (revision: number): Manifest => ({
  ...key,
  name: `of ${revision}`,
  revision,
  loopStartedAt: 0,
  items: [],
  lines: [],
})

describe('the manifest keeper', () => {
  it('[F51] [LV3] lost, doubled and reordered manifests end at the highest revision', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 60 }), (revisions) => {
        const keeper = createManifestKeeper(key)
        const seen: number[] = []
        keeper.onChange(() => seen.push(keeper.current()?.revision ?? -1))
        for (const revision of revisions) keeper.accept(revised(revision))
        expect(keeper.current()).toEqual(revised(Math.max(...revisions)))
        expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other))
      }),
      { numRuns: 10_000 },
    )
  })

  it("[LV3] a manifest of another display is nobody's here (E4)", () => {
    const keeper = createManifestKeeper(key)
    keeper.accept({ ...revised(9), displayId: 'cse' as DisplayId })
    keeper.accept({ ...revised(9), organisationId: 'other' as OrganisationId })
    expect(keeper.current()).toBeUndefined()
  })

  it('[CP8] takes that of the playlist that it looks at, and of no other', () => {
    const playlistId = '_0123456789abcdefghij' as PlaylistId
    const keeper = createManifestKeeper({ organisationId: key.organisationId, playlistId })
    keeper.accept(revised(9))
    keeper.accept({ ...revised(9), displayId: '_9876543210abcdefghij' as PlaylistId })
    expect(keeper.current()).toBeUndefined()
    keeper.accept({ ...revised(2), displayId: playlistId })
    expect(keeper.current()?.revision).toBe(2)
  })

  it('[OF8] the stored manifest plays until the server answers, and its revision does not bind', () => {
    const keeper = createManifestKeeper(key)
    keeper.restore(revised(90))
    expect(keeper.current()?.revision).toBe(90)
    expect(keeper.heard()).toBeUndefined()
    keeper.accept(revised(3))
    expect(keeper.current()?.revision).toBe(3)
    expect(keeper.heard()).toEqual(revised(3))
    keeper.restore(revised(91))
    expect(keeper.current()?.revision).toBe(3)
  })

  it('[OF16] of one revision, only a manifest whose files come from elsewhere is another', () => {
    const keeper = createManifestKeeper(key)
    const seen: (string | undefined)[] = []
    keeper.onChange(() => seen.push(keeper.current()?.mediaUrl))
    const from = (mediaUrl: string) => ({ ...revised(3), mediaUrl })
    for (const one of [revised(3), from('https://a.example'), from('https://a.example'), revised(3), revised(3)])
      keeper.accept(one)
    keeper.accept({ ...revised(2), mediaUrl: 'https://a.example' })
    expect(seen).toEqual([undefined, 'https://a.example', undefined])
  })

  it('[LV3] the undo of listening ends it (P11)', () => {
    const keeper = createManifestKeeper(key)
    const listener = vi.fn()
    const stop = keeper.onChange(listener)
    keeper.accept(revised(1))
    stop()
    keeper.accept(revised(2))
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
