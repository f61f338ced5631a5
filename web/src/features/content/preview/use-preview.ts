import type { PreviewCommand, PreviewState } from '@placard/contract'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The preview that stands on the page, for the parts of the page which show something on it. */
export const pagePreview = { tell: (_command: PreviewCommand) => {} }

/** Steers the player in a frame of this page. What is told before it listens reaches it when it does. */
export function usePreview(frame: RefObject<HTMLIFrameElement | null>) {
  const [state, setState] = useState<PreviewState>()
  const listens = useRef(false)
  const untold = useRef<PreviewCommand>(undefined)

  const tell = useCallback(
    (command: PreviewCommand) => {
      if (listens.current) frame.current?.contentWindow?.postMessage(command, location.origin)
      else untold.current = command
    },
    [frame],
  )

  useEffect(() => {
    const hear = ({ data, origin, source }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow || data?.preview !== 'state') return
      setState(data)
      listens.current = true
      const command = untold.current
      untold.current = undefined
      if (command) tell(command)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [frame, tell])

  return { state, tell }
}
