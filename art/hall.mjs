// A hall with a row of screens on both of its walls, as one walks through it: a ray for each point of the picture,
// reckoned in linear light. All lengths are metres, all times a share of the loop from 0 to 1.
/** @typedef {{ width: number, height: number, data: Float32Array }} Texture red, green and blue in linear light */
/** @typedef {Texture[][]} Ripmap by how often the width was halved, then by how often the height was */
/** @typedef {{ width: number, height: number, focal: number, horizon: number, samples: number }} Lens focal in widths, horizon in heights */

const HALF_WIDTH = 3
const HEIGHT = 3.7
const EYE = 1.5
/** From one screen to the next; the walk is that long, so its end is its beginning. */
const PITCH = 4.6
const SCREEN = { width: 3.5, height: 3.5 * (9 / 16), bottom: 0.86, start: 0.55, bezel: 0.045 }
const TICKER_SHARE = 0.1
/** The line of text is so many screens long, and passes once in a loop. */
export const TICKER_SCREENS = 4
const DEEPEST = 60
const SLOTS = Math.ceil(DEEPEST / PITCH) + 2
const FOG = [0.0022, 0.0165, 0.0198]
const WALL = [0.07, 0.112, 0.125]
const FLOOR = [0.036, 0.056, 0.062]
const LAMP = [0.62, 0.95, 1]
const CEILING = [0.026, 0.044, 0.05]

/** @param {number} value */
const decode = (value) => (value / 255) ** 2.2

/**
 * @param {Uint8Array} pixels red, green, blue
 * @param {number} width
 * @param {number} height
 * @returns {Texture}
 */
export function textureOf(pixels, width, height) {
  return { width, height, data: Float32Array.from(pixels, decode) }
}

/**
 * @param {Texture} from
 * @param {boolean} across halves the width, else the height
 * @returns {Texture}
 */
function halve(from, across) {
  const width = across ? from.width >> 1 : from.width
  const height = across ? from.height : from.height >> 1
  const data = new Float32Array(width * height * 3)
  const beside = across ? 3 : from.width * 3
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const source = ((across ? y : 2 * y) * from.width + (across ? 2 * x : x)) * 3
      const target = (y * width + x) * 3
      for (let c = 0; c < 3; c += 1) {
        data[target + c] = ((from.data[source + c] ?? 0) + (from.data[source + beside + c] ?? 0)) / 2
      }
    }
  }
  return { width, height, data }
}

/**
 * Smaller copies in each direction by itself: a wall seen from the side is squeezed in one direction alone.
 *
 * @param {Texture} texture
 * @returns {Ripmap}
 */
function ripmapOf(texture) {
  const rows = []
  for (let column = texture; ; column = halve(column, true)) {
    const row = [column]
    for (let last = column; last.height >= 8; ) {
      last = halve(last, false)
      row.push(last)
    }
    rows.push(row)
    if (column.width < 8) return rows
  }
}

/** @param {Texture} texture */
function meanOf({ data }) {
  const sum = [0, 0, 0]
  for (let index = 0; index < data.length; index += 1) sum[index % 3] = (sum[index % 3] ?? 0) + (data[index] ?? 0)
  return sum.map((value) => (value * 3) / data.length)
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} value
 */
