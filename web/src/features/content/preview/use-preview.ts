import type { PreviewCommand, PreviewState } from '@placard/contract'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The page's preview, for parts of the page that show something in it. */
export const pagePreview = { tell: (_command: PreviewCommand) => {} }

/** Controls the player in a frame of this page. A command that is given before the player listens is delivered when it does. */
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
