import { MEDIA_PATH } from '@placard/contract'
import { withTimeout } from '../page/read/with-timeout.ts'
import { takePicture } from './held-pictures.ts'
import type { Library } from './library.ts'

/** A file from a slower disk would come too late for the item that is due. */
const FIND_WITHIN_MS = 1_000

/** The address from which an element loads a file. Call `giveBack` when the element no longer uses it. */
export type Lent = {
  src: string
  /** Another address of the file, in case there is nothing at `src`. */
  otherwise?: string
}

/** The use of the file. A film may begin with the part that is available. A picture is shown whole or not at all. */
export type Use = 'picture' | 'film'

export type MediaSource = {
  /** True when the address itself can be used, because a worker answers for it or the file is not stored by Placard. */
  isDirect(url: string, use: Use): boolean
  /** Never rejects. Undefined when no file may be shown. */
  lend(url: string, use: Use): Promise<Lent | undefined>
} & Pick<Library, 'whole'>

/**
 * [OF7] When no worker answers for the page, stored files get object URLs of the page. [OF16] A film that is not stored
 * comes from the address in the manifest, or from the server when it is not found there. [OF18] A picture comes only
 * from the library, which returns only verified files.
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
    whole,
  }
}
