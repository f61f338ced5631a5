import type { ManifestFont } from '@placard/contract'
import type { MediaSource } from '../cache/lend.ts'
import { FONTS_CAME } from './fonts-came.ts'

/** In the style sheets it comes before the fonts of the device, so that a text looks the same on all screens. */
const FAMILY = 'Placard Noto'
const AGAIN_MS = 30_000
/** Files that come within this time are announced together. */
const TOGETHER_MS = 300

const added = new Set<string>()
let isAnnouncing = false

/**
 * Resolves when each of the fonts is in use, or cannot be for now. Never rejects.
 *
 * @param isWanted false when other fonts are followed: missing ones are then not tried again
 */
export async function addFonts(
  fonts: readonly ManifestFont[],
  media: MediaSource,
  isWanted: () => boolean,
): Promise<void> {
  // Chromium 67 to 77, on a Linux with full hinting, sets these variable fonts at a third of their width.
  // `replaceAll` came with Chromium 85.
  if (!('replaceAll' in String.prototype)) return
  const missing = fonts.filter(({ url }) => !added.has(url))
  await Promise.all(missing.map((font) => add(font, media).catch(() => {})))
  if (fonts.every(({ url }) => added.has(url))) return
  setTimeout(() => {
    if (isWanted()) void addFonts(fonts, media, isWanted)
  }, AGAIN_MS)
}

async function add({ url, range }: ManifestFont, media: MediaSource): Promise<void> {
  const file = await media.whole(url)
  const face = new FontFace(FAMILY, file ? await file.arrayBuffer() : `url(${url})`, {
    unicodeRange: range,
    weight: '100 900',
  })
  await face.load()
  if (added.has(url)) return
  added.add(url)
  document.fonts.add(face)
  if (isAnnouncing) return
  isAnnouncing = true
  setTimeout(() => {
    isAnnouncing = false
    window.dispatchEvent(new Event(FONTS_CAME))
  }, TOGETHER_MS)
}
