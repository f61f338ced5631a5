import { describe, expect, it } from 'vitest'
import type { SharedProblem } from '../platform/error.ts'
import type { ItemType } from './item.ts'
import { readItemUrl } from './item-url.ts'
import { playingFormOf, readShared } from './shared-address.ts'

const OWN = 'https://signs.example'
const FILM = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const LIST = 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'
const CHANNEL = 'UC_x5XG1OV2P6uZZ5FSM9Ttw'
const YOUTUBE = 'autoplay=1&mute=1&controls=0&playsinline=1&rel=0'
const PLAYLIST = `https://www.youtube-nocookie.com/embed/videoseries?list=${LIST}&loop=1&${YOUTUBE}`
const LIVE = `https://www.youtube-nocookie.com/embed/live_stream?channel=${CHANNEL}&${YOUTUBE}`
const VIMEO = 'autoplay=1&muted=1&loop=1&dnt=1'
const TWITCH = 'parent=signs.example&autoplay=true&muted=true'
const SLIDES = '1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV'

describe('an address as people share it', () => {
  it.each<[string, ItemType, string]>([
    // YouTube: films.
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', FILM],
    [`https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${LIST}&index=3`, 'youtube', FILM],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=RDdQw4w9WgXcQ&start_radio=1', 'youtube', FILM],
    ['https://youtu.be/dQw4w9WgXcQ?si=abcdefgh&t=42', 'youtube', FILM],
    ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=youtu.be', 'youtube', FILM],
    ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', FILM],
    ['https://youtube.com/shorts/dQw4w9WgXcQ?feature=share', 'youtube', FILM],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'youtube', FILM],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0', 'youtube', FILM],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube', FILM],
    // YouTube: playlists.
    [`https://www.youtube.com/playlist?list=${LIST}`, 'webpage', PLAYLIST],
    [`https://youtube.com/playlist?list=${LIST}&si=abcd`, 'webpage', PLAYLIST],
    [`https://m.youtube.com/playlist?list=${LIST}`, 'webpage', PLAYLIST],
    [`https://music.youtube.com/playlist?list=${LIST}`, 'webpage', PLAYLIST],
    [`https://www.youtube.com/watch?list=${LIST}`, 'webpage', PLAYLIST],
    [`https://www.youtube.com/embed/videoseries?list=${LIST}`, 'webpage', PLAYLIST],
    [PLAYLIST, 'webpage', PLAYLIST],
    [
      `https://www.youtube.com/embed/videoseries?list=${LIST}&controls=1&index=4`,
      'webpage',
      `https://www.youtube-nocookie.com/embed/videoseries?list=${LIST}&controls=1&index=4&loop=1&autoplay=1&mute=1&playsinline=1&rel=0`,
    ],
    // YouTube: the live stream of a channel.
    [`https://www.youtube.com/channel/${CHANNEL}/live`, 'webpage', LIVE],
    [`https://www.youtube.com/embed/live_stream?channel=${CHANNEL}`, 'webpage', LIVE],
    [LIVE, 'webpage', LIVE],
    // Vimeo.
    ['https://vimeo.com/76979871', 'webpage', `https://player.vimeo.com/video/76979871?${VIMEO}`],
    ['https://www.vimeo.com/76979871?share=copy', 'webpage', `https://player.vimeo.com/video/76979871?${VIMEO}`],
    [
      'https://vimeo.com/76979871/8272103f6e',
      'webpage',
      `https://player.vimeo.com/video/76979871?h=8272103f6e&${VIMEO}`,
    ],
    ['https://vimeo.com/channels/staffpicks/76979871', 'webpage', `https://player.vimeo.com/video/76979871?${VIMEO}`],
    [
      'https://vimeo.com/groups/shortfilms/videos/76979871',
      'webpage',
      `https://player.vimeo.com/video/76979871?${VIMEO}`,
    ],
    [
      'https://vimeo.com/showcase/1234567/video/76979871',
      'webpage',
      `https://player.vimeo.com/video/76979871?${VIMEO}`,
    ],
    [
      'https://vimeo.com/manage/videos/76979871/8272103f6e',
      'webpage',
      `https://player.vimeo.com/video/76979871?h=8272103f6e&${VIMEO}`,
    ],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e&loop=0#t=10s',
      'webpage',
      'https://player.vimeo.com/video/76979871?h=8272103f6e&loop=0&autoplay=1&muted=1&dnt=1',
    ],
    ['https://vimeo.com/event/4321098', 'webpage', 'https://vimeo.com/event/4321098/embed?autoplay=1&muted=1'],
    ['https://vimeo.com/showcase/1234567', 'webpage', 'https://vimeo.com/showcase/1234567/embed?autoplay=1&muted=1'],
    // Twitch.
    ['https://www.twitch.tv/monstercat', 'webpage', `https://player.twitch.tv/?channel=monstercat&${TWITCH}`],
    ['https://m.twitch.tv/monstercat?lang=de', 'webpage', `https://player.twitch.tv/?channel=monstercat&${TWITCH}`],
    ['https://www.twitch.tv/videos/1234567890', 'webpage', `https://player.twitch.tv/?video=1234567890&${TWITCH}`],
    [
      'https://www.twitch.tv/monstercat/v/1234567890',
      'webpage',
      `https://player.twitch.tv/?video=1234567890&${TWITCH}`,
    ],
    [
      'https://www.twitch.tv/monstercat/clip/AwkwardHelpless-Sal_4d?filter=clips',
      'webpage',
      `https://clips.twitch.tv/embed?clip=AwkwardHelpless-Sal_4d&${TWITCH}`,
    ],
    [
      'https://clips.twitch.tv/AwkwardHelplessSalamander',
      'webpage',
      `https://clips.twitch.tv/embed?clip=AwkwardHelplessSalamander&${TWITCH}`,
    ],
    [
      'https://player.twitch.tv/?channel=monstercat&parent=other.example&muted=false',
      'webpage',
      'https://player.twitch.tv/?channel=monstercat&parent=other.example&muted=false&autoplay=true',
    ],
    // Dropbox.
    [
      'https://www.dropbox.com/scl/fi/4fz0abc123/Autumn%20fair.jpg?rlkey=k3y&st=a1b2&dl=0',
      'image',
      'https://www.dropbox.com/scl/fi/4fz0abc123/Autumn%20fair.jpg?rlkey=k3y&st=a1b2&raw=1',
    ],
    ['https://www.dropbox.com/s/abc123/film.MP4?dl=0', 'video', 'https://www.dropbox.com/s/abc123/film.MP4?raw=1'],
    ['https://dropbox.com/s/abc123/film.mp4?dl=1', 'video', 'https://dropbox.com/s/abc123/film.mp4?raw=1'],
    // Google: documents.
    [
      `https://docs.google.com/presentation/d/${SLIDES}/edit?usp=sharing#slide=id.p1`,
      'webpage',
      `https://docs.google.com/presentation/d/${SLIDES}/embed?start=true&loop=true&delayms=10000`,
    ],
    [
      `https://docs.google.com/presentation/d/e/2PACX-${SLIDES}/pub?start=false&loop=false&delayms=3000`,
      'webpage',
      `https://docs.google.com/presentation/d/e/2PACX-${SLIDES}/embed?start=true&loop=true&delayms=3000`,
    ],
    [
      `https://docs.google.com/document/d/${SLIDES}/edit`,
      'webpage',
      `https://docs.google.com/document/d/${SLIDES}/preview`,
    ],
    [
      `https://docs.google.com/spreadsheets/u/1/d/${SLIDES}/edit#gid=0`,
      'webpage',
      `https://docs.google.com/spreadsheets/d/${SLIDES}/preview`,
    ],
    [
      `https://docs.google.com/document/d/e/2PACX-${SLIDES}/pub`,
      'webpage',
      `https://docs.google.com/document/d/e/2PACX-${SLIDES}/pub?embedded=true`,
    ],
  ])('[HS29] %s plays as %s', (address, type, url) => {
    expect(readShared(address, OWN)).toEqual({ type, url })
    // It may be rendered, and stays as it is.
    expect(readItemUrl(type, url)).toMatchObject({ playable: true })
    expect(playingFormOf({ type, url }, OWN)).toEqual({ type, url })
    for (const said of ['image', 'video', 'youtube', 'webpage'] as const) {
      const stays = said === 'youtube' && type === 'youtube'
      expect(playingFormOf({ type: said, url: address }, OWN)).toEqual({ type, url: stays ? address : url })
    }
  })

  it.each<[string, SharedProblem]>([
    ['https://www.youtube.com/', 'address-youtube'],
    ['https://www.youtube.com/@NASA', 'address-youtube'],
    ['https://www.youtube.com/@NASA/live', 'address-youtube'],
    ['https://www.youtube.com/c/NASA', 'address-youtube'],
    [`https://www.youtube.com/channel/${CHANNEL}`, 'address-youtube'],
    ['https://www.youtube.com/user/NASAtelevision', 'address-youtube'],
    ['https://www.youtube.com/results?search_query=nasa', 'address-youtube'],
    ['https://www.youtube.com/clip/UgkxA1b2C3d4', 'address-youtube'],
    ['https://youtu.be/', 'address-youtube'],
    ['https://www.youtube.com/playlist?list=WL', 'address-youtube-private'],
    ['https://www.youtube.com/playlist?list=LL', 'address-youtube-private'],
    ['https://music.youtube.com/playlist?list=LM', 'address-youtube-private'],
    ['https://www.youtube.com/playlist?list=RDdQw4w9WgXcQ', 'address-youtube-private'],
    ['https://vimeo.com/', 'address-vimeo'],
    ['https://vimeo.com/staffpicks', 'address-vimeo'],
    ['https://vimeo.com/channels/staffpicks', 'address-vimeo'],
    ['https://vimeo.com/ondemand/film/76979871', 'address-vimeo'],
    ['https://www.twitch.tv/', 'address-twitch'],
    ['https://www.twitch.tv/directory', 'address-twitch'],
    ['https://www.twitch.tv/directory/category/chess', 'address-twitch'],
    ['https://www.twitch.tv/monstercat/about', 'address-twitch'],
    ['https://www.dropbox.com/scl/fo/abc123/h?rlkey=k3y&dl=0', 'address-folder'],
    ['https://www.dropbox.com/sh/abc123/AAA?dl=0', 'address-folder'],
    ['https://www.dropbox.com/home/Photos', 'address-folder'],
    ['https://www.dropbox.com/scl/fi/abc123/menu.pdf?rlkey=k3y&dl=0', 'address-shared-file'],
    [`https://drive.google.com/file/d/${SLIDES}/view?usp=sharing`, 'address-shared-file'],
    [`https://drive.google.com/open?id=${SLIDES}`, 'address-shared-file'],
    [`https://drive.google.com/drive/folders/${SLIDES}?usp=sharing`, 'address-folder'],
    [`https://drive.google.com/drive/u/0/folders/${SLIDES}`, 'address-folder'],
    ['https://photos.app.goo.gl/abc123', 'address-shared-file'],
    ['https://photos.google.com/share/abc', 'address-shared-file'],
    ['https://1drv.ms/v/s!abc123', 'address-shared-file'],
    ['https://school-my.sharepoint.com/:v:/g/personal/x/abc', 'address-shared-file'],
    ['https://www.icloud.com/photos/#0abc', 'address-shared-file'],
    ['https://we.tl/t-abc123', 'address-shared-file'],
  ])('[HS29] %s plays nowhere else: %s', (address, problem) => {
    expect(readShared(address, OWN)).toEqual({ problem })
    for (const type of ['image', 'video', 'youtube', 'webpage'] as const)
      expect(playingFormOf({ type, url: address }, OWN)).toEqual({ problem })
  })

  it.each([
    'https://www.youtube.com/feeds/videos.xml?channel_id=UC_x5XG1OV2P6uZZ5FSM9Ttw',
    `https://drive.google.com/uc?export=download&id=${SLIDES}`,
    'https://docs.google.com/forms/d/e/1FAIpQ/viewform',
    'https://dl.dropboxusercontent.com/s/abc/film.mp4',
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com.evil.example/76979871',
    'https://nottwitch.tv/monstercat',
    'https://evil.example/?https://www.twitch.tv/monstercat',
    'javascript://www.youtube.com/playlist?list=PL0123456789ab',
    'https://user:secret@vimeo.com/76979871',
    ' https://vimeo.com/76979871',
    'vimeo.com/76979871',
    '/media/film.mp4',
    'about:blank',
    '',
  ])('[HS29] of %j nothing is known, and it stays', (address) => {
    expect(readShared(address, OWN)).toBeUndefined()
    expect(playingFormOf({ type: 'video', url: address }, OWN)).toEqual({ type: 'video', url: address })
  })

  it('[HS29] Twitch needs a page on https around it, and says so if there is none', () => {
    const address = 'https://www.twitch.tv/monstercat'
    for (const own of [undefined, 'http://10.0.0.5:3000', 'http://signs.lan'])
      expect(readShared(address, own)).toEqual({ problem: 'address-twitch-https' })
    for (const own of ['http://localhost:3000', 'https://signs.example:8443'])
      expect(readShared(address, own)).toMatchObject({ type: 'webpage' })
    const ready = 'https://player.twitch.tv/?channel=monstercat&parent=signs.example&autoplay=true&muted=true'
    expect(readShared(ready, undefined)).toEqual({ type: 'webpage', url: ready })
  })

  it('[HS29] notices, feeds, decks and playlists keep their addresses', () => {
    for (const type of ['notice', 'feed', 'deck', 'playlist'] as const)
      expect(playingFormOf({ type, url: 'https://vimeo.com/76979871' }, OWN)).toEqual({
        type,
        url: 'https://vimeo.com/76979871',
      })
  })
})
