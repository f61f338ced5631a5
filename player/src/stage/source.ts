import { useEffect, useRef, useState } from 'react'
import { giveBack } from '../cache/held-pictures.ts'
import type { Lent, MediaSource, Use } from '../cache/lend.ts'

/**
 * The address of a layer's file; undefined until it is known. It is decided only once: changes of the worker do not
 * interrupt a file that is loading. `fallBack`, if present, switches to the next address.
 *
 * @param url does not change while the layer lives
 * @param onFailed called when there is no file that may be shown
 */
export function useSource(
  url: string,
  use: Use,
  media: MediaSource,
  onFailed: () => void,
): { src: string | undefined; fallBack: (() => void) | undefined } {
  const [isDirect] = useState(() => media.isDirect(url, use))
  const [lent, setLent] = useState<Lent>()
  const failed = useRef(onFailed)
  failed.current = onFailed

  useEffect(() => {
    if (isDirect) return
    let gone = false
    let given: Lent | undefined
    void media.lend(url, use).then((one) => {
      if (gone) return one && giveBack(url, one.src)
      given = one
      if (one) setLent(one)
      else failed.current()
    })
    return () => {
      gone = true
      if (given) giveBack(url, given.src)
    }
  }, [url, use, media, isDirect])

  const otherwise = lent?.otherwise
  return {
    src: isDirect ? url : lent?.src,
    fallBack: otherwise === undefined ? undefined : () => setLent({ src: otherwise }),
  }
}
