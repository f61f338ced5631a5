import type { ManifestLine } from '@placard/contract'
import { useEffect, useRef } from 'react'
import { createTickerBand, type TickerBand } from './ticker-band.ts'

const NO_LINES: ManifestLine[] = []

/** The band at the foot of the screen; quiet while there is nothing to say (P1). */
export function Ticker({ lines = NO_LINES }: { lines: ManifestLine[] | undefined }) {
  const element = useRef<HTMLDivElement>(null)
  const band = useRef<TickerBand>(undefined)

  useEffect(() => {
    if (!element.current) return
    const created = createTickerBand(element.current)
    band.current = created
    return () => created.close()
  }, [])

  useEffect(() => band.current?.show(lines), [lines])

  return <div ref={element} className="ticker" role="marquee" />
}
