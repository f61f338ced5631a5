// The landing page's drawings, of the same dots, bars, traces and waves as the samples that a new Placard shows.
const INK = '#0b1216'
const PAPER = '#f7f5f1'
const LIGHT = '#35e0d8'
const PETROL = '#0b6e78'
const ECHO = '#12808a'
const AMBER = '#ffc857'
const STONE = '#d8d3ca'
/** Paper in the shade: it has to stand out from a page of paper. */
const SAND = '#e6e0d4'
const FAINT = '#c6bead'

const W = 800
const H = 560

/** @param {number} value */
const n = (value) => Number(value.toFixed(1))

/**
 * @param {number} from
 * @param {number} to
 * @param {number} value
 */
function smooth(from, to, value) {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} fill
 * @param {number} [round]
 */
function box(x, y, width, height, fill, round = 0) {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${round}" fill="${fill}"/>`
}

/**
 * Dots on a triangular grid, each as big as `radiusAt` says. Dots of one size are one path: a point drawn with a round pen.
 *
 * @param {{ x: number, y: number, width: number, height: number, step: number }} area
 * @param {string} fill
 * @param {(x: number, y: number) => number} radiusAt
 */
function dots(area, fill, radiusAt) {
  /** @type {Map<number, string>} */
  const sizes = new Map()
  const rowStep = area.step * Math.sin(Math.PI / 3)
  for (let row = 0; row * rowStep <= area.height; row += 1) {
    for (let column = 0; column * area.step <= area.width; column += 1) {
      const x = area.x + column * area.step + (row % 2 === 0 ? 0 : area.step / 2)
      const y = area.y + row * rowStep
      const radius = Math.round(radiusAt(x, y) * 2) / 2
      if (radius >= 1) sizes.set(radius, `${sizes.get(radius) ?? ''}M${n(x)} ${n(y)}h0`)
    }
  }
  const paths = [...sizes].map(([radius, path]) => `<path stroke-width="${2 * radius}" d="${path}"/>`).join('')
  return `<g stroke="${fill}" stroke-linecap="round" fill="none">${paths}</g>`
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} length of a wave
 */
const ripple = (x, y, length) => (Math.cos((2 * Math.PI * Math.hypot(x, y)) / length) + 1) / 2

/**
 * @param {string} ground
 * @param {string} body
 * @param {{ width?: number, height?: number }} [size]
 */
