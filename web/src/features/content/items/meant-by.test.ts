import { expect, it } from 'vitest'
import { meantBy } from './meant-by.ts'

const OWN = 'https://signs.example'

it('[U12] the address of a film is distinguished from any other text', () => {
  const film = { what: 'item', type: 'youtube', address: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' }
  expect(meantBy('https://www.youtube.com/watch?v=aaaaaaaaaaa', OWN)).toEqual(film)
  expect(meantBy('youtu.be/aaaaaaaaaaa', OWN)).toEqual({ ...film, address: 'https://youtu.be/aaaaaaaaaaa' })
  const stream = 'https://cdn.example/live/hall.m3u8?key=1'
  expect(meantBy(stream, OWN)).toEqual({ what: 'item', type: 'video', address: stream })
  for (const text of ['', 'see youtu.be/aaaaaaaaaaa', 'file:///a.mp4', 'a.mp4', 'word', 'school.org'])
    expect(meantBy(text, OWN)).toBeUndefined()
})

it('[HS29] a text that is an address is taken for what plays, or it is said why nothing does', () => {
  expect(meantBy(' vimeo.com/76979871 ', OWN)).toMatchObject({ what: 'web-page' })
  expect(meantBy('www.twitch.tv/monstercat', OWN)).toMatchObject({ what: 'web-page' })
  expect(meantBy('www.twitch.tv/monstercat', 'http://signs.lan')).toEqual({
    what: 'nothing',
    problem: 'address-twitch-https',
  })
  expect(meantBy('https://www.dropbox.com/s/abc/fair.jpg?dl=0', OWN)).toMatchObject({ what: 'item', type: 'image' })
  expect(meantBy('https://drive.google.com/drive/folders/abc', OWN)).toEqual({
    what: 'nothing',
    problem: 'address-folder',
  })
  // One that programs read stays a feed.
  expect(meantBy('https://www.youtube.com/feeds/videos.xml?channel_id=UC', OWN)).toMatchObject({ what: 'feed' })
  expect(meantBy('https://www.dropbox.com/s/abc/events.ics?dl=1', OWN)).toMatchObject({ what: 'feed' })
  expect(meantBy('https://example.org/menu', OWN)).toEqual({ what: 'web-page', address: 'https://example.org/menu' })
})

it('[HS29] an address that is too long to keep is said to be, in place of a part of it', () => {
  const long = (end: string) => `https://example.org/${'a'.repeat(2_040)}${end}`
  for (const address of [long('.mp4'), long('.ics'), long('')])
    expect(meantBy(address, OWN)).toEqual({ what: 'nothing', problem: 'too-long' })
  expect(meantBy(`https://youtu.be/aaaaaaaaaaa?si=${'a'.repeat(3_000)}`, OWN)).toMatchObject({ type: 'youtube' })
  expect(meantBy(`https://example.org/${'a'.repeat(2_000)}.mp4`, OWN)).toMatchObject({ type: 'video' })
})
