import { MEDIA_PATH } from '@placard/contract'
import { withTimeout } from '../page/read/with-timeout.ts'
import { takePicture } from './held-pictures.ts'
import type { Library } from './library.ts'

/** A disk that takes longer is no help to what is due. */
const FIND_WITHIN_MS = 1_000

/** The place from which an element takes a file. `giveBack` takes it when the element has let go of it. */
export type Lent = {
  src: string
  /** Another address of it, should there be nothing at `src`. */
  otherwise?: string
}

/** The use of the file: a film may begin with the part of it that is there, a picture is shown whole or not at all. */
export type Use = 'picture' | 'film'

export type MediaSource = {
  /** True: the address itself will do, because a worker answers for it, or it is not one of ours. */
  isDirect(url: string, use: Use): boolean
  /** Never rejects; undefined when there is nothing that may be shown. */
  lend(url: string, use: Use): Promise<Lent | undefined>
}

/**
 * [OF7] Where no worker answers for the page, kept files are given to it under addresses of its own. [OF16] A film that is not
 * kept comes from where the manifest says, and from the server when it is not there. [OF18] A picture comes from the
 * library alone, which gives nothing away that it has not verified.
 */
export function createMediaSource(
  { find, elsewhere, isKept, whole }: Pick<Library, 'find' | 'elsewhere' | 'isKept' | 'whole'>,
  controls: () => boolean,
): MediaSource {
  const lendOut = (blob: Blob): Lent => ({ src: URL.createObjectURL(blob) })
  return {
    isDirect(url, use) {
      if (!MEDIA_PATH.test(url)) return true
      return controls() && elsewhere(url) === undefined && (use === 'film' || isKept(url) !== false)
    },
    async lend(url, use) {
      const isServed = controls()
      if (use === 'picture' && isKept(url) !== undefined) {
        const held = takePicture(url)
        if (held) return { src: held }
        const blob = await whole(url)
        if (!blob) return undefined
        return isServed && isKept(url) ? { src: url } : lendOut(blob)
      }
      const blob = await withTimeout(FIND_WITHIN_MS, () => find(url, isServed)).catch(() => undefined)
      if (blob && !isServed) return lendOut(blob)
      const there = blob ? undefined : elsewhere(url)
      return there ? { src: there, otherwise: url } : { src: url }
    },
  }
}
