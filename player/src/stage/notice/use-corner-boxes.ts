import { useLayoutEffect, useRef } from 'react'
import type { CornerBox } from '../corners/give-way.ts'
import type { Board } from '../kind-props.ts'

const NO_CORNERS: readonly CornerBox[] = []

/**
 * [LY6] The boxes in the corners, which the text must not touch. A text on the screen does not move when a take-over
 * covers it or uncovers it, although the corners are empty during the take-over.
 *
 * @param hasCode the notice has a QR code of its own, so the read code is not shown beside it
 */
export function useCornerBoxes({ corners = NO_CORNERS, isTakenOver = false }: Board, shown: boolean, hasCode = false) {
  const shownIn = useRef<boolean>(undefined)
  const held = useRef(corners)
  if (shownIn.current === undefined || shownIn.current === isTakenOver) held.current = corners
  useLayoutEffect(() => {
    if (shown) shownIn.current ??= isTakenOver
  }, [shown, isTakenOver])
  return hasCode ? held.current.filter(({ isReadCode }) => !isReadCode) : held.current
}
