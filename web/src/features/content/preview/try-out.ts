import type { ManifestItem, ManifestLine, PreviewCommand, TriedAround } from '@placard/contract'
import { useEffect, useRef } from 'react'
import { pagePreview } from './use-preview.ts'

/** Something that is being typed, as a player gets it. */
export type Tried = ({ item: ManifestItem } | { line: ManifestLine }) & { around?: TriedAround | undefined }

/** So long after the last key: a letter alone is no reason to fade. */
const TYPED_MS = 300

/**
 * Tells a preview what is being typed, a moment after it was typed. When nothing is tried any more, it goes back to what the screens
 * show.
 *
 * @param tried undefined: nothing that could be shown
 * @param isForgotten the player has begun anew: it is told again
 */
export function useTryOut(
  tried: Tried | undefined,
  tell: (command: PreviewCommand) => void = tellPage,
  isForgotten = false,
): void {
  const words = tried && JSON.stringify(tried)
  const told = useRef<string>(undefined)

  useEffect(() => {
    if (words === told.current && !isForgotten) return
    if (words === undefined) {
      if (told.current !== undefined) tell({ preview: 'live' })
      told.current = undefined
      return
    }
    const tryIt = () => {
      told.current = words
      tell({ preview: 'try', ...(JSON.parse(words) as Tried) })
    }
    const timer = setTimeout(tryIt, told.current === undefined || isForgotten ? 0 : TYPED_MS)
    return () => clearTimeout(timer)
  }, [words, isForgotten, tell])

  useEffect(
    () => () => {
      if (told.current !== undefined) tell({ preview: 'live' })
    },
    [tell],
  )
}

const tellPage = (command: PreviewCommand) => pagePreview.tell(command)
