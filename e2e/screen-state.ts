import type { ScreenState } from '@placard/contract'

/** The report of a screen that plays and has no problem. */
export const PLAYING: ScreenState = {
  doing: 'playing',
  build: null,
  viewport: { width: 1920, height: 1080 },
  rotation: 0,
  revision: 1,
  itemId: null,
  offline: 'ready',
  files: { kept: 0, of: 0 },
  full: false,
  broken: [],
  clockAheadMs: null,
  upSeconds: 0,
  memoryMb: null,
}
