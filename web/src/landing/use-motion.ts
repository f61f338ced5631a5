import { useState } from 'react'
import { useMedia } from './use-media.ts'

export type Motion = { moving: boolean; set: (moving: boolean) => void }

/**
 * Tells whether the page's film, lines and screens move: one switch for all of them (WCAG 2.2.2), off where less motion is asked
 * for.
 */
export function useMotion(): Motion {
  const reduced = useMedia('(prefers-reduced-motion: reduce)')
  const [chosen, set] = useState<boolean>()
  return { moving: chosen ?? !reduced, set }
}
