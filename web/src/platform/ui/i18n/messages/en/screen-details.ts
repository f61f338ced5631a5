import type { Message } from '../../translate.ts'

/** Messages about the properties and abilities of a screen. Loaded with that dialog. */
export const words = {
  'screen-details.nothing': 'It has said nothing of itself yet.',
  'screen-details.picture': 'Picture',
  'screen-details.turned': 'turned by {degrees}',
  'screen-details.films': 'Films',
  'screen-details.no-films': 'It says that it can play none.',
  'screen-details.no-sound': 'Its browser lets films play without their sound only.',
  'screen-details.storage': 'Storage',
  'screen-details.room': '{left} left, {used} taken',
  'screen-details.kept': 'Its browser does not clear it by itself.',
  'screen-details.may-be-cleared': 'Its browser may clear it when the device runs short of room.',
  'screen-details.unsaid': 'Its browser does not say.',
  'screen-details.files': 'Files of what plays that it keeps: {kept} of {of}',
  'screen-details.memory': 'Memory',
  'screen-details.page-memory': 'The page takes {size}',
  'screen-details.player': 'Player',
  'screen-details.up': 'Has run for {duration}',
  'screen-details.build': 'Build {build}',
  'screen-details.browser': 'Browser',
  'screen-details.clock': 'Clock',
  'screen-details.clock-right': 'Right',
  'screen-details.clock-slow': '{duration} slow. What plays goes by the server’s clock.',
  'screen-details.clock-fast': '{duration} fast. What plays goes by the server’s clock.',
  'screen-details.first-seen': 'First seen',
} as const satisfies Record<string, Message>
