import type { Manifest } from '@placard/contract'
import { PICTURE_WORDS } from '../page/english-picture.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { dataUrlOf, styleSheetOf } from './picture-style.ts'

/** The longer side of a picture. */
const LONGEST_PX = 1_280
const QUALITIES = [0.8, 0.6, 0.4, 0.2]
const DECODED_WITHIN_MS = 8_000
const WORDS_WITHIN_MS = 2_000
const DARK = '#0b0f16'
/** Of a box in the place of a part that the browser does not give to the page. */
const BOX = '#2b3546'
const LETTERS = '#f3f6fb'
const XHTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'
/** XML can carry neither these nor half of a surrogate pair. */
const NOT_IN_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(^|[^\ud800-\udbff])[\udc00-\udfff]/g

type Words = Record<keyof typeof PICTURE_WORDS, string>
type Media = HTMLImageElement | HTMLVideoElement | HTMLCanvasElement

/**
 * [PX3] A picture of the page, composed by the page: a copy of what it shows is drawn as an image. The browser lays it out again with
 * the same styles at the same size, so that every part is in its place. A part that a browser does not give to a page (a frame with
 * another site, media of another site) is a box in its place that says so.
 *
 * The page itself is only read, so nothing on the screen moves.
 *
 * @returns a JPEG of at most `maxBytes`. Rejects if this browser cannot compose one
 */
export async function composePicture(manifest: Manifest | undefined, maxBytes: number): Promise<Blob> {
  const page = { width: Math.max(1, innerWidth), height: Math.max(1, innerHeight) }
  const scale = Math.min(1, LONGEST_PX / Math.max(page.width, page.height))
  const words = await wordsIn(manifest?.language)
  const canvas = newCanvas(page.width * scale, page.height * scale)
  try {
    const image = await drawn(page, scale, words, manifest)
    paint(canvas, image)
    return await jpegOf(canvas, maxBytes)
  } catch {
    // An engine that draws no such image, or keeps it from the page.
    const plain = newCanvas(canvas.width, canvas.height)
    paintPlain(plain, scale, words)
    return jpegOf(plain, maxBytes)
  }
}

function paint(canvas: HTMLCanvasElement, image: CanvasImageSource): void {
  const ink = inkOf(canvas)
  ink.fillStyle = DARK
  ink.fillRect(0, 0, canvas.width, canvas.height)
  ink.drawImage(image, 0, 0, canvas.width, canvas.height)
}

async function drawn(
  page: { width: number; height: number },
  scale: number,
  words: Words,
  manifest: Manifest | undefined,
): Promise<HTMLImageElement> {
  const { documentElement, body } = document
  const copy = body.cloneNode(true) as HTMLElement
  // The original is read before anything is waited for: both trees are the same until then.
  const ready = replaceParts(body, copy, scale, words)
  const style = styleSheetOf(documentElement.textContent ?? '', manifest?.fonts)
  await ready

  const { width, height } = page
  const svg = document.createElementNS(SVG, 'svg')
  for (const { name, value } of Array.from(documentElement.attributes)) svg.setAttribute(name, value)
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const sheet = svg.appendChild(document.createElementNS(SVG, 'style'))
  sheet.textContent = await style
  const foreign = svg.appendChild(document.createElementNS(SVG, 'foreignObject'))
  foreign.setAttribute('width', '100%')
  foreign.setAttribute('height', '100%')
  copy.setAttribute('xmlns', XHTML)
  foreign.appendChild(copy)

  const source = new XMLSerializer().serializeToString(svg).replace(NOT_IN_XML, '$1')
  const image = new Image()
  image.width = width
  image.height = height
  // A blob: address would keep the picture from the page in Chromium.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await withTimeout(DECODED_WITHIN_MS, () => image.decode())
  return image
}

/** Makes the copy show what the original shows now. It waits only after it has read all of the original. */
async function replaceParts(original: Element, copy: Element, scale: number, words: Words): Promise<void> {
  const moving = movingParts()
  const pending: Promise<void>[] = []
  const visit = (from: Element, to: Element): void => {
    const name = from.localName
    const own = to as HTMLElement
    if (name === 'script' || name === 'link' || name === 'noscript' || isUnseen(from)) {
      own.remove()
      return
    }
    const properties = moving.get(from)
    if (properties) {
      const now = getComputedStyle(from)
      for (const property of properties) own.style.setProperty(property, now.getPropertyValue(property))
    }
    if (name === 'iframe') {
      const { src, className } = from as HTMLIFrameElement
      const room = className.includes('web-page') ? (from.parentElement ?? from) : from
      const box = labelled(words['picture.page'], siteOf(src), room.getBoundingClientRect())
      // A page is zoomed within its area, and a film has a size of its own.
      if (room === from) box.className = className
      own.replaceWith(box)
      return
    }
    if (name === 'img' || name === 'video' || name === 'canvas') {
      pending.push(freeze(from as Media, own, scale, words))
      return
    }
    const { children } = from
    const copies = Array.from(to.children)
    for (let index = 0; index < children.length; index += 1) visit(children[index] as Element, copies[index] as Element)
  }
  visit(original, copy)
  await Promise.all(pending)
}

/** A layer that waits for its turn. */
function isUnseen(element: Element): boolean {
  return element.classList.contains('layer') && !element.classList.contains('layer-seen')
}

