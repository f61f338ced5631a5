import { useState } from 'react'
import { useMedia } from './use-media.ts'

export type Motion = { moving: boolean; set: (moving: boolean) => void }

/**
 * True if the page's film, lines and screens move. One switch controls all of them (WCAG 2.2.2). Off if the user prefers reduced
 * motion.
 */
export function useMotion(): Motion {
  const reduced = useMedia('(prefers-reduced-motion: reduce)')
  const [chosen, set] = useState<boolean>()
  return { moving: chosen ?? !reduced, set }
}
