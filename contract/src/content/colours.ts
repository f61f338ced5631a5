/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]

export const WHITE: Colour = [255, 255, 255]
export const BLACK: Colour = [0, 0, 0]
export const INK = '#14171c'

/** The contrast ratio of WCAG 2.2: from 1 for equal colours to 21 for black on white. */
export function contrastOf(one: string, other: string): number {
  return contrast(readColour(one), readColour(other))
}

/**
 * Makes a ground of the colour and chooses the ink on it. A light colour is used as it is, with dark ink. Any other is darkened
 * until white ink stands out.
 */
export function grounded(colour: Colour): [ground: Colour, ink: Colour] {
  if (contrast(colour, readColour(INK)) >= 7.5) return [colour, readColour(INK)]
  return [towards(BLACK, colour, WHITE, 7.5), WHITE]
}

/** The colour of a shape behind text. It is moved away from the ink, so it does not reduce the text's contrast. */
export function shapeOn(ground: Colour, ink: Colour): Colour {
  return mixed(ground, ink === WHITE ? BLACK : WHITE, 0.2)
}

/** Mixes black or white into the colour until it has the required contrast to a ground. */
export function towards(end: Colour, colour: Colour, ground: Colour, least: number): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mixed(colour, end, share)
    if (contrast(rounded(tried), ground) >= least) return tried
  }
  return end
}

export function mixed(one: Colour, other: Colour, share: number): Colour {
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

export function readColour(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function hexOf(colour: Colour): string {
  const [red, green, blue] = rounded(colour)
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
}
