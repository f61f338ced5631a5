import { createHash } from 'node:crypto'
import type { DisplayId, ItemId, Manifest, OrganisationId } from '@placard/contract'
import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { createLibrary, type GoodManifests } from './library.ts'
import { openMediaStore } from './media-store.ts'
import { createParts } from './parts.ts'
import type { Unneeded } from './prune.ts'

const contentOf = (name: string) => new TextEncoder().encode(`picture ${name}`)

function manifest(revision: number, ...names: string[]): Manifest {
  return {
    organisationId: 'vnr' as OrganisationId,
    displayId: 'ece' as DisplayId,
    name: 'ECE',
    revision,
    loopStartedAt: 0,
    items: names.map((name) => ({
      id: name as ItemId,
      type: 'image',
      url: `/media/${name}.jpg`,
      sha256: createHash('sha256').update(contentOf(name)).digest('hex'),
      sizeBytes: contentOf(name).length,
    })),
    lines: [],
  }
}

/** A device with a true store, and a server that has what is in `served`. */
function device(served: Set<string>, room = Number.POSITIVE_INFINITY) {
  const database = openDatabase(undefined)
  const store = openMediaStore(undefined, database)
  const saves: number[] = []
  let saved: Manifest | undefined
  let unneeded: Unneeded = new Map()
  const good: GoodManifests = {
    async save(one) {
      saved = one
      saves.push(one.revision)
    },
    isThere: async () => saved !== undefined,
    all: async () => (saved ? [saved] : []),
    loadUnneeded: async () => unneeded,
    async saveUnneeded(next) {
      unneeded = next
    },
  }
  const asked: string[] = []
  const library = createLibrary({
    store: {
      ...store,
      async put(file, blob) {
        if ((await store.urls()).length >= room) throw new DOMException('no room', 'QuotaExceededError')
        await store.put(file, blob)
      },
    },
    parts: createParts(database),
    good,
    async fetch(url) {
      const name = /([a-z]+)\.jpg$/.exec(url)?.[1] ?? ''
      asked.push(name)
      if (!served.has(name)) throw new TypeError('Failed to fetch')
      return new Response(contentOf(name), { headers: { 'Content-Type': 'image/jpeg' } })
    },
    loopIndex: () => 0,
    onGlass: () => [],
    monotonicNow: () => performance.now(),
    wallNow: Date.now,
    random: () => 0,
  })
  return { library, store, saves, asked, saved: () => saved }
}

describe('the library', () => {
  it('tells of each file that it fetched, and of none that it only looked at again', async () => {
    const { library } = device(new Set(['a', 'b']))
    const fetched: string[] = []
    library.onFetched((url) => fetched.push(url))
    const first = manifest(1, 'a', 'b')
    library.follow(first)
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    const urls = first.items.map(({ url }) => url)
    expect(fetched.toSorted()).toEqual(urls.toSorted())
    library.doubt(urls[0] ?? '')
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    expect(fetched).toHaveLength(2)
    library.close()
  })

  it('[OF3] a manifest becomes the last good one when its files are there, and not before', async () => {
    const served = new Set(['a'])
    const { library, saves, saved } = device(served)
    library.follow(manifest(1, 'a'))
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    expect(saves).toEqual([1])

    library.follow(manifest(2, 'a', 'b'))
    await new Promise((wake) => setTimeout(wake, 50))
    expect(library.keeping()).toBe('storing')
    expect(saved()?.revision).toBe(1)
    served.add('b')
    library.retry()
    await vi.waitFor(() => expect(saved()?.revision).toBe(2))
    library.close()
  })

  it('[F13] what does not fit leaves the rest whole; what goes for it goes only behind the new manifest', async () => {
    const { library, store, saved } = device(new Set(['a', 'b', 'c']), 2)
    library.follow(manifest(1, 'a'))
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    library.follow(manifest(2, 'b', 'c'))
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    expect(saved()?.revision).toBe(2)
    expect((await store.urls()).sort()).toEqual(['/media/b.jpg', '/media/c.jpg'])
    library.close()
  })

  it('[F13] where nothing of the new fits, the old one stays', async () => {
    const { library, store, saved } = device(new Set(['a', 'b']), 1)
    library.follow(manifest(1, 'a'))
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    library.follow(manifest(2, 'b'))
    await vi.waitFor(() => expect(library.keeping()).toBe('short'))
    await new Promise((wake) => setTimeout(wake, 50))
    expect(saved()?.revision).toBe(1)
    expect(await store.urls()).toEqual(['/media/a.jpg'])
    library.close()
  })

  it('[OF6] an empty manifest is stored, and keeps what there is', async () => {
    const { library, store, saved } = device(new Set(['a']))
    library.follow(manifest(1, 'a'))
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    library.follow(manifest(2))
    await vi.waitFor(() => expect(saved()?.revision).toBe(2))
    expect(await store.urls()).toEqual(['/media/a.jpg'])
    library.close()
  })

  it('[F15] a file that is not what it was is thrown away and fetched again', async () => {
    const { library, store, asked } = device(new Set(['a']))
    library.follow(manifest(1, 'a'))
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    const [item] = manifest(1, 'a').items
    const wrong = new Blob([new Uint8Array(item?.sizeBytes ?? 0)])
    const file = { url: '/media/a.jpg', sha256: '', sizeBytes: 0, contentType: 'image/jpeg' }
    await store.put(file, wrong)
    library.doubt('/media/a.jpg')
    expect(await library.find('/media/a.jpg')).toBeUndefined()
    await vi.waitFor(() => expect(asked).toEqual(['a', 'a']))
    await vi.waitFor(async () => expect(await (await library.find('/media/a.jpg'))?.text()).toBe('picture a'))
    library.close()
  })

  it('[F15] who waits for the first look waits for no download', async () => {
    const { library } = device(new Set())
    library.follow(manifest(1, 'a'))
    await library.checked('/media/a.jpg')
    library.close()
  })
})
