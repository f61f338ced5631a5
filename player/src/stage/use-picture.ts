import { MEDIA_PATH } from '@placard/contract'
import { useEffect, useState } from 'react'
import type { MediaSource } from '../cache/lend.ts'
import { soon } from './soon.ts'
import { useSource } from './source.ts'

/**
 * A stored picture beside a text or in a corner.
 *
 * @returns `coming` until it is decoded; undefined if there is none, or it cannot be loaded: the rest is shown without it
 */
export function usePicture(url: string | undefined, media: MediaSource): { src: string } | 'coming' | undefined {
  const path = url !== undefined && MEDIA_PATH.test(url) ? url : ''
  const [state, setState] = useState<{ path: string; src: string | undefined }>()
  const [isGone, setGone] = useState(false)
  const { src } = useSource(path, 'picture', media, () => setGone(true))

  useEffect(() => {
    if (path === '' || src === undefined) return
    let gone = false
    const image = new Image()
    image.src = src
    const settle = (loaded: string | undefined) => {
      if (!gone) setState({ path, src: loaded })
    }
    soon(image.decode ? image.decode() : loadOf(image)).then(
      () => settle(src),
      () => settle(undefined),
    )
    return () => {
      gone = true
    }
  }, [path, src])

  if (path === '' || isGone) return undefined
  if (state?.path !== path) return 'coming'
  return state.src === undefined ? undefined : { src: state.src }
}

function loadOf(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve, reject) => {
    image.onload = () => resolve()
    image.onerror = reject
  })
}

/** The address of a picture that has been decoded. */
export const srcOf = (picture: ReturnType<typeof usePicture>) => (typeof picture === 'object' ? picture.src : undefined)
