import sharp from 'sharp'

/** The number of marks, one for each item of a test. */
export const MARKS = 16
const COLOURS = ['#c81e1e', '#1e50c8', '#1ea050', '#b0701e', '#7a1eb4', '#1e96a0', '#c81e82', '#5a7a1e']
const PICTURE = { width: 1280, height: 720 }
/** White, black, four bits of the number, their parity, white. */
const CELLS = 8
const CELL = 40
const MARGIN = 20
/** The media's share of the screen, from the top. */
const MEDIA_SHARE = 0.9

/** One photograph of a screen, classified. */
export type Sight =
  | { type: 'item'; mark: number; print: number }
  /** One marked picture fades into another. */
  | { type: 'changing' }
  /** The media area is empty, and the band has a text. */
  | { type: 'ticker' }
  /** The quiet card: large letters on a dark ground. */
  | { type: 'card' }
  | { type: 'black' }
  | { type: 'white' }
  /** A light page that is not from Placard, such as the error page of a browser. */
  | { type: 'error-page' }
  | { type: 'other' }
  /** The browser takes no photograph, because the page is gone. */
  | { type: 'gone' }

/** @param at milliseconds since 1970 */
export type Frame = { at: number; sight: Sight }

export function colourOf(mark: number): string {
  return COLOURS[mark % COLOURS.length] ?? '#000000'
}

/** A picture of one colour with a mark in its corner, which says its number. */
export async function markedPicture(mark: number, size = PICTURE): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: colourOf(mark) } })
    .composite(cellsOf(mark, size))
    .jpeg({ quality: 92 })
    .toBuffer()
}

function cellsOf(mark: number, size: { width: number; height: number }) {
  const scale = size.width / PICTURE.width
  const cell = Math.round(CELL * scale)
  return bitsOf(mark).map((bit, index) => ({
    input: { create: { width: cell, height: cell, channels: 3 as const, background: bit ? '#ffffff' : '#000000' } },
    left: Math.round((MARGIN + index * CELL) * scale),
    top: Math.round(MARGIN * scale),
  }))
}

function bitsOf(mark: number): boolean[] {
  const bits = [8, 4, 2, 1].map((bit) => (mark & bit) !== 0)
  return [true, false, ...bits, bits.filter(Boolean).length % 2 === 1, true]
}

/** Reads one frame of the whole screen from its pixels alone. */
export async function classify(image: Buffer): Promise<Sight> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const light = (x: number, y: number) => {
    const at = (Math.round(y) * width + Math.round(x)) * info.channels
    return 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
  }
  const mark = readMark(light, width, height)
  if (mark === 'changing') return { type: 'changing' }
  if (mark !== undefined) return { type: 'item', mark, print: printOf(data, width, height, info.channels) }

  const bandTop = Math.ceil(height * MEDIA_SHARE)
  const media = shares(light, width, 0, bandTop)
  const band = shares(light, width, bandTop, height)
  const all = shares(light, width, 0, height)
  if (all.light > 0.99) return { type: 'white' }
  if (all.light > 0.6) return { type: 'error-page' }
  if (media.dark > 0.999 && band.light === 0) return { type: 'black' }
  if (media.dark > 0.999) return { type: 'ticker' }
  if (media.dark > 0.75 && media.light > 0.002) return { type: 'card' }
  return { type: 'other' }
}

/** The picture is centred in the media area, as large as fits. */
function readMark(
  light: (x: number, y: number) => number,
  width: number,
  height: number,
): number | 'changing' | undefined {
  const scale = Math.min(width / PICTURE.width, (height * MEDIA_SHARE) / PICTURE.height)
  const left = (width - PICTURE.width * scale) / 2
  const top = (height * MEDIA_SHARE - PICTURE.height * scale) / 2
  const cells = Array.from({ length: CELLS }, (_, index) =>
    light(left + (MARGIN + (index + 0.5) * CELL) * scale, top + (MARGIN + 0.5 * CELL) * scale),
  )
  const [first = 0, second = 255, ...rest] = cells
  const last = rest.at(-1) ?? 0
  if (first < 200 || second > 55 || last < 200) return undefined
  const bits = rest.slice(0, 5)
  if (bits.some((bit) => bit > 70 && bit < 185)) return 'changing'
  const [a, b, c, d, parity] = bits.map((bit) => bit >= 185)
  const number = (a ? 8 : 0) + (b ? 4 : 0) + (c ? 2 : 0) + (d ? 1 : 0)
  const isWhole = [a, b, c, d].filter(Boolean).length % 2 === (parity ? 1 : 0)
  return isWhole ? number : undefined
}

