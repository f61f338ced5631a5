// Makes web/public/landing: what moves and stands behind and beside the words of the landing page.
//   node art/landing-media.mjs            all of it, some minutes; needs ffmpeg and Debian's fonts-noto-core
//   node art/landing-media.mjs stills     one of them
// Nothing in it is random. The screens in it show server/samples; the stills are cut from docs/screenshots.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { openHall, TICKER_SCREENS, textureOf } from './hall.mjs'
import { DRAWINGS } from './landing-drawings.mjs'
import { PROJECT } from '../tools/project-folder.mjs'

const FOLDER = join(PROJECT, 'web', 'public', 'landing')
const SAMPLES = join(PROJECT, 'server', 'samples')
const SCREENSHOTS = join(PROJECT, 'docs', 'screenshots')

const FRAMES_PER_SECOND = 24
const SECONDS = 14
/** The moment at which the film begins, and the picture that stands when nothing may move. The light on both walls is calm then. */
const BEGIN = 0.19

/** @type {Record<string, { lens: import('./hall.mjs').Lens, crf: number }>} */
const FILMS = {
  'hall-wide': { lens: { width: 1600, height: 900, focal: 0.6, horizon: 0.5, samples: 2 }, crf: 30 },
  // A phone sees the same hall from nearer to its end, with the light above the words.
  'hall-tall': { lens: { width: 720, height: 1280, focal: 0.78, horizon: 0.36, samples: 2 }, crf: 28 },
}

/**
 * @param {Buffer | string} image
 * @param {number} width
 * @param {number} height
 */
async function textureFrom(image, width, height) {
  const pixels = await sharp(image).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  return textureOf(pixels, width, height)
}

function firstFrameOf(/** @type {string} */ film) {
  return execFileSync('ffmpeg', ['-v', 'error', '-i', film, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'], {
    maxBuffer: 32_000_000,
  })
}

async function posters() {
  const film = firstFrameOf(join(SAMPLES, 'wave-signal-message.mp4'))
  const images = [
    join(SAMPLES, 'welcome.jpg'),
    film,
    join(SAMPLES, 'tech-symposium.jpg'),
    join(SAMPLES, 'opening-hours.jpg'),
  ]
  const textures = await Promise.all(images.map((image) => textureFrom(image, 1024, 512)))
  // Paper and the vivid ground would outshine the words in front of them.
  const dimmed = [1.3, 1.4, 0.62, 0.6]
  for (const [index, texture] of textures.entries()) {
    const share = dimmed[index] ?? 1
    for (let at = 0; at < texture.data.length; at += 1) texture.data[at] = (texture.data[at] ?? 0) * share
  }
  return textures
}

function ticker() {
  const width = 1024 * TICKER_SCREENS
  const lines = [
    'Welcome to the Department of ECE',
    'Tech Symposium: everybody is welcome',
    'Library and labs open 8 to 20',
  ]
  const words = lines
    .map(
      (line, index) =>
        `<circle cx="${(index / lines.length) * width + 40}" cy="32" r="7" fill="#ffc857"/><text x="${(index / lines.length) * width + 62}" y="45" font-family="Noto Sans Display" font-weight="700" font-size="40" fill="#fff">${line}</text>`,
    )
    .join('')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="64"><rect width="${width}" height="64" fill="#0b0e17"/>${words}</svg>`
  return textureFrom(Buffer.from(drawing), width, 64)
}

async function hall(/** @type {string} */ name) {
  const film = FILMS[name]
  if (!film) throw new Error(`There is no film "${name}".`)
  return { ...film, hall: openHall(await posters(), await ticker(), film.lens) }
}

async function makePoster(/** @type {string} */ name) {
  const { lens, hall: opened } = await hall(name)
  await sharp(opened.frame(BEGIN), { raw: { width: lens.width, height: lens.height, channels: 3 } })
    .webp({ quality: 80, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
  return [`${name}.webp`]
}

async function makeFilm(/** @type {string} */ name) {
  const { lens, crf, hall: opened } = await hall(name)
  const frames = FRAMES_PER_SECOND * SECONDS
  // One thread: what x264 writes depends on how many share the work.
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgb24'],
      ...['-s', `${lens.width}x${lens.height}`, '-r', `${FRAMES_PER_SECOND}`, '-i', '-'],
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-colorspace', 'bt709', '-color_primaries', 'bt709'],
      ...['-color_trc', 'bt709', '-color_range', 'tv', '-c:v', 'libx264', '-preset', 'slower', '-crf', `${crf}`],
      ...['-x264-params', 'aq-mode=3:aq-strength=0.9:deblock=1,1'],
      ...['-profile:v', 'high', '-level', '4.0', '-pix_fmt', 'yuv420p', '-g', '168', '-threads', '1'],
      ...[
        '-fflags',
        '+bitexact',
        '-flags:v',
        '+bitexact',
        '-movflags',
        '+faststart',
        '-an',
        join(FOLDER, `${name}.mp4`),
      ],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = once(ffmpeg, 'close')
  for (let frame = 0; frame < frames; frame += 1) {
    if (!ffmpeg.stdin.write(opened.frame((BEGIN + frame / frames) % 1))) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}.`)
  return [`${name}.mp4`]
}

/** The dashboard itself, once npm run screenshots has taken it: the first screenful, without what one scrolls to. */
async function makeStills() {
  const cuts = { wide: { width: 1440, height: 1080 }, phone: { width: 390, height: 844 } }
  const files = []
  for (const [size, cut] of Object.entries(cuts)) {
    for (const scheme of ['light', 'dark']) {
      const file = `dashboard-${size}-${scheme}.webp`
      await sharp(join(SCREENSHOTS, file))
        .extract({ left: 0, top: 0, ...cut })
        .webp({ quality: 78, effort: 6 })
        .toFile(join(FOLDER, file))
      files.push(file)
    }
  }
  return files
}

/** The four pictures of a new Placard, small: what the page's own screens show. */
async function makeSamples() {
  const files = []
  for (const name of ['welcome', 'tech-symposium', 'opening-hours']) {
    await sharp(join(SAMPLES, `${name}.jpg`))
      .resize(960)
      .webp({ quality: 80, effort: 6 })
      .toFile(join(FOLDER, `${name}.webp`))
    files.push(`${name}.webp`)
  }
  return files
}

async function makeDrawings() {
  for (const [file, draw] of Object.entries(DRAWINGS)) writeFileSync(join(FOLDER, file), draw())
  return Object.keys(DRAWINGS)
}

/** @type {Record<string, () => Promise<string[]>>} */
const MEDIA = {
  drawings: makeDrawings,
  samples: makeSamples,
  stills: makeStills,
  'wide-poster': () => makePoster('hall-wide'),
  'tall-poster': () => makePoster('hall-tall'),
  wide: () => makeFilm('hall-wide'),
  tall: () => makeFilm('hall-tall'),
}

mkdirSync(FOLDER, { recursive: true })
const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : Object.keys(MEDIA)) {
  const make = MEDIA[name]
  if (!make) throw new Error(`There is no "${name}"; there are ${Object.keys(MEDIA).join(', ')}.`)
  for (const file of await make()) console.log(`${file}: ${Math.round(statSync(join(FOLDER, file)).size / 1_000)} kB`)
}
