type Size = { width: number; height: number }

/** The space beside a picture that is shown whole, on a small canvas with the shape of the media area. */
export type Bars = {
  /** The canvas, in whole pixels. */
  area: Size
  /** The picture on the canvas. */
  room: Size & { x: number; y: number }
  /** True: the bars are left and right of the picture. False: above and below. */
  areBeside: boolean
  /** The share of the area's width (or height) that one bar takes: 0 to 0.5. */
  share: number
}

/**
 * @param picture its own size, in pixels
 * @param area its size in the layout, in pixels
 * @param longerSidePx of the canvas
 * @returns undefined when a size is not positive
 */
export function barsAround(picture: Size, area: Size, longerSidePx: number): Bars | undefined {
  if (!(picture.width > 0 && picture.height > 0 && area.width > 0 && area.height > 0)) return undefined
  const scale = longerSidePx / Math.max(area.width, area.height)
  const canvas = { width: whole(area.width * scale), height: whole(area.height * scale) }
  const areBeside = picture.width * area.height <= area.width * picture.height
  const fit = areBeside ? area.height / picture.height : area.width / picture.width
  const share = { x: (picture.width * fit) / area.width, y: (picture.height * fit) / area.height }
  const room = { width: canvas.width * share.x, height: canvas.height * share.y }
  return {
    area: canvas,
    room: { ...room, x: (canvas.width - room.width) / 2, y: (canvas.height - room.height) / 2 },
    areBeside,
    share: (1 - (areBeside ? share.x : share.y)) / 2,
  }
}

const whole = (pixels: number) => Math.max(1, Math.round(pixels))
