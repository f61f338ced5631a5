import type { DisplayId, Insert } from '@placard/contract'

type Target = Pick<Insert, 'displays' | 'screens'>

/** True if the insert is on this whole display. */
export const isOnDisplay = ({ displays }: Target, id: DisplayId) => displays === null || displays.includes(id)

/** True if the insert is on this display, or on a screen of it. */
export const isAtDisplay = (insert: Target, id: DisplayId) =>
  isOnDisplay(insert, id) || insert.screens.some(({ displayId }) => displayId === id)
