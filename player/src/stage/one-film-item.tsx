import { useLayoutEffect, useRef, useState } from 'react'
import type { KindProps } from './kind-props.ts'
import { placing } from './placing.ts'
import { posterAddressOf } from './poster-address.ts'
import { VideoItem } from './video-item.tsx'

// Loaded with the first film on a panel that decodes one film at a time.

/**
 * [LY5] A film where a second one cannot be decoded, which includes one that waits for its turn. Beside another film of its stage it is
 * not loaded before its turn. Then the other film gives its decoder away and is replaced by a still picture: the poster of this film, or
 * the last picture of the other one. The still stays until this film has painted its first frame.
 */
export default function OneFilmItem(props: KindProps) {
  const { place, due, onPresented } = props
  const mark = useRef<HTMLSpanElement>(null)
  const poster = useRef<HTMLImageElement>(undefined)
  const isPresented = useRef(false)
  const placed = useRef(place)
  placed.current = place
  const [begun, setBegun] = useState(false)
  const { url } = place

  useLayoutEffect(() => {
    if (isPresented.current) return
    const others = filmsBeside(mark.current)
    if (!due && others.length > 0) {
      poster.current ??= pictureAt(posterAddressOf(url))
      return
    }
    const undo = others.map((film) => makeStill(film, poster.current, placing(placed.current)))
    setBegun(true)
    if (undo.length === 0) return
    return () => {
      if (isPresented.current) return
      // Another item is shown instead, or none. This film is released first.
      setBegun(false)
      setTimeout(() => {
        for (const goOn of undo) goOn()
      })
    }
  }, [due, url])

  const presented = () => {
    isPresented.current = true
    onPresented()
  }
  return (
    <>
      <span ref={mark} hidden />
      {begun && <VideoItem {...props} onPresented={presented} />}
    </>
  )
}

/** The films on the screen in the same stage. */
function filmsBeside(mark: Element | null): HTMLVideoElement[] {
  const films = mark?.closest('.media')?.querySelectorAll<HTMLVideoElement>('.layer-seen video') ?? []
  return Array.from(films)
}

function pictureAt(url: string | undefined): HTMLImageElement | undefined {
  if (url === undefined) return undefined
  const picture = new Image()
  picture.src = url
  return picture
}

/**
 * Replaces a film by a still picture, and releases its decoder.
 *
 * @param poster undefined, or not loaded: the last picture of the film is shown
 * @param placed the place of the poster
 * @returns plays the film again, if the still is still there
 */
function makeStill(
  film: HTMLVideoElement,
  poster: HTMLImageElement | undefined,
  placed: ReturnType<typeof placing>,
): () => void {
  const { src, onerror } = film
  let still: HTMLElement
  if (poster?.complete && poster.naturalWidth > 0) {
    still = poster
    still.className = `${placed.className} still`
    if (placed.style) still.style.objectPosition = placed.style.objectPosition
  } else {
    still = lastPictureOf(film)
    still.className = `${film.className} still`
    still.style.objectPosition = film.style.objectPosition
  }
  film.replaceWith(still)
  // In this order Chromium releases the decoder now (`feedFilm`).
  film.onerror = null
  film.pause()
  film.removeAttribute('src')
  film.load()
  return () => {
    if (!still.isConnected) return
    still.replaceWith(film)
    film.onerror = onerror
    film.src = src
    film.play().catch(() => {})
  }
}

/** Nothing is read from the canvas, so a film of another origin may be drawn on it. */
function lastPictureOf(film: HTMLVideoElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = film.videoWidth
  canvas.height = film.videoHeight
  canvas.getContext('2d')?.drawImage(film, 0, 0)
  return canvas
}