/** A number that changes when anything above the band moves. Films of tests have a bar that moves. */
function printOf(data: Buffer, width: number, height: number, channels: number): number {
  let print = 0
  const end = Math.floor(height * MEDIA_SHARE)
  for (let y = 2; y < end; y += 4) {
    for (let x = 2; x < width; x += 4) {
      const at = (y * width + x) * channels
      // Only the upper bits, because lossy frames differ by a little without any movement.
      print = (Math.imul(print, 31) + ((data[at] ?? 0) >> 5) * 64 + ((data[at + 1] ?? 0) >> 5) * 8) | 0
    }
  }
  return print
}

function shares(light: (x: number, y: number) => number, width: number, from: number, to: number) {
  let dark = 0
  let bright = 0
  let count = 0
  for (let y = from; y < to; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = light(x, y)
      if (value < 60) dark += 1
      else if (value > 150) bright += 1
      count += 1
    }
  }
  return { dark: dark / count, light: bright / count }
}

/** The sights that are right at a moment. All others count as dark or wrong. */
export type Expectation = {
  /** The marks of the items that may be on. */
  marks: readonly number[]
  /** True: no item is left to play, so the quiet card or the ticker alone is right. */
  calm?: boolean
  /** True: content without a mark is right, such as a film, or a picture that fades in over the card. */
  unmarked?: boolean
  /** True: the items move, so the same frame for five seconds counts as dark. */
  moves?: boolean
}

export type Figures = { seconds: number; darkSeconds: number; wrongSeconds: number }

const FROZEN_MS = 5_000
/** A frame counts until the next one, but no longer than this. */
const LONGEST_MS = 2_000

/** @param expected the sights that are right at a moment */
export function figuresOf(frames: readonly Frame[], expected: (at: number) => Expectation): Figures {
  let dark = 0
  let wrong = 0
  let stillSince = frames[0]?.at ?? 0
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1]
    if (!before || !isSameFrame(before.sight, frame.sight)) stillSince = frame.at
    const next = frames[index + 1]
    if (!next) break
    const lasted = Math.min(next.at - frame.at, LONGEST_MS)
    const wanted = expected(frame.at)
    const isFrozen = wanted.moves === true && frame.at - stillSince > FROZEN_MS
    if (isFrozen || isDark(frame.sight, wanted)) dark += lasted
    else if (frame.sight.type === 'item' && !wanted.marks.includes(frame.sight.mark)) wrong += lasted
  }
  const seconds = ((frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0)) / 1_000
  return { seconds, darkSeconds: dark / 1_000, wrongSeconds: wrong / 1_000 }
}

/** Milliseconds from a moment until everything is right and stays right. Undefined if that never happens. */
export function convergence(
  frames: readonly Frame[],
  since: number,
  isRight: (sight: Sight) => boolean,
): number | undefined {
  let right: number | undefined
  for (const { at, sight } of frames) {
    if (at < since) continue
    if (!isRight(sight) && sight.type !== 'changing') right = undefined
    else if (isRight(sight)) right ??= at
  }
  return right === undefined ? undefined : right - since
}

/** The sights in order, equal ones joined: `0.0 item 1 · 4.2 changing · 4.8 item 2`. */
export function timeline(frames: readonly Frame[]): string {
  const start = frames[0]?.at ?? 0
  const parts: string[] = []
  let last = ''
  for (const { at, sight } of frames) {
    const name = sight.type === 'item' ? `item ${sight.mark}` : sight.type
    if (name !== last) parts.push(`${((at - start) / 1_000).toFixed(1)} ${name}`)
    last = name
  }
  return parts.join(' · ')
}

function isDark(sight: Sight, { calm, unmarked }: Expectation): boolean {
  switch (sight.type) {
    case 'item':
    case 'changing':
      return false
    case 'other':
      return unmarked !== true
    case 'ticker':
    case 'card':
      return calm !== true
    default:
      return true
  }
}

function isSameFrame(one: Sight, other: Sight): boolean {
  return one.type === 'item' && other.type === 'item' && one.print === other.print
}
