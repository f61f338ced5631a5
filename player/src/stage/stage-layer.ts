import type { ManifestItem } from '@placard/contract'

/** One item in the page. `key` is incremented: a later layer lies above an earlier one. */
export type Layer = {
  key: number
  item: ManifestItem
  /** `coming`: prepared, not visible. `shown`: on the screen, or fading in. `leaving`: below a layer that fades in. */
  role: 'coming' | 'shown' | 'leaving'
  /** The item should be on the screen from this moment of the server's clock on. */
  startsAt: number
  /** That moment has come. If the item is ready, it is shown at once. */
  due: boolean
  /** The layer has faded in, so nothing shows through it. */
  covers: boolean
  /** The layer failed after it was shown. It stays until something replaces it, but no longer counts as the item. */
  broken: boolean
}
