import type { NoticeLook } from './notice-looks.ts'
import { BRAND_COLOUR } from './read-notice.ts'

/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number]

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

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
const INK = '#14171c'

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
    const heading = hexOf(towards(BLACK, colour, read(ground), 7))
    return { ground, panel: ground, heading, words: '#2f2a24', accent: hexOf(towards(BLACK, colour, read(ground), 3)) }
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
  return PALETTES[look](read(colour !== undefined && BRAND_COLOUR.test(colour) ? colour : OWN_COLOURS[look]))
}

/** The contrast ratio of WCAG 2.2: from 1 for equal colours to 21 for black on white. */
export function contrastOf(one: string, other: string): number {
  return contrast(read(one), read(other))
}

/**
 * Makes a ground of the colour and chooses the ink on it. A light colour is used as it is, with dark ink. Any other is darkened
 * until white ink stands out.
 */
function grounded(colour: Colour): [ground: Colour, ink: Colour] {
  if (contrast(colour, read(INK)) >= 7.5) return [colour, read(INK)]
  return [towards(BLACK, colour, WHITE, 7.5), WHITE]
}

/** The colour of a shape behind text. It is moved away from the ink, so it does not reduce the text's contrast. */
function shapeOn(ground: Colour, ink: Colour): Colour {
  return mixed(ground, ink === WHITE ? BLACK : WHITE, 0.2)
}

/** Mixes black or white into the colour until it has the required contrast to a ground. */
function towards(end: Colour, colour: Colour, ground: Colour, least: number): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mixed(colour, end, share)
    if (contrast(rounded(tried), ground) >= least) return tried
  }
  return end
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => one[index] + (other[index] - one[index]) * share
  return [part(0), part(1), part(2)]
}

const rounded = ([red, green, blue]: Colour): Colour => [Math.round(red), Math.round(green), Math.round(blue)]

function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function read(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function hexOf(colour: Colour): string {
  const [red, green, blue] = rounded(colour)
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
}
