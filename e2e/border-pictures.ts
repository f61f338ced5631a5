import sharp from 'sharp'
import { noisePicture } from './pixels.ts'

type Drawn = { name: string; width: number; height: number; body: string }

const flat = (colour: string) => `<rect width="100%" height="100%" fill="${colour}"/>`
const words = (colour: string, lines: string[], size: number) =>
  lines
    .map((line, index) => `<text x="8%" y="${18 + index * 16}%" font-size="${size}" fill="${colour}">${line}</text>`)
    .join('')
const pattern = (cell: number, body: string) =>
  `<defs><pattern id="p" width="${cell}" height="${cell}" patternUnits="userSpaceOnUse">${body}</pattern></defs>${flat('url(#p)')}`
const gradient = (across: boolean, colours: string[]) => {
  const stops = colours.map((colour, i) => `<stop offset="${i / (colours.length - 1)}" stop-color="${colour}"/>`)
  const to = across ? 'x2="1" y2="0"' : 'x2="0" y2="1"'
  return `<defs><linearGradient id="g" ${to}>${stops.join('')}</linearGradient></defs>${flat('url(#g)')}`
}
/** Lights in the dark, the same each time. */
const lights = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const colour = ['#ffd27a', '#ff8a5c', '#9fd3ff'][i % 3]
    return `<circle cx="${(i * 37) % 100}%" cy="${45 + ((i * 23) % 50)}%" r="${6 + ((i * 7) % 16)}" fill="${colour}"/>`
  }).join('')

const DRAWN: Drawn[] = [
  {
    name: 'white-poster',
    width: 1920,
    height: 1080,
    body: flat('#fff') + words('#111', ['Open day', 'Saturday'], 150),
  },
  { name: 'black-poster', width: 1920, height: 1080, body: flat('#000') + words('#fff', ['Film night', '20:00'], 150) },
  { name: 'one-colour', width: 1200, height: 900, body: flat('#1e50c8') },
  {
    name: 'landscape',
    width: 1500,
    height: 1000,
    body: `${gradient(false, ['#7cc4f0', '#fff3d6', '#6b8f5e'])}<path d="M0 700Q300 480 640 640T1500 560V1000H0Z" fill="#3f6b4a"/><circle cx="1150" cy="250" r="110" fill="#fff"/>`,
  },
  { name: 'night', width: 1500, height: 1000, body: gradient(false, ['#05060f', '#1b2140']) + lights(60) },
  {
    name: 'light-upright',
    width: 1000,
    height: 1414,
    body: flat('#f7f5f1') + words('#0b6e78', ['Choir', 'Friday'], 190),
  },
  {
    name: 'dark-upright',
    width: 1000,
    height: 1414,
    body: flat('#101418') + words('#35e0d8', ['Choir', 'Friday'], 190),
  },
  {
    name: 'bright-middle',
    width: 1000,
    height: 1000,
    body: `${flat('#0a0a0a')}<circle cx="500" cy="500" r="280" fill="#fff"/>`,
  },
  {
    name: 'checkers',
    width: 1000,
    height: 1000,
    body: pattern(
      100,
      '<path d="M0 0h50v50H0zM50 50h50v50H50z" fill="#fff"/><path d="M50 0h50v50H50zM0 50h50v50H0z"/>',
    ),
  },
  {
    name: 'bars-down',
    width: 1920,
    height: 1080,
    body: pattern(80, `${flat('#c81e1e')}<path d="M0 0h40v80H0z" fill="#fff"/>`),
  },
  {
    name: 'bars-across',
    width: 1200,
    height: 900,
    body: pattern(60, `${flat('#1ea050')}<path d="M0 0h60v30H0z" fill="#ffe"/>`),
  },
  {
    name: 'dots',
    width: 1920,
    height: 1080,
    body: pattern(80, `${flat('#0b1216')}<circle cx="40" cy="40" r="30" fill="#35e0d8"/>`),
  },
  { name: 'panorama', width: 2000, height: 500, body: gradient(true, ['#f06', '#fa0', '#0cf', '#70f']) },
  { name: 'column', width: 500, height: 1500, body: gradient(false, ['#013', '#fa0', '#013']) },
  {
    name: 'framed',
    width: 1500,
    height: 1000,
    body: `${flat('#e5e1da')}<rect x="8" y="8" width="1484" height="984" fill="none" stroke="#c81e1e" stroke-width="16"/>`,
  },
  { name: 'wide', width: 2100, height: 900, body: gradient(true, ['#222', '#eee', '#222', '#eee']) },
  {
    name: 'table',
    width: 1000,
    height: 1000,
    body: pattern(125, `${flat('#fff')}<path d="M0 0h125v8H0zM0 0h8v125H0z" fill="#234"/>`),
  },
  { name: 'halves', width: 1200, height: 900, body: `${flat('#fff')}<rect width="600" height="900" fill="#101010"/>` },
  {
    name: 'diagonals',
    width: 900,
    height: 1600,
    body: pattern(120, `${flat('#ffc61a')}<path d="M0 0h60L120 60v60zM0 60v60h60z" fill="#111"/>`),
  },
]

export type BorderPicture = { name: string; width: number; height: number; bytes: Buffer }

/** Twenty pictures whose borders are easily taken for a fault: of many shapes, light, dark and with patterns up to their edges. */
export async function drawBorderPictures(): Promise<BorderPicture[]> {
  const drawn = DRAWN.map(async ({ name, width, height, body }) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-weight="700">${body}</svg>`
    return { name, width, height, bytes: await sharp(Buffer.from(svg)).flatten().jpeg({ quality: 60 }).toBuffer() }
  })
  const noise = { name: 'noise', width: 800, height: 450 }
  return [...(await Promise.all(drawn)), { ...noise, bytes: await noisePicture(noise.width, noise.height) }]
}
