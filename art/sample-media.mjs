// Makes server/samples: what a new Placard shows first. Run it again after a change of the drawings:
//   node art/sample-media.mjs            all of them; needs ffmpeg and Debian's fonts-noto-core
//   node art/sample-media.mjs welcome    one of them
// Nothing in it is random, so the same drawings make the same files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { PROJECT } from '../tools/project-folder.mjs'

const FOLDER = join(PROJECT, 'server', 'samples')
const FONT = 'Noto Sans Display'

const INK = '#0b1216'
const PAPER = '#f7f5f1'
/** The product's petrol as light: the one vivid colour, on each of the pictures. */
const LIGHT = '#35e0d8'
const PETROL = '#0b6e78'
/** The petrol of the echoes, a shade that still shows on the dark ground. */
const ECHO = '#12808a'

const W = 1920
/** The pictures have the shape of the media area above the ticker, so that nothing is left beside them; the film has a film's. */
const H = 972
const FILM_H = 1080
const MARGIN = 128

/** @param {number} value */
const n = (value) => Number(value.toFixed(2))
/**
 * @param {number} from
 * @param {number} to
 * @param {number} value
 */
const smooth = (from, to, value) => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/**
 * A line of text, by its base line.
 *
 * @param {string} content
 * @param {{ x: number, y: number, size: number, fill: string, bold?: boolean, spacing?: number, anchor?: 'start' | 'end', opacity?: number }} options
 */
function text(content, { x, y, size, fill, bold = true, spacing = 0, anchor = 'start', opacity = 1 }) {
  return `<text x="${n(x)}" y="${n(y)}" font-family="${FONT}" font-size="${size}" font-weight="${bold ? 700 : 400}" letter-spacing="${n(size * spacing)}" text-anchor="${anchor}" fill="${fill}" fill-opacity="${n(opacity)}">${content}</text>`
}

/**
 * @param {string} ground
 * @param {string} body
 * @param {{ width: number, height: number }} size
 * @param {number} drawnHeight in the units of a drawing that is W wide
 */
function svg(ground, body, { width, height } = { width: W, height: H }, drawnHeight = H) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${W} ${drawnHeight}"><rect width="${W}" height="${drawnHeight}" fill="${ground}"/>${body}</svg>`,
  )
}

/** A sender and its waves, as a screen of dots that swell where the wave is high. */
function broadcast() {
  const step = 22
  const rowStep = step * Math.sin(Math.PI / 3)
  const sender = { x: 1622, y: 430 }
  let dots = ''
  for (let row = 0; row * rowStep < H + step; row += 1) {
    for (let column = 0; column * step < W + step; column += 1) {
      const x = column * step + (row % 2 === 0 ? 0 : step / 2)
      const y = row * rowStep
      const wave = (Math.cos((2 * Math.PI * Math.hypot(x - sender.x, y - sender.y)) / 152) + 1) / 2
      // It fades before it reaches the words.
      const radius = 11 * smooth(1200, 1520, x) * wave ** 1.6
      if (radius > 1) dots += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"/>`
    }
  }
  return `<g fill="${LIGHT}">${dots}</g>`
}

function welcome() {
  return svg(
    INK,
    [
      broadcast(),
      text('Welcome to the', { x: MARGIN, y: 264, size: 84, fill: LIGHT, spacing: -0.01 }),
      text('Department', { x: MARGIN - 10, y: 468, size: 204, fill: PAPER, spacing: -0.04 }),
      text('of ECE', { x: MARGIN - 6, y: 670, size: 204, fill: PAPER, spacing: -0.04 }),
      text('Electronics and Communication', { x: MARGIN, y: 802, size: 66, fill: PAPER, bold: false, opacity: 0.72 }),
      text('Engineering', { x: MARGIN, y: 882, size: 66, fill: PAPER, bold: false, opacity: 0.72 }),
    ].join(''),
  )
}

