import { describe, expect, it } from 'vitest'
import { readManifest } from './manifest.ts'

const item = { id: 'a', type: 'image', url: '/media/a.jpg', duration: 5, sha256: 'ab', sizeBytes: 10 }
const manifest = {
  organisationId: 'vnr',
  displayId: 'ece',
  name: 'Department of ECE',
  revision: 3,
  loopStartedAt: 1_000,
  items: [item],
  lines: [{ id: 'l', text: 'Welcome' }],
}

describe('a manifest', () => {
  it('is read as it is', () => {
    expect(readManifest(manifest)).toEqual(manifest)
  })

  it('[ST4] a manifest of an older version is read as it is, and an invalid fit of an item is ignored', () => {
    expect(readManifest(manifest)?.items[0]).not.toHaveProperty('fit')
    const odd = { ...item, fit: 'fill', focus: { x: 7, y: 0 } }
    expect(readManifest({ ...manifest, items: [odd] })?.items).toEqual([item])
    const cut = { ...item, fit: 'cover', focus: { x: 0, y: 1 } }
    expect(readManifest({ ...manifest, items: [cut] })?.items).toEqual([cut])
  })

  it('[CP3] plays what came with an inclusion by its schedule, and always where that cannot be read', () => {
    const inclusions = [{ days: [1, 2] }, { hours: [{ from: '08:00', until: '12:00' }], alone: true }]
    const included = { ...manifest, inclusions, items: [{ ...item, inclusion: 1 }] }
    expect(readManifest(included)).toEqual(included)
    // An unreadable index only removes the index. An unreadable schedule keeps its place in the list, so that the others'
    // indexes stay right.
    for (const inclusion of ['0', -1, 0.5, null]) {
      expect(readManifest({ ...included, items: [{ ...item, inclusion }] })?.items).toEqual([item])
    }
    const odd = { ...included, inclusions: ['weekdays', inclusions[1], null] }
    expect(readManifest(odd)?.inclusions).toEqual([{}, inclusions[1], {}])
    expect(readManifest({ ...included, inclusions: 'weekdays' })).toEqual({ ...included, inclusions: undefined })
  })

  it('[CP8] a playlist’s manifest has the id of the playlist', () => {
    const displayId = '_0123456789abcdefghij'
    expect(readManifest({ ...manifest, displayId })).toEqual({ ...manifest, displayId })
    expect(readManifest({ ...manifest, displayId: '_ece' })).toBeUndefined()
  })

  it.each(['pdf', 'Image', 'playlist', '__proto__', undefined])('P5 goes on without an item of type %j', (type) => {
    expect(readManifest({ ...manifest, items: [{ ...item, type }, item] })?.items).toEqual([item])
  })

  it('goes on without a line that cannot be read', () => {
    expect(readManifest({ ...manifest, lines: [{ id: 'l' }, null, manifest.lines[0]] })?.lines).toEqual(manifest.lines)
  })

  it('E2 that is empty is a whole one: it empties the screen', () => {
    expect(readManifest({ ...manifest, items: [], lines: [] })).toMatchObject({ items: [], lines: [] })
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'manifest'],
    ['a list', []],
    ['no items', { ...manifest, items: undefined }],
    ['items that are no list', { ...manifest, items: {} }],
    ['a revision that is no number', { ...manifest, revision: '3' }],
    ['a revision between two', { ...manifest, revision: 1.5 }],
    ['a display with another kind of id', { ...manifest, displayId: '../ece' }],
  ])('P9 is refused whole when it is %s', (_, value) => {
    expect(readManifest(value)).toBeUndefined()
  })

  it('leaves out what it does not know', () => {
    expect(readManifest({ ...manifest, secret: 'x' })).toEqual(manifest)
  })
})
