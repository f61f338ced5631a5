import {
  FILM_LENGTH_MS,
  FILM_LIMITS,
  type FilmLimits,
  INSISTED_FILM_LIMITS,
  MAX_DURATION_SECONDS,
} from '../platform/constants.ts'
import type { ItemType } from './item-type.ts'

// The rules for films that every screen plays. Checked in the browser before a film is uploaded, and on the server before it is stored.
// Without Zod.

/** The properties of a film, as read from its container. */
export type FilmTraits = {
  /** `mp4`; any other value is another container. */
  container: string
  /** The video codec, RFC 6381: `avc1.640028`. */
  codec: string
  /** The size of the stored pictures, before rotation. */
  width: number
  height: number
  /** Average. */
  framesPerSecond: number
  /** Average over the whole file. */
  bitsPerSecond: number
  /** Bits per sample of a picture. */
  bitDepth: number
  interlaced: boolean
  /** 0, 90, 180 or 270; -1 if it is mirrored or skewed. */
  rotation: number
  squarePixels: boolean
  fragmented: boolean
  /** The audio codec, RFC 6381. null: no sound. */
  sound: string | null
  lengthMs: number
}

/** The reasons why a film does not play on every screen. */
export const FILM_PROBLEMS = [
  'container',
  'fragmented',
  'codec',
  'profile',
  'level',
  'bit-depth',
  'interlaced',
  'size',
  'rate',
  'bitrate',
  'rotation',
  'pixels',
  'sound',
  'length',
] as const
export type FilmProblem = (typeof FILM_PROBLEMS)[number]

/**
 * The formats that a screen must be able to decode to play a film. Screens report which ones they can. Named by the largest
 * picture: 1920x1080 at 30 frames per second; `-60` at 60; `-4k` 3840x2160 at 30; `-4k-60` at 60. HEVC at up to 60.
 */
export const FILM_FORMATS = [
  'h264',
  'h264-60',
  'h264-4k',
  'h264-4k-60',
  'hevc',
  'hevc-10',
  'hevc-4k',
  'hevc-10-4k',
] as const
export type FilmFormat = (typeof FILM_FORMATS)[number]

/** Average frame rates are never exact: a phone's 30 frames per second are 30.02. */
const RATE_TOLERANCE = 0.5

/** The reasons why the film does not play on every screen. Empty if it does. */
export function judgeFilm(film: FilmTraits): FilmProblem[] {
  const problems = problemsBeside(film, FILM_LIMITS)
  const avc = readAvcName(film.codec)
  if (!avc) problems.push('codec')
  else {
    if (!isPlainProfile(avc.profile)) problems.push('profile')
    if (avc.level > FILM_LIMITS.level) problems.push('level')
    if (film.bitDepth !== 8) problems.push('bit-depth')
  }
  return inOrder(problems)
}

/**
 * The reasons why the film is refused even if the user insists. Some screens play H.264 and HEVC with larger pictures and at
 * higher rates. Few screens, if any, play the rest correctly.
 */
export function judgeInsistedFilm(film: FilmTraits): FilmProblem[] {
  const problems = problemsBeside(film, INSISTED_FILM_LIMITS)
  const avc = readAvcName(film.codec)
  if (avc) {
    if (!isPlainProfile(avc.profile)) problems.push('profile')
    if (avc.level > INSISTED_FILM_LIMITS.level) problems.push('level')
    if (film.bitDepth !== 8) problems.push('bit-depth')
  } else if (!isHevc(film.codec)) problems.push('codec')
  // Main and Main 10. The other profiles have more colour, or are for still pictures.
  else if (!/^h(vc|ev)1\.[12]\./.test(film.codec)) problems.push('profile')
  else if (film.bitDepth !== 8 && film.bitDepth !== 10) problems.push('bit-depth')
  return inOrder(problems)
}

function problemsBeside(film: FilmTraits, limits: FilmLimits): FilmProblem[] {
  const long = Math.max(film.width, film.height)
  const short = Math.min(film.width, film.height)
  const wrong: Partial<Record<FilmProblem, boolean>> = {
    container: film.container !== 'mp4',
    fragmented: film.fragmented,
    interlaced: film.interlaced,
    // Negated comparisons, so that NaN counts as wrong.
    size: !(long <= limits.longSidePx && short <= limits.shortSidePx && short >= 1),
    rate: !(film.framesPerSecond <= limits.framesPerSecond + RATE_TOLERANCE && film.framesPerSecond > 0),
    bitrate: !(film.bitsPerSecond <= limits.bitsPerSecond),
    rotation: film.rotation !== 0,
    pixels: !film.squarePixels,
    sound: film.sound !== null && film.sound !== AAC_LC,
    length: !(film.lengthMs >= FILM_LENGTH_MS.least && film.lengthMs <= MAX_DURATION_SECONDS * 1_000),
  }
  return FILM_PROBLEMS.filter((problem) => wrong[problem])
}

function inOrder(problems: readonly FilmProblem[]): FilmProblem[] {
  return FILM_PROBLEMS.filter((problem) => problems.includes(problem))
}

/** AAC, low complexity. */
export const AAC_LC = 'mp4a.40.2'

/** Baseline, Main and High: 8 bit, colour at half size. */
function isPlainProfile(profile: number): boolean {
  return profile === 0x42 || profile === 0x4d || profile === 0x64
}

/** The codec strings of HEVC in MP4: `hvc1.1.6.L120.90`. */
export function isHevc(codec: string): boolean {
  return /^(hvc1|hev1)(\.|$)/.test(codec)
}

/**
 * Reads the name of H.264 in MP4: `avc1.640028` is High at level 4.0.
 *
 * @returns `profile`: its number (0x64). `level`: times ten (40). Undefined for every other codec.
 */
export function readAvcName(codec: string): { profile: number; constraints: number; level: number } | undefined {
  const match = /^avc1\.([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(codec)
  if (!match) return undefined
  const [profile = 0, constraints = 0, level = 0] = match.slice(1).map((hex) => Number.parseInt(hex, 16))
  return { profile, constraints, level }
}

/** The format of an accepted film: one for which `judgeFilm` or `judgeInsistedFilm` finds no problem. */
export function formatOf(
  film: Pick<FilmTraits, 'codec' | 'width' | 'height' | 'framesPerSecond' | 'bitDepth'>,
): FilmFormat {
  const { longSidePx, shortSidePx, framesPerSecond } = FILM_LIMITS
  const isLarge = Math.max(film.width, film.height) > longSidePx || Math.min(film.width, film.height) > shortSidePx
  const isFast = film.framesPerSecond > framesPerSecond + RATE_TOLERANCE
  if (isHevc(film.codec)) return film.bitDepth > 8 ? (isLarge ? 'hevc-10-4k' : 'hevc-10') : isLarge ? 'hevc-4k' : 'hevc'
  if (isLarge) return isFast ? 'h264-4k-60' : 'h264-4k'
  return isFast ? 'h264-60' : 'h264'
}

/**
 * The duration of an item in seconds: its own, or else the length of its stored film, if known.
 *
 * @returns undefined: decided by the player (P7), as for 0
 */
export function secondsOf(item: {
  type: ItemType
  duration?: number | null | undefined
  film?: { lengthMs: number } | null | undefined
}): number | undefined {
  if (item.duration !== undefined && item.duration !== null) return item.duration
  return item.type === 'video' && item.film ? item.film.lengthMs / 1_000 : undefined
}
