import { DURATION_OPTIONS_SECONDS, isStreamAddress, MAX_DURATION_SECONDS, readItemUrl } from '@placard/contract'
import { useEffect, useState } from 'react'
import type { ItemDraft } from './item-draft.ts'
import { ITEM_KINDS } from './item-kinds.ts'

/** The duration of a film of unknown length (YouTube, a live stream, a film that this browser cannot reach). */
export const UNKNOWN_FILM_SECONDS = Math.max(...DURATION_OPTIONS_SECONDS)

const GIVEN_UP_MS = 5_000
const TYPED_MS = 400

/**
 * The length of a film in whole seconds, rounded so that nothing is cut; undefined if it cannot be known. Reads only the head of the
 * film.
 *
 * @param address complete, as `readItemUrl` takes it
 */
export function readFilmLength(
  type: ItemDraft['type'],
  address: string,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const read = readItemUrl(type, address)
  if (!isInFile(type) || !read.playable || isStreamAddress(read.href)) return Promise.resolve(undefined)
  const film = document.createElement('video')
  return new Promise<number | undefined>((resolve) => {
    const giveUp = () => resolve(undefined)
    signal?.addEventListener('abort', giveUp, { once: true })
    setTimeout(giveUp, GIVEN_UP_MS)
    film.onerror = giveUp
    film.onloadedmetadata = () => resolve(wholeSeconds(film.duration))
    film.preload = 'metadata'
    film.muted = true
    film.src = read.href
  }).finally(() => {
    film.removeAttribute('src')
    film.load()
  })
}

function wholeSeconds(duration: number): number | undefined {
  return Number.isFinite(duration) && duration > 0 ? Math.min(Math.ceil(duration), MAX_DURATION_SECONDS) : undefined
}

const isInFile = (type: ItemDraft['type']) => ITEM_KINDS[type].length === 'in-file'

/** The length of the form's film; undefined until it is known. */
export function useFilmLength(type: ItemDraft['type'], address: string): number | undefined {
  const [known, setKnown] = useState<{ address: string; seconds: number | undefined }>()
  useEffect(() => {
    if (!isInFile(type)) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const seconds = await readFilmLength(type, address, controller.signal)
      if (!controller.signal.aborted) setKnown({ address, seconds })
    }, TYPED_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [type, address])
  return isInFile(type) && known?.address === address ? known.seconds : undefined
}
