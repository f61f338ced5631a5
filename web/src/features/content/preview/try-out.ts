import type { ManifestItem, ManifestLine, PreviewCommand, TriedAround } from '@placard/contract'
import { useEffect, useRef } from 'react'
import { pagePreview } from './use-preview.ts'

/** An unsaved entry, in the form that a player receives. */
export type Tried = ({ item: ManifestItem } | { line: ManifestLine }) & { around?: TriedAround | undefined }

/** Delay after the last key, so that the preview does not fade at every letter. */
const TYPED_MS = 300

/**
 * Sends an unsaved entry to a preview, shortly after it was typed. When there is none any more, the preview returns to what the screens
 * show.
 *
 * @param tried undefined: nothing to show
 * @param isForgotten the player has restarted: it is sent again
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
