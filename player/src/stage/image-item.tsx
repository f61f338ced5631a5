import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dropPicture, holdPicture } from '../cache/held-pictures.ts'
import { paintBackdrop, replaceByBackground } from './backdrop.ts'
import { READY_WITHIN_MS, useDeadline } from './deadline.ts'
import type { KindProps } from './kind-props.ts'
import { placing } from './placing.ts'

/** A picture. It is fetched and decoded while it is not visible, so that it is complete in the first frame that shows it. */
export function ImageItem({ url, place, board, due, onPresented, onFailed }: KindProps) {
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

  // A layout effect, because its cleanup runs while the picture is still in the document. Chromium never releases an
  // <img> whose src changes after it was removed (it adds its viewport listener again and never removes it).
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
      // Unless the picture is kept, this stops a transfer that is still running and releases the decoded pixels.
      if (!isWhole.current || !holdPicture(address, image)) image.removeAttribute('src')
    }
  }, [url, address])

  useEffect(() => {
    const image = picture.current
    if (!due || stage !== 'ready' || !image) return
    let gone = false
    // The picture has been decoded once. If the browser has dropped the pixels meanwhile, this restores them first.
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

  // The screen may change its shape while the picture is shown, when a window is resized or a screen is turned. So may
  // its zone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the canvas follows the room
  useEffect(() => {
    const image = picture.current
    if (isLoading || !image) return
    const paint = () => {
      const canvas = backdrop.current
      if (!canvas) return
      paintBackdrop(canvas, image, image.naturalWidth, image.naturalHeight, fit, false)
      replaceByBackground(canvas)
    }
    paint()
    window.addEventListener('resize', paint)
    return () => window.removeEventListener('resize', paint)
  }, [isLoading, fit, board.room])

  return (
    <>
      <canvas ref={backdrop} className="backdrop" />
      <img ref={picture} {...placing(place)} alt="" decoding="sync" referrerPolicy="no-referrer" draggable={false} />
    </>
  )
}

/** `decode` came with Chromium 64. Without it, a loaded picture is decoded when it is first painted. */
function decode(image: HTMLImageElement): Promise<void> {
  return typeof image.decode === 'function' ? image.decode() : Promise.resolve()
}
