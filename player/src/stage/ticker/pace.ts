import { MARQUEE_STEP_MS, REFERENCE_HEIGHT_PX, TICKER_FONT_PX, TICKER_SCROLL_AMOUNT_PX } from '@placard/contract'

/** P4: the speed of the tape in px per ms, on a viewport of this height. Letters and speed grow together. */
export function pace(viewportHeightPx: number): number {
  return (TICKER_SCROLL_AMOUNT_PX / MARQUEE_STEP_MS) * (viewportHeightPx / REFERENCE_HEIGHT_PX)
}

/** P4: the size of the letters in px, on a viewport of this height. */
export function fontSize(viewportHeightPx: number): number {
  return TICKER_FONT_PX * (viewportHeightPx / REFERENCE_HEIGHT_PX)
}
