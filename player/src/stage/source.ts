import { useEffect, useState } from 'react'
import type { Lent, MediaSource } from '../cache/lend.ts'

/**
 * Where to take a layer's file from; undefined for the moment in which that is being found out. Decided once: whatever
 * becomes of the worker meanwhile, what is loading goes on loading.
 *
 * @param url the same for as long as the layer lives
 */
export function useSource(url: string, media: MediaSource): string | undefined {
  const [isDirect] = useState(() => media.isDirect(url))
  const [src, setSrc] = useState<string>()

  useEffect(() => {
    if (isDirect) return
    let gone = false
    let lent: Lent | undefined
    void media.lend(url).then((one) => {
      if (gone) return one.giveBack()
      lent = one
      setSrc(one.src)
    })
    return () => {
      gone = true
      lent?.giveBack()
    }
  }, [url, media, isDirect])

  return isDirect ? url : src
}
