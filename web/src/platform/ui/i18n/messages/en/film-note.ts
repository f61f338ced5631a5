import type { Message } from '@placard/contract'

/** Messages about films that not every screen can fully play. Loaded with the first such note. */
export const words = {
  'films.cannot-play': {
    one: '{few} of {count} screen cannot play this ({format}).',
    other: '{few} of {count} screens cannot play this ({format}).',
  },
  'films.cannot-play-hint': 'Replace it with a film in H.264, at most 1920x1080 and 30 pictures a second.',
  'films.brought': {
    one: '{few} of {count} screen cannot play “{title}” ({format}).',
    other: '{few} of {count} screens cannot play “{title}” ({format}).',
  },
  'films.brought-several': {
    one: '{few} of {count} screen cannot play {films} films of this playlist.',
    other: '{few} of {count} screens cannot play {films} films of this playlist.',
  },
  'films.brought-hint': 'Replace it in the playlist with a film in H.264, at most 1920x1080 and 30 pictures a second.',
  'films.brought-hint-several':
    'Replace them in the playlist with films in H.264, at most 1920x1080 and 30 pictures a second.',
  'films.cannot-sound': {
    one: 'No sound on {few} of {count} screen.',
    other: 'No sound on {few} of {count} screens.',
  },
  'films.cannot-sound-hint': 'Their browsers block sound. Set them up as the kiosk guide describes.',
  'films.format.h264': 'H.264',
  'films.format.h264-60': 'H.264, 60 pictures a second',
  'films.format.h264-4k': 'H.264 in 4K',
  'films.format.h264-4k-60': 'H.264 in 4K, 60 pictures a second',
  'films.format.hevc': 'H.265',
  'films.format.hevc-10': 'H.265, 10 bit',
  'films.format.hevc-4k': 'H.265 in 4K',
  'films.format.hevc-10-4k': 'H.265 in 4K, 10 bit',
} as const satisfies Record<string, Message>