function smooth(from, to, value) {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** @param {number} value */
const wrap = (value) => value - Math.floor(value)

/**
 * Adds a point of a texture to `into`, times `share`.
 *
 * @param {Texture | undefined} texture
 * @param {number} u
 * @param {number} v
 * @param {number} share
 * @param {Float64Array} into
 */
function addPoint(texture, u, v, share, into) {
  if (!texture) return
  const { width, height, data } = texture
  const x = Math.min(width - 1, Math.max(0, u * width - 0.5))
  const y = Math.min(height - 1, Math.max(0, v * height - 0.5))
  const left = x | 0
  const top = y | 0
  const right = Math.min(width - 1, left + 1)
  const bottom = Math.min(height - 1, top + 1)
  const fx = x - left
  const fy = y - top
  const a = (top * width + left) * 3
  const b = (top * width + right) * 3
  const d = (bottom * width + left) * 3
  const e = (bottom * width + right) * 3
  for (let c = 0; c < 3; c += 1) {
    const above = (data[a + c] ?? 0) * (1 - fx) + (data[b + c] ?? 0) * fx
    const under = (data[d + c] ?? 0) * (1 - fx) + (data[e + c] ?? 0) * fx
    into[c] = (into[c] ?? 0) + share * (above * (1 - fy) + under * fy)
  }
}

/**
 * @param {Ripmap} map
 * @param {number} u
 * @param {number} v
 * @param {number} wide how much of the width one sample covers
 * @param {number} high how much of the height
 * @param {number} share
 * @param {Float64Array} into
 */
function addSample(map, u, v, wide, high, share, into) {
  const first = map[0]?.[0]
  if (!first || share <= 0) return
  const level = Math.max(0, Math.log2(wide * first.width))
  const lower = Math.min(map.length - 1, Math.floor(level))
  const upper = Math.min(map.length - 1, lower + 1)
  const mix = Math.min(1, level - lower)
  const row = map[lower] ?? []
  const down = Math.min(row.length - 1, Math.max(0, Math.round(Math.log2(high * first.height))))
  addPoint(row[down], u, v, share * (1 - mix), into)
  if (mix > 0) addPoint(map[upper]?.[down], u, v, share * mix, into)
}

/**
 * @param {Texture[]} posters one after the other on every screen, each for the same time
 * @param {Texture} ticker
 * @param {Lens} lens
 */
export function openHall(posters, ticker, lens) {
  const maps = posters.map(ripmapOf)
  const means = posters.map(meanOf)
  const tickerMap = ripmapOf(ticker)
  const count = posters.length
  const focal = lens.focal * lens.width
  const light = new Float64Array(3)
  const sample = new Float64Array(3)

  /** The state of each screen at the moment: the poster before, the one now, and how much of it. */
  const shows = [0, 1].map(() => Array.from({ length: SLOTS }, () => ({ before: 0, now: 0, mix: 1, mean: [0, 0, 0] })))

  /** @param {number} turn */
  function setScreens(turn) {
    for (const [side, screens] of shows.entries()) {
      for (const [slot, screen] of screens.entries()) {
        const distance = (slot - wrap(turn)) * PITCH + SCREEN.start + SCREEN.width / 2
        // The change runs down the hall; the walls take turns, so that the light never changes all at once.
        const place = turn * count + (side === 0 ? 0.12 : 1.62) - 0.008 * distance + count
        const since = wrap(place)
        screen.now = Math.floor(place) % count
        screen.before = (screen.now + count - 1) % count
        screen.mix = smooth(0, 0.2, since)
        screen.mean = [0, 1, 2].map(
          (c) => (means[screen.before]?.[c] ?? 0) * (1 - screen.mix) + (means[screen.now]?.[c] ?? 0) * screen.mix,
        )
      }
    }
  }

  /**
   * Writes the light that a point of a wall sends out into `sample`.
   *
   * @param {number} side 0 left, 1 right
   * @param {number} z depth from the eye
   * @param {number} y
   * @param {number} turn
   * @param {number} blur metres over which the point is smeared
   */
  function wallAt(side, z, y, turn, blur) {
    sample.fill(0)
    const along = z + wrap(turn) * PITCH
    const slot = Math.min(SLOTS - 1, Math.floor(along / PITCH))
    const screen = shows[side]?.[slot]
    if (!screen) return
    const x = along - slot * PITCH - SCREEN.start
    const up = y - SCREEN.bottom
    const outside = Math.hypot(Math.max(0, -x, x - SCREEN.width), Math.max(0, -up, up - SCREEN.height))
    const wide = ((z * z) / (HALF_WIDTH * focal) + blur) / SCREEN.width
    const high = (z / focal + blur) / SCREEN.height
    const inside = Math.min(x, SCREEN.width - x, up, SCREEN.height - up)
    const cover = blur > 0 ? smooth(-blur, blur, inside) : inside >= 0 ? 1 : 0
    if (cover > 0) {
      const u = Math.min(1, Math.max(0, side === 0 ? x / SCREEN.width : 1 - x / SCREEN.width))
      const v = Math.min(1, Math.max(0, 1 - up / SCREEN.height))
      if (v > 1 - TICKER_SHARE) {
        const share = (v - 1 + TICKER_SHARE) / TICKER_SHARE
        const place = wrap(u / TICKER_SCREENS + turn)
        addSample(tickerMap, place, share, wide / TICKER_SCREENS, high / TICKER_SHARE, cover, sample)
      } else {
        const picture = v / (1 - TICKER_SHARE)
        const before = maps[screen.before]
        const now = maps[screen.now]
        if (before && screen.mix < 1) addSample(before, u, picture, wide, high, cover * (1 - screen.mix), sample)
        if (now) addSample(now, u, picture, wide, high, cover * screen.mix, sample)
      }
      if (cover === 1) return
    }
    if (blur === 0 && outside < SCREEN.bezel) {
      sample.set([0.003, 0.004, 0.0045])
      return
    }
    const glow = 0.5 * Math.exp(-(outside - SCREEN.bezel) / 0.3) + 0.1
    const far = 0.2 * ambient(1 - side, along, 2.4)
    // A joint of the wall's panels half-way between two screens.
    const joint = Math.abs(along - (slot * PITCH + 0.025)) < 0.02 ? 0.35 : 1
    const foot = 0.55 + 0.45 * smooth(0, 0.5, y)
    for (let c = 0; c < 3; c += 1) {
      const own = screen.mean[c] ?? 0
      sample[c] = (sample[c] ?? 0) + (1 - cover) * (WALL[c] ?? 0) * joint * foot * (4.6 * glow * own + far * 0.9 + 0.05)
    }
  }

  /**
   * The light of the screens of one wall at a place along the hall, as one figure.
   *
   * @param {number} side
   * @param {number} along
   * @param {number} reach
   */
  function ambient(side, along, reach) {
    let sum = 0
    const screens = shows[side] ?? []
    const near = Math.floor(along / PITCH)
    for (let slot = Math.max(0, near - 1); slot <= Math.min(SLOTS - 1, near + 1); slot += 1) {
      const away = along - slot * PITCH - SCREEN.start - SCREEN.width / 2
      const mean = screens[slot]?.mean ?? []
      sum += ((mean[0] ?? 0) + (mean[1] ?? 0) + (mean[2] ?? 0)) * 0.34 * Math.exp(-((away / reach) ** 2))
    }
    return sum
  }

  /**
   * Adds the screens' light on a place of the floor or of the ceiling to `light`.
   *
   * @param {number} x
   * @param {number} along
   * @param {number[]} surface
   * @param {number} strength
   */
  function addLight(x, along, surface, strength) {
    const near = Math.floor(along / PITCH)
    for (let side = 0; side < 2; side += 1) {
      const across = side === 0 ? x + HALF_WIDTH : HALF_WIDTH - x
      const fall = strength / (1 + (across / 1.5) ** 2)
      for (let slot = Math.max(0, near - 1); slot <= Math.min(SLOTS - 1, near + 1); slot += 1) {
        const away = along - slot * PITCH - SCREEN.start - SCREEN.width / 2
        const share = fall * Math.exp(-((away / 1.9) ** 2))
        const mean = shows[side]?.[slot]?.mean ?? []
        for (let c = 0; c < 3; c += 1) light[c] = (light[c] ?? 0) + share * (surface[c] ?? 0) * (mean[c] ?? 0)
      }
    }
  }

  /**
   * The light along one ray, into `light`.
   *
   * @param {number} dx
   * @param {number} dy
   * @param {number} turn
   */
  function cast(dx, dy, turn) {
    light.fill(0)
    const toWall = HALF_WIDTH / Math.max(1e-6, Math.abs(dx))
    const toFlat = dy < 0 ? EYE / -dy : (HEIGHT - EYE) / Math.max(1e-6, dy)
    const z = Math.min(toWall, toFlat)
    if (z < DEEPEST) {
      const side = dx < 0 ? 0 : 1
      if (toWall <= toFlat) {
        wallAt(side, z, EYE + dy * z, turn, 0)
        light.set(sample)
      } else {
        const x = dx * z
        const along = z + wrap(turn) * PITCH
        if (dy < 0) {
          const tile =
            Math.abs(wrap(along / (PITCH / 2)) - 0.5) > 0.4955 || Math.abs(Math.abs(x) - 1.4) < 0.008 ? 0.5 : 1
          addLight(x, along, FLOOR, 4.4 * tile)
          for (let c = 0; c < 3; c += 1) light[c] = (light[c] ?? 0) + (FLOOR[c] ?? 0) * 0.02
          // The floor is polished: the walls stand in it upside down, the more smeared the farther from their foot.
          const depth = toWall - z
          const below = -dy * depth
          if (toWall < DEEPEST && below < HEIGHT) {
            const grazing = 1 / Math.sqrt(1 + (dy / Math.hypot(1, dx)) ** 2)
            wallAt(side, toWall, below, turn, 0.05 + 0.16 * below)
            const share = (0.05 + 0.5 * grazing ** 9) * tile * Math.exp(-below / 2.2)
            for (let c = 0; c < 3; c += 1) light[c] = (light[c] ?? 0) + share * (sample[c] ?? 0)
          }
        } else {
          addLight(x, along, CEILING, 2.6)
          const lamp = wrap(along / (PITCH / 2))
          const bright = Math.abs(Math.abs(x) - 1.7) < 0.035 && lamp > 0.06 && lamp < 0.94 ? 0.22 : 0.0005
          for (let c = 0; c < 3; c += 1) light[c] = (light[c] ?? 0) + bright * (LAMP[c] ?? 0)
        }
      }
    }
    const clear = z < DEEPEST ? Math.exp(-z / 15) : 0
    for (let c = 0; c < 3; c += 1) light[c] = (light[c] ?? 0) * clear + (FOG[c] ?? 0) * (1 - clear)
  }

  return {
    /**
     * @param {number} turn
     * @returns {Buffer} red, green, blue of each point
     */
    frame(turn) {
      setScreens(turn)
      const { width, height, samples } = lens
      const pixels = Buffer.alloc(width * height * 3)
      const sum = new Float64Array(3)
      for (let py = 0; py < height; py += 1) {
        for (let px = 0; px < width; px += 1) {
          sum.fill(0)
          for (let index = 0; index < samples * samples; index += 1) {
            const sx = px + ((index % samples) + 0.5) / samples
            const sy = py + (Math.floor(index / samples) + 0.5) / samples
            cast((sx - width / 2) / focal, (height * lens.horizon - sy) / focal, turn)
            // Light that is brighter than paper is held back before it is mixed, or edges of lamps would crawl.
            for (let c = 0; c < 3; c += 1) sum[c] = (sum[c] ?? 0) + Math.min(1, light[c] ?? 0)
          }
          // A little noise that stands still, or the dark would show steps.
          const noise = wrap(Math.sin(px * 12.9898 + py * 78.233) * 43758.5453) - 0.5
          for (let c = 0; c < 3; c += 1) {
            const value = 255 * ((sum[c] ?? 0) / (samples * samples)) ** (1 / 2.2)
            pixels[(py * width + px) * 3 + c] = Math.max(0, Math.min(255, Math.round(value + noise)))
          }
        }
      }
      return pixels
    },
  }
}
