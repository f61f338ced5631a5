import type { Message } from '@placard/contract'

/** Messages about the properties and abilities of a screen. Loaded with that dialog. */
export const words = {
  'screen-details.nothing': 'It has not reported its properties yet.',
  'screen-details.picture': 'Picture',
  'screen-details.turned': 'rotated by {degrees}',
  'screen-details.films': 'Films',
  'screen-details.no-films': 'It reports that it cannot play films.',
  'screen-details.no-sound': 'Its browser only plays films without sound.',
  'screen-details.decoders': {
    one: 'It decodes {count} film at a time. In a layout one zone plays films.',
    other: 'It decodes {count} films at a time. In a layout one zone plays films, on all screens of the display.',
  },
  'screen-details.decoders-unknown':
    'The number of films that it decodes at a time is not known, so it counts as one. In a layout, one zone plays films.',
  'screen-details.storage': 'Storage',
  'screen-details.room': '{left} free, {used} used',
  'screen-details.kept': 'Its browser keeps stored files.',
  'screen-details.may-be-cleared': 'Its browser may delete stored files when the device is low on space.',
  'screen-details.unsaid': 'Its browser does not report this.',
  'screen-details.files': 'Stored files of its programme: {kept} of {of}',
  'screen-details.memory': 'Memory',
  'screen-details.page-memory': 'The page uses {size}',
  'screen-details.player': 'Player',
  'screen-details.up': 'Running for {duration}',
  'screen-details.build': 'Build {build}',
  'screen-details.browser': 'Browser',
  'screen-details.clock': 'Clock',
  'screen-details.clock-right': 'Correct',
  'screen-details.clock-slow': '{duration} slow. Playback follows the server’s clock.',
  'screen-details.clock-fast': '{duration} fast. Playback follows the server’s clock.',
  'screen-details.first-seen': 'First seen',
} as const satisfies Record<string, Message>
