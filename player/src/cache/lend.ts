import { MEDIA_PATH } from '@placard/contract'
import type { Library } from './library.ts'
import { withTimeout } from './with-timeout.ts'

/** A disk that takes longer is no help to what is due. */
const FIND_WITHIN_MS = 1_000

/** Where an element is to take a file from. `giveBack` when the element has let go of it. */
export type Lent = {
  src: string
  /** Where else it is, should there be nothing at `src`. */
  otherwise?: string
  giveBack(): void
}

export type MediaSource = {
  /** Whether the address itself will do: a worker answers for it, or it is not one of ours. */
  isDirect(url: string): boolean
  /** Never rejects: what is not kept is left to the network. */
  lend(url: string): Promise<Lent>
}

/**
 * [OF7] Where no worker answers for the page, kept files are given to it under addresses of its own. [OF16] What is not kept
 * comes from where the manifest says, and from the server when it is not there.
 */
export function createMediaSource(
  { find, elsewhere }: Pick<Library, 'find' | 'elsewhere'>,
  controls: () => boolean,
): MediaSource {
  return {
    isDirect: (url) => !MEDIA_PATH.test(url) || (controls() && elsewhere(url) === undefined),
    async lend(url) {
      const isServed = controls()
      const blob = await withTimeout(FIND_WITHIN_MS, () => find(url, isServed)).catch(() => undefined)
      if (blob && !isServed) {
        const src = URL.createObjectURL(blob)
        return { src, giveBack: () => URL.revokeObjectURL(src) }
      }
      const there = blob ? undefined : elsewhere(url)
      return { src: there ?? url, ...(there ? { otherwise: url } : {}), giveBack() {} }
    },
  }
}
