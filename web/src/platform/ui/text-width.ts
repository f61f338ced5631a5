import { TICKER_BULLET, TICKER_FONT_PX } from '@placard/contract'

/** About as wide as the ticker's letters. The screen's device may have another font. */
const FONT = `700 ${TICKER_FONT_PX}px system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`

let canvas: CanvasRenderingContext2D | null | undefined

/** The width of a text in the ticker, on a screen 1080 px high. */
export function textWidthPx(text: string): number {
  if (canvas === undefined) {
    canvas = document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = FONT
  }
  const whole = `${TICKER_BULLET} ${text}`
  return canvas?.measureText(whole).width ?? whole.length * (TICKER_FONT_PX / 2)
}
