import { FILM_LIMITS } from '@placard/contract'
import { fitInside } from '../fit-box.ts'
import type { PictureSize } from '../picture-size.ts'

/** The size of a film that every screen plays: inside the box in either orientation, never enlarged, with even sides as H.264 requires. */
export function fitFilm({ width, height }: PictureSize): PictureSize {
  const { longSidePx: long, shortSidePx: short } = FILM_LIMITS
  const box = width < height ? { width: short, height: long } : { width: long, height: short }
  const fitted = fitInside({ width, height }, box)
  return { width: even(fitted.width), height: even(fitted.height) }
}

const even = (pixels: number) => Math.max(2, pixels - (pixels % 2))
