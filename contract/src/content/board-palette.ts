import type { BoardLook } from './board-looks.ts'
import { BLACK, type Colour, grounded, hexOf, INK, mixed, readColour, towards, WHITE } from './colours.ts'
import { BRAND_COLOUR } from './read-notice.ts'

/**
 * The colours of a board, in lower-case hex. For any colour of the organisation, all text has a contrast of 7:1 to its ground
 * [DT3].
 */
export type BoardPalette = {
  ground: string
  /** Names, times, prices. */
  words: string
  /** Notes and the names of columns. */
  quiet: string
  /** The title and the headings of sections. */
  heading: string
  /** The ground behind a row that stands out, and behind the number of a line. */
  mark: string
  /** The text on `mark`. */
  onMark: string
  /** Thin lines and shapes, which are not read. */
  rule: string
}

/** A little above 7, because colours are rounded to whole numbers. */
const AIMED_CONTRAST = 7.1

/** The colour of each look if the organisation has none. */
const OWN_COLOURS: Record<BoardLook, string> = {
  menu: '#a4401c',
  departures: '#ffc61a',
  directory: '#0d6e63',
  results: '#2546c4',
  numbers: '#5cc8e8',
  days: '#a4401c',
  rooms: '#5cc8e8',
  plain: '#31538f',
}

function onPaper(colour: Colour): BoardPalette {
  const ground = readColour('#faf5ea')
  return light(colour, ground, '#2a251f', '#4c443a')
}

function onWhite(colour: Colour): BoardPalette {
  return light(colour, WHITE, INK, '#3f4651')
}

function light(colour: Colour, ground: Colour, words: string, quiet: string): BoardPalette {
  const [mark, onMark] = grounded(colour)
  return {
    ground: hexOf(ground),
    words,
    quiet,
    heading: hexOf(towards(BLACK, colour, ground, AIMED_CONTRAST)),
    mark: hexOf(mark),
    onMark: hexOf(onMark),
    rule: hexOf(mixed(ground, readColour(words), 0.16)),
  }
}

function onNight(colour: Colour): BoardPalette {
  const ground = mixed([11, 14, 20], colour, 0.06)
  const heading = towards(WHITE, colour, ground, AIMED_CONTRAST)
  return {
    ground: hexOf(ground),
    words: '#ffffff',
    quiet: '#c6d0de',
    heading: hexOf(heading),
    mark: hexOf(heading),
    onMark: '#0b0e14',
    rule: hexOf(mixed(ground, WHITE, 0.16)),
  }
}

const PALETTES: Record<BoardLook, (colour: Colour) => BoardPalette> = {
  menu: onPaper,
  departures: onNight,
  directory: onWhite,
  results: onWhite,
  numbers: onNight,
  days: onPaper,
  rooms: onNight,
  plain: onWhite,
}

/** @param colour the organisation's, as `#1a5fb4`; if undefined or invalid, the look's own is used */
export function boardPalette(look: BoardLook, colour: string | undefined): BoardPalette {
  return PALETTES[look](readColour(colour !== undefined && BRAND_COLOUR.test(colour) ? colour : OWN_COLOURS[look]))
}
