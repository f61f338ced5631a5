/**
 * The parts of the media area that an insert can cover: a corner, a side, or a band. They are left and right on the screen,
 * whatever the language of the display, because people choose them on a picture of the screen. Without Zod, because forms draw
 * them.
 */
export const INSERT_PLACES = [
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
  'left',
  'right',
  'top',
  'bottom',
] as const
