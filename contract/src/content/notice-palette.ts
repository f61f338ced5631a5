import { BLACK, type Colour, grounded, hexOf, mixed, readColour, shapeOn, towards, WHITE } from './colours.ts'
import type { NoticeLook } from './notice-looks.ts'
import { BRAND_COLOUR } from './read-notice.ts'

/**
 * The colours of a notice, in lower-case hex. For any colour of the organisation, headings have a contrast of 7:1 to their
 * ground, and all other text 4.5:1 (CT11).
 */
export type NoticePalette = {
  ground: string
  /** The ground behind the heading, if the look has a separate panel for it. Otherwise the same as `ground`. */
  panel: string
  heading: string
  /** The colour of the body and the byline, on the ground. */
  words: string
  /** The colour of decorations, which are not read. */
  accent: string
}

/** The colour of each look if the organisation has none. */
const OWN_COLOURS: Record<NoticeLook, string> = {
  paper: '#a4401c',
  poster: '#2546c4',
  night: '#5cc8e8',
  split: '#0d6e63',
  picture: '#31538f',
  alert: '#ffc61a',
}

const PALETTES: Record<NoticeLook, (colour: Colour) => NoticePalette> = {
  paper(colour) {
    const ground = '#faf5ea'
    const heading = hexOf(towards(BLACK, colour, readColour(ground), 7))
    return {
      ground,
      panel: ground,
      heading,
      words: '#2f2a24',
      accent: hexOf(towards(BLACK, colour, readColour(ground), 3)),
    }
  },
  poster(colour) {
    const [ground, ink] = grounded(colour)
    const accent = hexOf(shapeOn(ground, ink))
    return { ground: hexOf(ground), panel: hexOf(ground), heading: hexOf(ink), words: hexOf(ink), accent }
  },
  night(colour) {
    const ground = mixed([11, 14, 20], colour, 0.07)
    const accent = hexOf(towards(WHITE, colour, ground, 4.5))
    return { ground: hexOf(ground), panel: hexOf(ground), heading: '#ffffff', words: '#dce4ee', accent }
  },
  split(colour) {
    const [panel, ink] = grounded(colour)
    return {
      ground: '#ffffff',
      panel: hexOf(panel),
      heading: hexOf(ink),
      words: '#23272e',
      accent: hexOf(shapeOn(panel, ink)),
    }
  },
  picture(colour) {
    const ground = towards(BLACK, colour, WHITE, 9)
    return { ground: hexOf(ground), panel: hexOf(ground), heading: '#ffffff', words: '#ffffff', accent: hexOf(colour) }
  },
  // A warning always has the same colours.
  alert: () => ({ ground: '#ffc61a', panel: '#ffc61a', heading: '#14110a', words: '#14110a', accent: '#14110a' }),
}

/** @param colour the organisation's, as `#1a5fb4`; if undefined or invalid, the look's own is used */
export function noticePalette(look: NoticeLook, colour: string | undefined): NoticePalette {
  return PALETTES[look](readColour(colour !== undefined && BRAND_COLOUR.test(colour) ? colour : OWN_COLOURS[look]))
}
