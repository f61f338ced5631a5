import type { ItemFocus } from '@placard/contract'

/** The places on offer, in the order in which they lie on a picture. */
export const FOCUS_PLACES = [
  { name: 'top-left', x: 0, y: 0 },
  { name: 'top', x: 0.5, y: 0 },
  { name: 'top-right', x: 1, y: 0 },
  { name: 'left', x: 0, y: 0.5 },
  { name: 'middle', x: 0.5, y: 0.5 },
  { name: 'right', x: 1, y: 0.5 },
  { name: 'bottom-left', x: 0, y: 1 },
  { name: 'bottom', x: 0.5, y: 1 },
  { name: 'bottom-right', x: 1, y: 1 },
] as const

export type FocusPlace = (typeof FOCUS_PLACES)[number]

export const MIDDLE: ItemFocus = { x: 0.5, y: 0.5 }

/** The place on offer that is nearest: a program may have set any other. */
export function placeOf(focus: ItemFocus): FocusPlace['name'] {
  const share = (value: number) => Math.round(value * 2) / 2
  const place = FOCUS_PLACES.find(({ x, y }) => x === share(focus.x) && y === share(focus.y))
  return place?.name ?? 'middle'
}