/** A bus of traces as on a circuit board: parallel all the way, bending by 45 degrees, each ending in a pad. */
function traces() {
  const pitch = 46
  const tails = [746, 890, 638, 818, 530, 710, 890, 602]
  let lines = ''
  let pads = ''
  for (const [index, tail] of tails.entries()) {
    const startX = 1092 + index * pitch
    const endX = startX + 370
    // Parallel lines that bend by 45 degrees keep their distance when each bends tan(22.5°) of it later.
    const bend = 74 - index * pitch * Math.tan(Math.PI / 8)
    lines += `<path d="M${startX} -400V${n(bend)}L${endX} ${n(bend + 370)}V${tail}"/>`
    pads += `<circle cx="${endX}" cy="${tail + 17}" r="17" fill="${index % 3 === 1 ? INK : LIGHT}"/>`
  }
  return `<g fill="none" stroke="${INK}" stroke-width="11" stroke-linejoin="round">${lines}${pads}</g>`
}

function symposium() {
  return svg(
    LIGHT,
    [
      traces(),
      text('Tech', { x: MARGIN - 8, y: 350, size: 246, fill: INK, spacing: -0.04 }),
      text('Symposium', { x: MARGIN - 14, y: 588, size: 246, fill: INK, spacing: -0.045 }),
      text('Talks, demos and projects by students.', { x: MARGIN, y: 762, size: 70, fill: INK, bold: false }),
      text('Everybody is welcome.', { x: MARGIN, y: 854, size: 70, fill: INK }),
    ].join(''),
  )
}

function openingHours() {
  const first = MARGIN
  const pitch = (W - 2 * MARGIN) / 24
  const width = pitch - 18
  let hours = ''
  for (let hour = 0; hour < 24; hour += 1) {
    const open = hour >= 8 && hour < 20
    const height = open ? 200 : 44
    hours += `<rect x="${n(first + hour * pitch)}" y="${n(818 - height)}" width="${n(width)}" height="${height}" rx="10" fill="${open ? PETROL : '#d8d3ca'}"/>`
  }
  return svg(
    PAPER,
    [
      text('Library and labs', { x: MARGIN - 6, y: 220, size: 172, fill: INK, spacing: -0.035 }),
      text('open 8 to 20', { x: MARGIN - 6, y: 402, size: 172, fill: PETROL, spacing: -0.035 }),
      text('Every working day. Bring your card.', {
        x: MARGIN,
        y: 530,
        size: 70,
        fill: INK,
        bold: false,
        opacity: 0.78,
      }),
      hours,
      text('8', { x: first + 8 * pitch, y: 902, size: 66, fill: INK }),
      text('20', { x: first + 20 * pitch - 18, y: 902, size: 66, fill: INK, anchor: 'end' }),
    ].join(''),
  )
}

const FRAMES_PER_SECOND = 25
const FILM_SECONDS = 12
const FILM = { width: 1280, height: 720 }
/** The words of the trace, in three acts of the same length. */
const ACTS = ['A wave.', 'A signal.', 'A message.']

/** A word in bits, sent in the third act: "ECE" by its letters' numbers, five bits each. */
const BITS = [0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1]

/**
 * Height of the trace, -1 to 1, of one act.
 *
 * @param {number} act
 * @param {number} x place along the trace, 0 to 1
 * @param {number} turn the film's time as a full turn, 0 to 1, so that its end meets its beginning
 */
function heightOf(act, x, turn) {
  const phase = 2 * Math.PI * turn
  if (act === 0) return 0.8 * Math.sin(2 * Math.PI * 2 * x - 6 * phase)
  if (act === 1) {
    const envelope = 0.52 + 0.48 * Math.sin(2 * Math.PI * 2 * x - 6 * phase)
    return 0.95 * envelope * Math.sin(2 * Math.PI * 26 * x - 12 * phase)
  }
  const place = (x * BITS.length + 15 * (1 - turn) * 2) % BITS.length
  const bit = Math.floor(place)
  const now = BITS[bit] ?? 0
  const before = BITS[(bit + BITS.length - 1) % BITS.length] ?? 0
  return 1.5 * (before + (now - before) * smooth(0, 0.14, place - bit)) - 0.75
}

/**
 * @param {number} x
 * @param {number} turn
 * @param {number} delay of an echo, as a share of a turn
 */
function traceAt(x, turn, delay) {
  const act = turn * ACTS.length
  const now = Math.floor(act) % ACTS.length
  // The next act runs in from the left over the last fifth.
  const front = smooth(0.8, 1, act % 1) * 1.3
  const mix = smooth(0, 0.3, front - x)
  const time = turn - delay
  return heightOf(now, x, time) * (1 - mix) + heightOf((now + 1) % ACTS.length, x, time) * mix
}

