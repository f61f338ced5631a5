import { Item } from '@placard/contract'
import { expect, it } from 'vitest'
import { changeOf, draftOf, EMPTY_DRAFT, isClash, mergeDraft, newItemOf } from './item-draft.ts'

const origin = 'https://signs.example.org'
const item = Item.parse({
  id: 'a',
  title: 'Poster',
  url: '/media/abc.jpg',
  uploadDate: 0,
  type: 'image',
  visible: true,
  position: 'a0',
  revision: 3,
  playable: true,
})

it('T4 an untouched form changes nothing', () => {
  expect(changeOf(draftOf(item, origin), item, origin)).toEqual({})
})

it('T4 only what was changed is sent', () => {
  expect(changeOf({ ...draftOf(item, origin), title: 'Other' }, item, origin)).toEqual({ title: 'Other' })
})

it('D6 the address of a stored file is sent as its path', () => {
  const draft = { ...draftOf(item, origin), address: `${origin}/media/other.jpg` }
  expect(changeOf(draft, item, origin)).toEqual({ url: '/media/other.jpg' })
})

it('[ST4] how it takes its place is sent when it was changed, and only then', () => {
  const draft = draftOf(item, origin)
  expect(draft).toMatchObject({ fit: 'contain', focus: { x: 0.5, y: 0.5 } })
  expect(changeOf({ ...draft, fit: 'cover' }, item, origin)).toEqual({ fit: 'cover' })
  const cut = { ...item, fit: 'cover', focus: { x: 0, y: 1 } } as const
  expect(changeOf(draftOf(cut, origin), cut, origin)).toEqual({})
  expect(changeOf({ ...draftOf(cut, origin), focus: { x: 0, y: 0 } }, cut, origin)).toEqual({ focus: { x: 0, y: 0 } })
})

it('[CT15] how a page is shown is sent whole, and taken away when it says nothing', () => {
  const page = Item.parse({ ...item, type: 'webpage', url: 'https://example.org/', webPage: { zoom: 150, scroll: 40 } })
  const draft = draftOf(page, origin)
  expect(changeOf(draft, page, origin)).toEqual({})
  expect(changeOf({ ...draft, webPage: { zoom: 150 } }, page, origin)).toEqual({ webPage: { zoom: 150 } })
  expect(changeOf({ ...draft, webPage: { zoom: 100, scroll: 0 } }, page, origin)).toEqual({ webPage: null })
})

it('[HS2] a new item has what was chosen, and leaves to the player what was not', () => {
  const draft = { ...EMPTY_DRAFT, title: 'New', address: 'https://example.org/a.jpg' }
  const plain = { title: 'New', type: 'image', url: draft.address, duration: draft.duration, visible: true }
  expect(newItemOf(draft, draft.address)).toEqual(plain)
  expect(newItemOf({ ...draft, fit: 'cover' }, draft.address)).toEqual({ ...plain, fit: 'cover' })
})

it('[U22] only changes of the same field clash; an address and its type are one', () => {
  expect(isClash({ title: 'Mine' }, { visible: false, duration: 5 })).toBe(false)
  expect(isClash({ title: 'Mine' }, { title: 'Theirs' })).toBe(true)
  expect(isClash({ type: 'video' }, { url: 'https://a.example/b.jpg' })).toBe(true)
})

it('[U22] a merged draft holds what both changed', () => {
  const theirs = { ...item, visible: false, title: 'Theirs' }
  const mine = { ...draftOf(item, origin), title: 'Mine', duration: 30 }
  expect(mergeDraft(mine, item, theirs, origin)).toEqual({
    ...draftOf(item, origin),
    visible: false,
    title: 'Mine',
    duration: 30,
  })
})
