/** The longer side. */
const SIZE_PX = 64
/** Takes the letters and edges out of what is left; on so few pixels it costs nothing. */
const BLUR_PX = 2
const DIM = 'rgba(11, 15, 22, 0.62)'

/**
 * Fills the room beside a picture that does not have the screen's shape: the picture itself, tiny, blurred and dim. CSS
 * scales it up until it covers the screen, which smooths it further. A filter on the big picture would be computed anew for every frame it is drawn in.
 *
 * A foreign picture taints the canvas; nothing is ever read back from it.
 */
export function paintBackdrop(
  canvas: HTMLCanvasElement | null,
  picture: CanvasImageSource,
  width: number,
  height: number,
): void {
  const context = canvas?.getContext('2d', { alpha: false })
  if (!canvas || !context || width <= 0 || height <= 0) return
  const scale = SIZE_PX / Math.max(width, height)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  context.imageSmoothingQuality = 'high'
  context.filter = `blur(${BLUR_PX}px)`
  // Drawn a little too large: a blur mixes the outside in at the edges, and the outside is black.
  const bleed = BLUR_PX * 3
  context.drawImage(picture, -bleed, -bleed, canvas.width + bleed * 2, canvas.height + bleed * 2)
  context.filter = 'none'
  context.fillStyle = DIM
  context.fillRect(0, 0, canvas.width, canvas.height)
}
