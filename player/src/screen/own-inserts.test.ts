import { type Manifest, NO_PICTURE, type ScreenInserts } from '@placard/contract'
import { insertManifestOf, placeOfInsert, planAt } from '@placard/playback'
import { describe, expect, it } from 'vitest'
import { createManifestKeeper, type ManifestKeeper } from '../sync/manifest-keeper.ts'
import { readManifest } from '../sync/read-manifest.ts'
import { withOwnInserts } from './own-inserts.ts'
import { readPlace } from './read-place.ts'

const KEY = { organisationId: 'vnr', displayId: 'ece' } as never
const START = 1_000_000

const insert = (id: string, startsAt: number, forMs = 60_000) => ({
  id,
  items: [
    {
      id: `insert-${id}`,
      type: 'notice',
      url: NO_PICTURE,
      notice: { look: 'paper', heading: id, body: '', byline: '' },
    },
  ],
  startsAt,
  endsAt: startsAt + forMs,
  ...placeOfInsert('top-right'),
})

function manifestOf(revision: number, more: object = {}): Manifest {
  const read = readManifest({
    organisationId: 'vnr',
    displayId: 'ece',
    name: 'Hall',
    revision,
    loopStartedAt: 0,
    items: [],
    lines: [],
    ...more,
  })
  if (!read) throw new Error('no manifest')
  return read
}

function ownOf(inserts: object[], more: object = {}): ScreenInserts | undefined {
  const place = readPlace({
    id: '0'.repeat(32),
    organisationId: 'vnr',
    displayId: 'ece',
    name: 'Left',
    sentTo: null,
    inserts: { inserts, ...more },
    commands: [],
  })
  return place?.inserts
}

const idsOf = ({ current }: Pick<ManifestKeeper, 'current'>) => current()?.inserts?.map(({ id }) => id)

function begin(first?: ScreenInserts) {
  let own = first
  let told = 0
  const kept = createManifestKeeper(KEY)
  const { manifests, look } = withOwnInserts(kept, () => own)
  manifests.onChange(() => {
    told += 1
  })
  return {
    kept,
    manifests,
    told: () => told,
    set(next: ScreenInserts | undefined) {
      own = next
      look()
    },
  }
}

describe('inserts on a screen alone', () => {
  it('[LY7] are in the manifest that the screen plays, the latest last, and each only once', () => {
    const { kept, manifests } = begin(ownOf([insert('own', START + 10), insert('both', START + 30)]))
    expect(manifests.current()).toBeUndefined()
    kept.accept(manifestOf(1, { inserts: [insert('both', START + 30), insert('late', START + 20)] }))
    expect(idsOf(manifests)).toEqual(['own', 'late', 'both'])
    expect(manifests.heard()?.inserts).toHaveLength(2)
  })

  it('[LY7] the newest is on until its end by the clock, then the one before it', () => {
    const { kept, manifests } = begin(ownOf([insert('short', START + 10, 1_000)]))
    kept.accept(manifestOf(1, { inserts: [insert('long', START)] }))
    const onAt = (at: number) => {
      const plan = planAt(insertManifestOf(manifests.current() as Manifest), at)
      return plan.status === 'playing' ? plan.current.item.id : plan.status
    }
    expect([START, START + 10, START + 1_009, START + 1_010, START + 60_000].map(onAt)).toEqual([
      'insert-long',
      'insert-short',
      'insert-short',
      'insert-long',
      'empty',
    ])
  })

  it('[LY7] a place that says the same changes nothing; another one changes the manifest at once', () => {
    const { kept, manifests, told, set } = begin()
    const plain = manifestOf(1)
    kept.accept(plain)
    expect([manifests.current() === plain, told()]).toEqual([true, 1])
    set(ownOf([insert('own', START)]))
    const merged = manifests.current()
    expect([idsOf(manifests), told()]).toEqual([['own'], 2])
    set(ownOf([insert('own', START)]))
    expect([manifests.current() === merged, told()]).toEqual([true, 2])
    set(undefined)
    expect([manifests.current() === plain, told()]).toEqual([true, 3])
  })

  it('[LY7] bring the colours, the clock and the fonts that the manifest lacks', () => {
    const font = {
      url: '/fonts/noto-sans-arabic-arabic.woff2',
      sha256: '0'.repeat(64),
      sizeBytes: 9,
      range: 'U+600-6ff',
    }
    const around = { brand: { colour: '#1a5fb4' }, zoneOffsets: [[0, 60]], fonts: [font] }
    const { kept, manifests } = begin(ownOf([insert('own', START)], around))
    kept.accept(manifestOf(1))
    expect(manifests.current()).toMatchObject(around)
    kept.accept(manifestOf(2, { brand: { colour: '#aa0000' }, fonts: [font] }))
    expect(manifests.current()).toMatchObject({ brand: { colour: '#aa0000' }, fonts: [font] })
  })

  it('[LY7] are stored with the place of the screen, and not with the manifest', () => {
    const { kept, manifests } = begin(ownOf([insert('own', START)]))
    const plain = manifestOf(1)
    kept.accept(plain)
    expect(JSON.stringify({ manifest: manifests.current() })).toBe(JSON.stringify({ manifest: plain }))
    expect(idsOf(manifests)).toEqual(['own'])
  })
})
