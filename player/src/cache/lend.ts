import { MEDIA_PATH } from '@placard/contract'
import type { Library } from './library.ts'
import { withTimeout } from './with-timeout.ts'

/** A disk that takes longer is no help to what is due. */
const FIND_WITHIN_MS = 1_000

/** Where an element is to take a file from. `giveBack` when the element has let go of it. */
export type Lent = { src: string; giveBack(): void }

export type MediaSource = {
  /** Whether the address itself will do: a worker answers for it, or it is not one of ours. */
  isDirect(url: string): boolean
  /** Never rejects: what is not kept is left to the network. */
  lend(url: string): Promise<Lent>
}

/** [OF7] Where no worker answers for the page, kept files are given to it under addresses of its own. */
export function createMediaSource(library: Pick<Library, 'find'>, controls: () => boolean): MediaSource {
  return {
    isDirect: (url) => controls() || !MEDIA_PATH.test(url),
    async lend(url) {
      const blob = await withTimeout(FIND_WITHIN_MS, () => library.find(url)).catch(() => undefined)
      if (!blob) return { src: url, giveBack() {} }
      const src = URL.createObjectURL(blob)
      return { src, giveBack: () => URL.revokeObjectURL(src) }
    },
  }
}
