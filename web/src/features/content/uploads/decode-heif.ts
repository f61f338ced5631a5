import libheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs'
import { MOST_OWN_PIXELS, type Pixels } from './pixels.ts'

/**
 * Decodes the primary picture of a HEIC or HEIF file: the chosen one of a burst, the still of a live photo. The library rotates and
 * mirrors it, joins its tiles and converts 10 bits to 8.
 *
 * @throws Error if it cannot be read or has more than MOST_OWN_PIXELS
 */
export async function decodeHeif(bytes: Uint8Array): Promise<Pixels> {
  const library = libheif()
  const images = new library.HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture in it')
  // The size of the joined picture, which may be missing in the head of the file.
  if (image.get_width() * image.get_height() > MOST_OWN_PIXELS) throw new Error('too many pixels')
  const { heif_colorspace_RGB } = library.heif_colorspace
  const { heif_chroma_interleaved_RGBA } = library.heif_chroma
  const decoded = await library.heif_js_decode_image2(image.handle, heif_colorspace_RGB, heif_chroma_interleaved_RGBA)
  const [plane] = decoded.channels ?? []
  if (!plane) throw new Error(decoded.message ?? 'not decoded')
  const { width, height, stride } = plane
  const data = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    data.set(plane.data.subarray(row * stride, row * stride + width * 4), row * width * 4)
  }
  if (image.is_premultiplied_alpha()) divideByAlpha(data)
  return { width, height, data, colourSpace: isDisplayP3(bytes) ? 'display-p3' : 'srgb' }
}

function divideByAlpha(data: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255
    if (alpha === 0 || alpha === 255) continue
    for (let channel = at; channel < at + 3; channel += 1) data[channel] = ((data[channel] ?? 0) * 255) / alpha
  }
}

/** The boxes that describe a picture come before its data. */
const DESCRIBED_BYTES = 65_536
/** SMPTE EG 432-1 primaries, as numbered in ITU-T H.273. */
const P3_PRIMARIES = 12

/** The library does not convert colours. iPhones write Display P3, marked by a colour profile or by a number. */
function isDisplayP3(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, DESCRIBED_BYTES))
  const at = text.indexOf('colrnclx')
  if (at >= 0 && text.charCodeAt(at + 9) === P3_PRIMARIES) return true
  // As ASCII, or as UTF-16 with a zero before each letter.
  return /colr(prof|rICC)/.test(text) && /Display P3|P3 D65|sP3C/.test(text.replaceAll('\0', ''))
}
