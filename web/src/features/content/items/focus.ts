import type { ItemFocus } from '@placard/contract'

/** The places to choose from, in their order on the picture. */
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

/** The nearest of these places: a program may have set any other point. */
export function placeOf(focus: ItemFocus): FocusPlace['name'] {
  const share = (value: number) => Math.round(value * 2) / 2
  const place = FOCUS_PLACES.find(({ x, y }) => x === share(focus.x) && y === share(focus.y))
  return place?.name ?? 'middle'
}
