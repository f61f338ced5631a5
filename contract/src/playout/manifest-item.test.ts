import { expect, it } from 'vitest'
import { Item } from '../content/item.ts'
import { ManifestItem } from './manifest-entry.ts'
import { manifestItemOf } from './manifest-item.ts'

const item = Item.parse({
  id: 'a',
  title: 'A',
  url: 'https://youtu.be/aaaaaaaaaaa',
  uploadDate: 1,
  type: 'youtube',
  visible: false,
  position: 'a',
  revision: 1,
  playable: true,
  duration: 20,
})

it('[TM4] an item as a player shows it has the canonical address, and is one that a player reads', () => {
  const shown = manifestItemOf(item)
  expect(shown).toMatchObject({ id: 'a', url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa', duration: 20 })
  expect(ManifestItem.safeParse(shown).success).toBe(true)
})

it('[TM4] the focus counts only where edges are cut', () => {
  const focus = { x: 0, y: 1 }
  expect(manifestItemOf({ ...item, fit: 'cover', focus })).toMatchObject({ fit: 'cover', focus })
  const whole = manifestItemOf({ ...item, fit: 'contain', focus })
  expect([whole?.fit, whole?.focus]).toEqual([undefined, undefined])
})

it('[TM4] an item that cannot be played has none, nor has an inclusion', () => {
  expect(manifestItemOf({ ...item, url: 'https://example.org/' })).toBeUndefined()
  expect(manifestItemOf({ ...item, type: 'video', url: 'javascript:alert(1)' })).toBeUndefined()
  expect(manifestItemOf({ ...item, type: 'playlist', url: '/playlists?id=_aaaaaaaaaaaaaaaaaaaa' })).toBeUndefined()
})
