import type { ManifestItem } from '@placard/contract'

/** One item in the page. `key` counts up: a later layer lies above an earlier one. */
export type Layer = {
  key: number
  item: ManifestItem
  /** `coming`: prepared, unseen. `shown`: on the glass, or fading in. `leaving`: below one that fades in. */
  role: 'coming' | 'shown' | 'leaving'
  /** It should be on the glass from this moment of the server's clock on. */
  startsAt: number
  /** That moment has come: what is ready is shown at once. */
  due: boolean
  /** It has faded in: nothing is seen through it. */
  covers: boolean
  /** It failed after it was shown. It stays, for want of something better, but it does not count as the item any more. */
  broken: boolean
}