function drawing(ground, body, { width = W, height = H } = {}) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${ground === 'none' ? '' : box(0, 0, width, height, ground)}${body}</svg>\n`
}

/** A page in its window: the same column of words and picture on any width. */
function web() {
  const rings = dots({ x: 522, y: 200, width: 330, height: 400, step: 17 }, LIGHT, (x, y) =>
    Math.hypot(x - 690, y - 372) > 166 ? 0 : 8 * ripple(x - 690, y - 372, 108) ** 1.5,
  )
  return drawing(
    SAND,
    [
      `<g fill="none" stroke="${FAINT}" stroke-width="7" stroke-linejoin="round">`,
      ...[0, 1, 2, 3].map(
        (line) =>
          `<path d="M${64 + line * 26} -20V${n(70 + line * 26 * 0.414)}L${n(-40 + 0)} ${n(174 + line * 36.8)}"/>`,
      ),
      '</g>',
      box(112, 96, 760, 560, INK, 26),
      `<g fill="${PAPER}"><circle cx="152" cy="134" r="8" fill-opacity=".35"/><circle cx="180" cy="134" r="8" fill-opacity=".35"/><circle cx="208" cy="134" r="8" fill="${LIGHT}"/></g>`,
      box(252, 120, 300, 28, '#1b262c', 14),
      box(112, 172, 760, 3, '#1b262c'),
      rings,
      box(160, 232, 300, 46, PAPER, 8),
      box(160, 294, 216, 46, PAPER, 8),
      box(160, 370, 330, 14, '#5c6a70', 7),
      box(160, 400, 300, 14, '#5c6a70', 7),
      box(160, 430, 318, 14, '#5c6a70', 7),
      box(160, 478, 168, 52, LIGHT, 12),
      box(190, 498, 108, 12, INK, 6),
      `<path d="M300 486l76 30-33 11-12 33z" fill="${AMBER}" stroke="${INK}" stroke-width="9" stroke-linejoin="round"/>`,
    ].join(''),
  )
}

/** The wall: one screen, two people who look up at it. */
function display() {
  const rings = dots({ x: 400, y: 66, width: 276, height: 280, step: 16 }, LIGHT, (x, y) =>
    Math.hypot(x - 528, y - 202) > 134 ? 0 : 7.6 * ripple(x - 528, y - 202, 100) ** 1.5,
  )
  const person = (/** @type {number} */ x, /** @type {number} */ size, /** @type {string} */ fill) =>
    `<g transform="translate(${x} 600) scale(${size})" fill="${fill}"><circle cx="0" cy="-158" r="28"/><path d="M-46 0v-70a46 46 0 0 1 92 0V0z"/></g>`
  return drawing(
    LIGHT,
    [
      box(0, 520, W, 60, '#2bcac3'),
      box(116, 52, 568, 352, INK, 22),
      rings,
      box(166, 128, 150, 22, LIGHT, 6),
      box(166, 166, 206, 42, PAPER, 8),
      box(166, 222, 150, 42, PAPER, 8),
      box(166, 284, 150, 14, '#5c6a70', 7),
      box(132, 346, 536, 42, '#16212a', 8),
      `<circle cx="166" cy="367" r="7" fill="${AMBER}"/>`,
      box(184, 360, 168, 14, PAPER, 7),
      `<circle cx="384" cy="367" r="7" fill="${AMBER}"/>`,
      box(402, 360, 216, 14, PAPER, 7),
      person(280, 0.92, INK),
      person(372, 0.78, PETROL),
    ].join(''),
  )
}

/** A cloud of dots, raining a page into a printer. */
function print() {
  const puffs = [
    [280, 190, 92],
    [392, 140, 122],
    [520, 190, 96],
    [400, 214, 92],
  ]
  const cloud = dots({ x: 150, y: 0, width: 500, height: 276, step: 17 }, LIGHT, (x, y) => {
    if (y > 252) return 0
    const depth = Math.max(...puffs.map(([px = 0, py = 0, radius = 1]) => 1 - Math.hypot(x - px, y - py) / radius))
    return depth <= 0 ? 0 : 2.5 + 5.2 * smooth(0, 0.6, depth)
  })
  const rain = dots({ x: 340, y: 268, width: 130, height: 84, step: 24 }, ECHO, (_x, y) => 5.4 - (y - 268) / 40)
  return drawing(
    INK,
    [
      cloud,
      rain,
      box(272, 348, 256, 70, '#22303a', 14),
      box(196, 384, 408, 240, PAPER, 30),
      box(248, 430, 304, 18, INK, 9),
      `<circle cx="556" cy="410" r="8" fill="${ECHO}"/>`,
      `<path d="M272 440h256v180H272z" fill="${LIGHT}"/>`,
      box(272, 440, 256, 14, '#1fb3ad'),
      box(302, 476, 130, 22, INK, 6),
      box(302, 512, 196, 12, PETROL, 6),
      box(302, 536, 170, 12, PETROL, 6),
    ].join(''),
  )
}

/** Two phones that hold the same thing: what is changed on one is on the other. */
function app() {
  const bars = Array.from({ length: 9 }, (_, index) => {
    const height = index > 1 && index < 7 ? 86 : 22
    return box(442 + index * 22, 306 - height, 15, height, index > 1 && index < 7 ? PETROL : STONE, 4)
  }).join('')
  const wave = Array.from({ length: 6 }, (_, echo) => {
    const points = Array.from({ length: 61 }, (__, at) => {
      const y = 250 - echo * 9 - (34 - echo * 3.6) * Math.sin((at / 60) * Math.PI * 3.2)
      return `${at === 0 ? 'M' : 'L'}${n(174 + (at / 60) * 196)} ${n(y)}`
    }).join('')
    return `<path d="${points}" stroke="${echo === 0 ? LIGHT : ECHO}" stroke-width="${echo === 0 ? 7 : 3}" stroke-opacity="${n(1 - echo * 0.13)}"/>`
  })
    .reverse()
    .join('')
  const row = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {string} */ fill,
    /** @type {string} */ quiet,
  ) => box(x, y, 46, 46, quiet, 12) + box(x + 62, y + 6, 76, 14, fill, 7) + box(x + 62, y + 30, 52, 10, quiet, 5)
  return drawing(
    PETROL,
    [
      `<g fill="none" stroke="${LIGHT}" stroke-width="6" stroke-linejoin="round" stroke-opacity=".55">`,
      ...[0, 1, 2].map(
        (line) => `<path d="M${n(640 + line * 30)} -10V${n(60 + line * 12.4)}L${n(860)} ${n(280 - line * 17.6)}"/>`,
      ),
      '</g>',
      box(144, 74, 256, 560, INK, 40),
      box(236, 98, 72, 14, '#26323a', 7),
      `<g fill="none" stroke-linecap="round">${wave}</g>`,
      box(172, 326, 200, 3, '#26323a'),
      row(172, 354, PAPER, '#26323a'),
      row(172, 424, PAPER, '#26323a'),
      row(172, 494, PAPER, '#26323a'),
      `<rect x="414" y="138" width="256" height="520" rx="40" fill="${PAPER}" stroke="${PETROL}" stroke-width="12"/>`,
      box(506, 164, 72, 14, STONE, 7),
      bars,
      box(442, 344, 200, 3, STONE),
      row(442, 372, INK, STONE),
      row(442, 442, INK, STONE),
      row(442, 512, INK, STONE),
      box(596, 380, 48, 28, PETROL, 14),
      `<circle cx="630" cy="394" r="10" fill="${PAPER}"/>`,
      box(596, 450, 48, 28, STONE, 14),
      `<circle cx="610" cy="464" r="10" fill="${PAPER}"/>`,
    ].join(''),
  )
}

/** A sender and its waves, without a ground: it stands in the dark part at the end of the page. */
function rings() {
  const size = { width: 900, height: 900 }
  return drawing(
    'none',
    dots({ x: 0, y: 0, ...size, step: 20 }, LIGHT, (x, y) => {
      const away = Math.hypot(x - 450, y - 450)
      return 9.6 * ripple(x - 450, y - 450, 140) ** 1.6 * smooth(450, 240, away)
    }),
    size,
  )
}

/** @type {Record<string, () => string>} by file name */
export const DRAWINGS = {
  'service-web.svg': web,
  'service-display.svg': display,
  'service-print.svg': print,
  'service-app.svg': app,
  'rings.svg': rings,
}
