import type { ScreenState } from '@placard/contract'

/** The state of a screen without problems, for tests of other things. */
export const SCREEN_STATE: ScreenState = {
  doing: 'playing',
  build: 'abc',
  viewport: { width: 1920, height: 1080 },
  rotation: 0,
  revision: 1,
  itemId: null,
  offline: 'ready',
  files: { kept: 2, of: 2 },
  full: false,
  broken: [],
  clockAheadMs: -12,
  upSeconds: 60,
  memoryMb: 40,
}