/** @param {number} turn */
function filmFrame(turn) {
  const points = 480
  const echoes = 16
  let lines = ''
  for (let echo = echoes; echo >= 0; echo -= 1) {
    const share = echo / echoes
    const baseLine = 430 - 210 * share
    const amplitude = 240 * (1 - 0.62 * share)
    let path = ''
    for (let index = 0; index <= points; index += 1) {
      const x = index / points
      const hold = smooth(0, 0.16, x) * smooth(0, 0.16, 1 - x)
      const y = baseLine - amplitude * traceAt(x, turn, share * 0.03) * (echo === 0 ? 1 : hold)
      path += `${index === 0 ? 'M' : 'L'}${n(x * W)} ${n(y)}`
    }
    lines +=
      echo === 0
        ? `<path d="${path}" stroke="${LIGHT}" stroke-opacity="0.16" stroke-width="30"/><path d="${path}" stroke="${LIGHT}" stroke-width="9"/>`
        : `<path d="${path}" stroke="${ECHO}" stroke-opacity="${n(0.9 * (1 - share) ** 1.2)}" stroke-width="3"/>`
  }
  const act = turn * ACTS.length
  const inAct = act % 1
  const visible = smooth(0.02, 0.12, inAct) * (1 - smooth(0.86, 0.96, inAct))
  const word = ACTS[Math.floor(act) % ACTS.length] ?? ''
  const shift = 24 * (1 - smooth(0.02, 0.2, inAct))
  return svg(
    INK,
    `<g fill="none" stroke-linejoin="round" stroke-linecap="round">${lines}</g>${text(word, { x: MARGIN - 8, y: 960 + shift, size: 168, fill: PAPER, spacing: -0.035, opacity: visible })}`,
    FILM,
    FILM_H,
  )
}

/** The film begins so far into its turn, with words in it. */
const FIRST_FRAME = 0.08

/** @param {string} path */
async function makeFilm(path) {
  const frames = FILM_SECONDS * FRAMES_PER_SECOND
  // One thread: what x264 writes depends on how many share the work.
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgb24'],
      ...['-s', `${FILM.width}x${FILM.height}`, '-r', `${FRAMES_PER_SECOND}`, '-i', '-'],
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-colorspace', 'bt709', '-color_primaries', 'bt709'],
      ...['-color_trc', 'bt709', '-color_range', 'tv', '-c:v', 'libx264', '-preset', 'slow', '-crf', '27'],
      ...['-profile:v', 'high', '-level', '3.1', '-pix_fmt', 'yuv420p', '-g', '50', '-threads', '1'],
      ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', '-an', path],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = once(ffmpeg, 'close')
  for (let frame = 0; frame < frames; frame += 1) {
    const pixels = await sharp(filmFrame((frame / frames + FIRST_FRAME) % 1))
      .removeAlpha()
      .raw()
      .toBuffer()
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`)
}

/**
 * @param {Buffer} drawing
 * @param {string} path
 */
const makePicture = (drawing, path) =>
  sharp(drawing).flatten().jpeg({ quality: 78, mozjpeg: true, chromaSubsampling: '4:4:4' }).toFile(path)

/** @type {Record<string, { file: string, make: (path: string) => Promise<unknown> }>} */
const SAMPLES = {
  welcome: { file: 'welcome.jpg', make: (path) => makePicture(welcome(), path) },
  symposium: { file: 'tech-symposium.jpg', make: (path) => makePicture(symposium(), path) },
  hours: { file: 'opening-hours.jpg', make: (path) => makePicture(openingHours(), path) },
  film: { file: 'wave-signal-message.mp4', make: makeFilm },
  poster: { file: 'wave-signal-message.jpg', make: (path) => makePicture(filmFrame(FIRST_FRAME), path) },
}

mkdirSync(FOLDER, { recursive: true })
const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : Object.keys(SAMPLES)) {
  const sample = SAMPLES[name]
  if (!sample) throw new Error(`There is no sample "${name}"; there are ${Object.keys(SAMPLES).join(', ')}.`)
  const path = join(FOLDER, sample.file)
  await sample.make(path)
  console.log(`${sample.file}: ${Math.round(statSync(path).size / 1_000)} kB`)
}