/** The elements in motion, with the properties that are. An image of a document starts all of its animations again. */
function movingParts(): Map<Element, Set<string>> {
  const found = new Map<Element, Set<string>>()
  if (typeof document.getAnimations !== 'function') {
    // Before Chromium 84.
    const lines = Array.from(document.querySelectorAll('.ticker-line'))
    return new Map(lines.map((line) => [line, new Set(['transform', 'visibility'])]))
  }
  const all = document.getAnimations()
  for (const { effect } of all) {
    if (!(effect instanceof KeyframeEffect) || !effect.target || effect.pseudoElement) continue
    const properties = found.get(effect.target) ?? new Set<string>()
    for (const frame of effect.getKeyframes())
      for (const name of Object.keys(frame))
        if (!/^(offset|computedOffset|easing|composite)$/.test(name))
          properties.add(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
    found.set(effect.target, properties)
  }
  return found
}

/** Puts the present content of a picture, a film or a canvas into the copy. */
async function freeze(media: Media, copy: HTMLElement, scale: number, words: Words): Promise<void> {
  const room = media.getBoundingClientRect()
  const size = sizeOf(media)
  const { objectFit, objectPosition, display } = getComputedStyle(media)
  const still = document.createElement('img')
  for (const { name, value } of Array.from(media.attributes))
    if (name === 'class' || name.startsWith('data-')) still.setAttribute(name, value)
  Object.assign(still.style, { cssText: copy.style.cssText, objectFit, objectPosition, display })
  copy.replaceWith(still)
  if (size.width === 0 || size.height === 0 || room.width === 0) {
    still.remove()
    return
  }
  const share = Math.min(1, scale * Math.max(room.width / size.width, room.height / size.height))
  try {
    const canvas = newCanvas(size.width * share, size.height * share)
    inkOf(canvas).drawImage(media, 0, 0, canvas.width, canvas.height)
    still.src = await dataUrlOf(await blobOf(canvas, 'image/webp', 0.9))
  } catch {
    // Its pixels belong to another site. A blurred border needs no words.
    if (media instanceof HTMLCanvasElement) still.remove()
    else still.replaceWith(labelled(words['picture.media'], siteOf(media.currentSrc), room))
  }
}

function sizeOf(media: Media): { width: number; height: number } {
  if (media instanceof HTMLImageElement) return { width: media.naturalWidth, height: media.naturalHeight }
  if (media instanceof HTMLCanvasElement) return { width: media.width, height: media.height }
  const hasFrame = media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
  return hasFrame ? { width: media.videoWidth, height: media.videoHeight } : { width: 0, height: 0 }
}

/** A box in the place of a part that the browser does not give to the page. */
function labelled(text: string, site: string, { width, height }: { width: number; height: number }): HTMLElement {
  const box = document.createElement('div')
  // The page's policy allows no style attributes, but their properties.
  box.style.cssText = `position:absolute;top:0;left:0;width:100%;height:100%;box-sizing:border-box;display:flex;align-items:center;justify-content:center;padding:4%;text-align:center;background:${BOX};color:${LETTERS};font:500 ${letterPx(width, height)}px/1.35 system-ui,sans-serif`
  const words = box.appendChild(document.createElement('div'))
  words.dir = 'auto'
  words.style.cssText = 'max-width:100%;overflow-wrap:anywhere'
  words.textContent = text.replace('{site}', site)
  return box
}

const letterPx = (width: number, height: number) => Math.max(9, Math.round(Math.min(width / 22, height / 7, 40)))

function siteOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return ''
  }
}

/** Without the image of the document: pictures in their places, and a box for everything else. */
function paintPlain(canvas: HTMLCanvasElement, scale: number, words: Words): void {
  const ink = inkOf(canvas)
  ink.fillStyle = DARK
  ink.fillRect(0, 0, canvas.width, canvas.height)
  ink.scale(scale, scale)
  for (const part of Array.from(document.querySelectorAll('.layer-seen, .ticker, .web-page:not(.web-page-away)'))) {
    const room = part.getBoundingClientRect()
    ink.fillStyle = BOX
    ink.strokeStyle = LETTERS
    ink.fillRect(room.left, room.top, room.width, room.height)
    ink.strokeRect(room.left, room.top, room.width, room.height)
    ink.fillStyle = LETTERS
    ink.font = `500 ${letterPx(room.width, room.height)}px system-ui, sans-serif`
    ink.textAlign = 'center'
    ink.textBaseline = 'middle'
    ink.fillText(words['picture.rest'], room.left + room.width / 2, room.top + room.height / 2, room.width * 0.92)
  }
}

function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return canvas
}

/** Drawn by the processor: pixels that are read again at once need not go to the graphics card. */
function inkOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const ink = canvas.getContext('2d', { willReadFrequently: true })
  if (!ink) throw new Error('this browser has no canvas')
  return ink
}

function blobOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('this canvas is empty'))), type, quality)
  })
}

async function jpegOf(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob> {
  for (const quality of QUALITIES) {
    const blob = await blobOf(canvas, 'image/jpeg', quality)
    if (blob.size <= maxBytes) return blob
  }
  const half = newCanvas(canvas.width / 2, canvas.height / 2)
  inkOf(half).drawImage(canvas, 0, 0, half.width, half.height)
  return jpegOf(half, maxBytes)
}

/** As `page/words.ts` does, which every screen loads and which has no room for an export. */
async function wordsIn(language: string = navigator.language): Promise<Words> {
  const first = (tag: string) => tag.toLowerCase().split('-')[0]
  const written = document.querySelector<HTMLMetaElement>('meta[name="placard-words"]')
  const file = written?.content.split(' ').find((one) => first(one) === first(language))
  if (!file) return PICTURE_WORDS
  const texts = withTimeout(WORDS_WITHIN_MS, async (signal) => {
    const answer = await fetch(`/player/assets/screen-${file}.json`, { signal })
    return (await answer.json()) as Partial<Words>
  })
  return { ...PICTURE_WORDS, ...(await texts.catch(() => ({}))) }
}
