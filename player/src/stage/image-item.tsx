import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dropPicture, holdPicture } from '../cache/held-pictures.ts'
import { paintBackdrop } from './backdrop.ts'
import { READY_WITHIN_MS, useDeadline } from './deadline.ts'
import type { KindProps } from './kind-props.ts'
import { placing } from './placing.ts'

/** A picture: fetched and decoded while it is unseen, so that it is whole in the first frame that shows it. */
export function ImageItem({ url, place, due, onPresented, onFailed }: KindProps) {
  const picture = useRef<HTMLImageElement>(null)
  const backdrop = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<'loading' | 'ready' | 'presented'>('loading')
  const isLoading = stage === 'loading'
  const { url: address, fit } = place
  const isWhole = useRef(false)
  const fail = () => {
    isWhole.current = false
    dropPicture(address)
    onFailed()
  }
  const events = { onPresented, onFailed: fail }
  const told = useRef(events)
  told.current = events
  useDeadline(READY_WITHIN_MS, true, due, stage, fail)

  // A layout effect, for its end: it runs while the picture is still in the document. Chromium keeps an <img> for ever
  // whose src changes after it was taken out (its viewport listener is put back, and nobody takes it away again).
  useLayoutEffect(() => {
    const image = picture.current
    if (!image) return
    let gone = false
    const failed = () => {
      if (!gone) told.current.onFailed()
    }
    image.onerror = failed
    image.onload = () => {
      decode(image).then(() => {
        if (gone) return
        isWhole.current = true
        setStage('ready')
      }, failed)
    }
    image.src = url
    return () => {
      gone = true
      image.onload = null
      image.onerror = null
      // Unless it is kept, lets go of a transfer that is still running, and of the decoded pixels.
      if (!isWhole.current || !holdPicture(address, image)) image.removeAttribute('src')
    }
  }, [url, address])

  useEffect(() => {
    const image = picture.current
    if (!due || stage !== 'ready' || !image) return
    let gone = false
    // Decoded once already; after minutes unseen the browser may have dropped the pixels, and this brings them back first.
    decode(image).then(
      () => {
        if (gone) return
        setStage('presented')
        told.current.onPresented()
      },
      () => {
        if (!gone) told.current.onFailed()
      },
    )
    return () => {
      gone = true
    }
  }, [due, stage])

  // The glass may get another shape while the picture is on it: a window's, or that of a screen that is turned.
  useEffect(() => {
    const image = picture.current
    if (isLoading || !image) return
    const paint = () => paintBackdrop(backdrop.current, image, image.naturalWidth, image.naturalHeight, fit, false)
    paint()
    window.addEventListener('resize', paint)
    return () => window.removeEventListener('resize', paint)
  }, [isLoading, fit])

  return (
    <>
      <canvas ref={backdrop} className="backdrop" />
      <img ref={picture} {...placing(place)} alt="" decoding="sync" referrerPolicy="no-referrer" draggable={false} />
    </>
  )
}

/** `decode` came with Chromium 64; where it is missing, a loaded picture is decoded when it is first painted. */
function decode(image: HTMLImageElement): Promise<void> {
  return typeof image.decode === 'function' ? image.decode() : Promise.resolve()
}
