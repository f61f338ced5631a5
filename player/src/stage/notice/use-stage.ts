import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * The stage of an item that is laid out by script. When it is ready and due, it is presented.
 *
 * @returns the stage, and a function for when the item is laid out
 */
export function useStage(due: boolean, onPresented: () => void) {
  const [stage, setStage] = useState<'loading' | 'ready' | 'presented'>('loading')
  const told = useRef(onPresented)
  told.current = onPresented
  const laidOut = useCallback(() => setStage((before) => (before === 'loading' ? 'ready' : before)), [])

  useEffect(() => {
    if (!due || stage !== 'ready') return
    // All parts of the layout have been painted by now, though not visibly.
    const frame = requestAnimationFrame(() => {
      setStage('presented')
      told.current()
    })
    return () => cancelAnimationFrame(frame)
  }, [due, stage])

  return { stage, laidOut }
}
