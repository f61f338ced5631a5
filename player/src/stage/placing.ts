import type { ItemFocus, ManifestItem } from '@placard/contract'

type Place = Pick<ManifestItem, 'fit' | 'focus'>
const MIDDLE: ItemFocus = { x: 0.5, y: 0.5 }

/** [ST4] For an element that the browser fits into its box. */
export function placing({ fit, focus = MIDDLE }: Place) {
  if (fit !== 'cover') return { className: 'fit' }
  return { className: 'fit fit-cover', style: { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` } }
}

/** [ST4] For a frame with a page of its own. It is made as large as needed, and placed as `object-position` places a picture. */
export function framePlacing({ fit, focus = MIDDLE }: Place) {
  if (fit !== 'cover') return { className: 'film' }
  const [left, top] = [`${focus.x * 100}%`, `${focus.y * 100}%`]
  return { className: 'film film-cover', style: { left, top, transform: `translate(-${left}, -${top})` } }
}
