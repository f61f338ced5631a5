import { useEffect, useState } from 'react'
import type { Lent, MediaSource } from '../cache/lend.ts'

/**
 * Where to take a layer's file from; undefined for the moment in which that is being found out. Decided once: whatever
 * becomes of the worker meanwhile, what is loading goes on loading. `fallBack`, where there is one, goes on to the next place.
 *
 * @param url the same for as long as the layer lives
 */
export function useSource(
  url: string,
  media: MediaSource,
): { src: string | undefined; fallBack: (() => void) | undefined } {
  const [isDirect] = useState(() => media.isDirect(url))
  const [lent, setLent] = useState<Pick<Lent, 'src' | 'otherwise'>>()

  useEffect(() => {
    if (isDirect) return
    let gone = false
    let given: Lent | undefined
    void media.lend(url).then((one) => {
      if (gone) return one.giveBack()
      given = one
      setLent(one)
    })
    return () => {
      gone = true
      given?.giveBack()
    }
  }, [url, media, isDirect])

  const otherwise = lent?.otherwise
  return {
    src: isDirect ? url : lent?.src,
    fallBack: otherwise === undefined ? undefined : () => setLent({ src: otherwise }),
  }
}
