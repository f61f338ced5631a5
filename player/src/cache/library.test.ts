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

type Answer = (name: string) => Response

const CDN = 'https://cdn.example.org/media'
const sends = (content: Uint8Array<ArrayBuffer>) => new Response(content, { headers: { 'Content-Type': 'image/jpeg' } })

/** A device with a real store, a server that has the files in `served`, and a CDN with any answers. */
function device(
  served: Set<string>,
  room = Number.POSITIVE_INFINITY,
  cdn?: Answer,
  inOrder = (items: Manifest['items']) => items,
) {
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
  let ahead = 0
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
      asked.push(url.startsWith(CDN) ? `cdn ${name}` : name)
      if (cdn && url === `${CDN}/${name}.jpg`) return cdn(name)
      if (!served.has(name)) throw new TypeError('Failed to fetch')
      return sends(contentOf(name))
    },
    inOrderOfNeed: ({ items }) => inOrder(items),
    onScreen: () => [],
    monotonicNow: () => performance.now() + ahead,
    wallNow: Date.now,
    random: () => 0,
  })
  const pass = (ms: number) => {
    ahead += ms
  }
  return { library, store, saves, asked, saved: () => saved, pass }
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

  it('WD3 [OF3] a manifest becomes the last good one without its fonts, and a font alone does not make it so', async () => {
    const font = { url: '/fonts/noto-sans-jp-1-0a1b2c3d.woff2', sha256: 'a'.repeat(64), sizeBytes: 9, range: 'U+3041' }
    const { library, saves, store } = device(new Set(['a']))
    library.follow({ ...manifest(1, 'a'), fonts: [font] })
    await vi.waitFor(() => expect(saves).toEqual([1]))
    library.close()
    expect(await store.urls()).toEqual(['/media/a.jpg'])
    const unreached = device(new Set())
    const blob = new Blob([contentOf('f')])
    const known = { ...font, sha256: createHash('sha256').update(contentOf('f')).digest('hex'), sizeBytes: blob.size }
    await unreached.store.put({ ...known, contentType: 'font/woff2' }, blob)
    unreached.library.follow({ ...manifest(1, 'b'), fonts: [known] })
    await vi.waitFor(() => expect(unreached.library.isKept(font.url)).toBe(true))
    expect(unreached.saves).toEqual([])
    unreached.library.close()
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

  it('[SD7] files that are on soonest are fetched first; files that are over for good are kept if stored and never fetched', async () => {
    // Like `soonestFirst` when a and b are over, and d comes on before c.
    let isOver: string[] = []
    const inOrder = (items: Manifest['items']) => items.filter(({ id }) => !isOver.includes(id)).toReversed()
    const { library, store, asked, saved } = device(new Set(['a', 'b', 'c', 'd']), undefined, undefined, inOrder)
    library.follow(manifest(1, 'b'))
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    asked.length = 0
    isOver = ['a', 'b']
    library.follow(manifest(2, 'a', 'b', 'c', 'd'))
    await vi.waitFor(() => expect(saved()?.revision).toBe(2))
    expect(library.keeping()).toBe('whole')
    expect(asked).toEqual(['d', 'c'])
    expect((await store.urls()).sort()).toEqual(['/media/b.jpg', '/media/c.jpg', '/media/d.jpg'])
    expect(library.tally()).toMatchObject({ kept: 2, of: 2 })
    library.close()
  })

  it('[F13] a file that does not fit leaves the rest whole; files are deleted for it only after the new manifest is stored', async () => {
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

  it('[OF16] files come from where the manifest says, under their own names; moving there or back fetches nothing', async () => {
    const { library, store, asked } = device(new Set(['a', 'b']), undefined, (name) => sends(contentOf(name)))
    library.follow({ ...manifest(1, 'a', 'b'), mediaUrl: CDN })
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    expect(asked.toSorted()).toEqual(['cdn a', 'cdn b'])
    expect((await store.urls()).toSorted()).toEqual(['/media/a.jpg', '/media/b.jpg'])
    for (const mediaUrl of [undefined, CDN, 'https://other.example']) {
      library.follow({ ...manifest(1, 'a', 'b'), mediaUrl })
      await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
      for (const url of ['/media/a.jpg', '/media/b.jpg']) {
        library.doubt(url)
        await vi.waitFor(async () => expect(await library.find(url)).toBeDefined())
      }
    }
    expect(asked).toHaveLength(2)
    library.close()
  })

  const failures: [string, Answer][] = [
    [
      'down',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
    ['without the file', () => new Response('', { status: 404 })],
    ['in trouble', () => new Response('', { status: 502 })],
    ['a page', () => new Response('<p>denied</p>', { headers: { 'Content-Type': 'text/html' } })],
    ['wrong in each byte', (name) => sends(new Uint8Array(contentOf(name).length))],
    ['too short', (name) => sends(contentOf(name).slice(1))],
    ['too long', (name) => sends(contentOf(`${name} and more`))],
    [
      'wrong, and cut before that can be told',
      (name) => {
        const wrong = new Uint8Array(contentOf(name).length - 1)
        return sends(wrong)
      },
    ],
  ]
  it.each(failures)('[OF16] a CDN that is %s is left for the server, and asked again later', async (_, answer) => {
    const { library, asked, pass } = device(new Set(['a', 'b', 'c']), undefined, answer)
    library.follow({ ...manifest(1, 'a'), mediaUrl: CDN })
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    expect(await (await library.find('/media/a.jpg'))?.text()).toBe('picture a')
    expect(asked[0]).toBe('cdn a')
    expect(library.elsewhere('/media/b.jpg')).toBeUndefined()

    asked.length = 0
    library.follow({ ...manifest(2, 'a', 'b'), mediaUrl: CDN })
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    expect(asked).toEqual(['b'])

    pass(6 * 60_000)
    expect(library.elsewhere('/media/b.jpg')).toBe(`${CDN}/b.jpg`)
    library.follow({ ...manifest(3, 'a', 'b', 'c'), mediaUrl: CDN })
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    expect(asked).toContain('cdn c')
    library.close()
  })

  it('[OF16] where nobody answers it is the line, and the CDN is asked first again', async () => {
    const served = new Set<string>()
    let isUp = false
    const { library, asked } = device(served, undefined, (name) => {
      if (!isUp) throw new TypeError('Failed to fetch')
      return sends(contentOf(name))
    })
    library.follow({ ...manifest(1, 'a'), mediaUrl: CDN })
    await vi.waitFor(() => expect(library.failureOf('/media/a.jpg')).toBe('unreachable'))
    expect(asked).toEqual(['cdn a', 'a'])
    isUp = true
    served.add('a')
    library.retry()
    await vi.waitFor(() => expect(library.keeping()).toBe('whole'))
    expect(asked).toEqual(['cdn a', 'a', 'cdn a'])
    library.close()
  })

  it('[F15] a caller that waits for the first check does not wait for a download', async () => {
    const { library } = device(new Set())
    library.follow(manifest(1, 'a'))
    await library.checked('/media/a.jpg')
    library.close()
  })

  const textOf = async (blob: Promise<Blob | undefined>) => (await blob)?.text()

  it('[G6] gives away what it has verified, as soon as it has, and nothing else', async () => {
    const served = new Set(['a', 'b'])
    const { library } = device(served)
    library.follow(manifest(1, 'a', 'b', 'c'))
    expect(library.isKept('/media/b.jpg')).toBe(false)
    expect(await textOf(library.whole('/media/b.jpg'))).toBe('picture b')
    expect(await library.whole('/media/c.jpg')).toBeUndefined()
    expect(library.isKept('/media/elsewhere.jpg')).toBeUndefined()
    served.add('c')
    library.retry()
    expect(await textOf(library.whole('/media/c.jpg'))).toBe('picture c')
    await vi.waitFor(() => expect(library.isKept('/media/c.jpg')).toBe(true))
    library.close()
  })

  it.each([
    ['it is put on the device', async (put: () => Promise<void>) => put()],
    ['no room is found for it', async () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))],
  ])('[G6] gives what has come to who asks for it while %s', async (_, keep) => {
    const { library, store } = device(new Set(['a']))
    const { put } = store
    let asked: Promise<Blob | undefined> = Promise.resolve(undefined)
    vi.spyOn(store, 'put').mockImplementation((file, blob) => {
      asked = library.whole(file.url)
      return keep(() => put(file, blob))
    })
    library.follow(manifest(1, 'a'))
    await vi.waitFor(() => expect(library.keeping()).not.toBe('storing'))
    expect(await textOf(asked)).toBe('picture a')
    library.close()
  })

  it('[G6] a line that cuts a file, or gives other bytes, gives nothing', async () => {
    for (const wrong of [contentOf('a').slice(0, 4), new Uint8Array(contentOf('a').length)]) {
      const { library } = device(new Set(), undefined, () => sends(wrong))
      library.follow({ ...manifest(1, 'a'), mediaUrl: CDN })
      expect(await library.whole('/media/a.jpg')).toBeUndefined()
      library.close()
    }
  })

  it('[G6] the file that the screen waits for does not wait for others', async () => {
    const served = new Set(['a', 'b', 'd'])
    const { library, asked } = device(served, undefined, (name) => {
      if (name === 'd') return sends(contentOf(name))
      return new Response(new ReadableStream(), { headers: { 'Content-Type': 'image/jpeg' } })
    })
    library.follow({ ...manifest(1, 'a', 'b', 'c', 'd'), mediaUrl: CDN })
    await vi.waitFor(() => expect(asked).toEqual(['cdn a', 'cdn b']))
    expect(await textOf(library.whole('/media/d.jpg'))).toBe('picture d')
    library.close()
  })

  it('[G6] [F13] a file without room is shown all the same, verified', async () => {
    const { library } = device(new Set(['a', 'b']), 1)
    library.follow(manifest(1, 'a', 'b'))
    await vi.waitFor(() => expect(library.keeping()).toBe('short'))
    expect(await textOf(library.whole('/media/a.jpg'))).toBe('picture a')
    expect(await textOf(library.whole('/media/b.jpg'))).toBe('picture b')
    library.close()
  })
})
