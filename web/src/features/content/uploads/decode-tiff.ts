import UTIF from 'utif2'
import { readPictureSize } from './picture-size.ts'
import { MOST_OWN_PIXELS, type Pixels } from './pixels.ts'
import { DamagedTiff, numbersOf, TAG, type TiffPage } from './tiff-pages.ts'

/** None, CCITT (fax), LZW, JPEG, Deflate (both numbers), PackBits. */
const COMPRESSIONS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 8, 32_946, 32_773])
const NONE = 1
const JPEG = 7
/** Photometric interpretations. */
const WHITE_IS_ZERO = 0
const GREY = 1
const RGB = 2
const PALETTE = 3
const CMYK = 5
const YCBCR = 6
/** Colour samples of each pixel, by photometric interpretation. Further samples are alpha, or are not shown. */
const COLOUR_SAMPLES: Readonly<Record<number, number>> = {
  [WHITE_IS_ZERO]: 1,
  [GREY]: 1,
  [RGB]: 3,
  [PALETTE]: 1,
  [CMYK]: 4,
  [YCBCR]: 3,
}
/** Values of an extra sample that is alpha: already multiplied into the colour, or not. */
const PREMULTIPLIED = 1
const STRAIGHT = 2

/**
 * Decodes a page of a TIFF file and rotates it upright. The library only receives the strips or tiles and unpacks them: by itself it
 * follows directories without an end and reads camera metadata.
 *
 * @throws Error if it is damaged, of an unsupported kind, or has more than MOST_OWN_PIXELS
 */
export async function decodeTiff(file: Blob, page: TiffPage): Promise<Pixels> {
  const { width, height, isLittleEndian } = page
  if (width < 1 || height < 1) throw new DamagedTiff('no size')
  if (width * height > MOST_OWN_PIXELS) throw new Error('too many pixels')
  const read = (tag: number, absent?: readonly number[]) => numbersOf(file, page, tag, absent)
  const one = async (tag: number, absent: number) => (await read(tag, [absent]))[0] ?? absent
  const compression = await one(TAG.compression, 1)
  const photometric = await one(TAG.photometric, WHITE_IS_ZERO)
  const colours = COLOUR_SAMPLES[photometric]
  const samples = await one(TAG.samples, 1)
  const bits = await one(TAG.bits, 1)
  if (
    !COMPRESSIONS.has(compression) ||
    !colours ||
    samples < colours ||
    samples > 8 ||
    ![1, 2, 4, 8, 16].includes(bits)
  ) {
    throw new Error(`compression ${compression}, colours ${photometric}, ${samples} samples of ${bits} bits`)
  }
  if ((samples > 1 && (await one(TAG.planar, 1)) !== 1) || (photometric === YCBCR && compression !== JPEG)) {
    throw new Error('samples that do not stand together')
  }

  const isTiled = page.entries.has(TAG.tileWidth)
  const offsets = await read(isTiled ? TAG.tileOffsets : TAG.stripOffsets)
  const sizes = await read(isTiled ? TAG.tileBytes : TAG.stripBytes, [file.size - (offsets[0] ?? 0)])
  const rows = isTiled ? await one(TAG.tileHeight, 0) : Math.min(await one(TAG.rowsPerStrip, height), height)
  const across = isTiled ? await one(TAG.tileWidth, 0) : width
  if (rows < 1 || across < 1 || across * rows > MOST_OWN_PIXELS) throw new DamagedTiff('parts without a size')
  const parts = Math.ceil(width / across) * Math.ceil(height / rows)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (offsets.length < parts || sizes.length < parts || total > file.size) throw new DamagedTiff('not all of its parts')

  const bytes = new Uint8Array(2 + total)
  // The library detects the byte order by these two bytes.
  bytes.fill(isLittleEndian ? 0x49 : 0x4d, 0, 2)
  const places: number[] = []
  let at = 2
  for (let index = 0; index < parts; index += 1) {
    const [offset = 0, size = 0] = [offsets[index], sizes[index]]
    const part = new Uint8Array(await file.slice(offset, offset + size).arrayBuffer())
    const rowsHere = isTiled ? rows : Math.min(rows, height - index * rows)
    const least = compression === NONE ? Math.ceil((across * samples * bits) / 8) * rowsHere : 1
    if (part.length < Math.max(size, least)) throw new DamagedTiff('the file ends too early')
    const own = compression === JPEG ? readPictureSize(part) : undefined
    if (own && own.width * own.height > 2 * (across + 16) * (rows + 16))
      throw new DamagedTiff('a part larger than it says')
    bytes.set(part, at)
    places.push(at)
    at += size
  }
  // The library decodes every JPEG to three samples.
  const isJpeg = compression === JPEG
  const [ownSamples, ownBits] = isJpeg ? [3, 8] : [samples, bits]
  const ifd = {
    t256: [width],
    t257: [height],
    t258: Array<number>(ownSamples).fill(ownBits),
    t259: [compression],
    t262: [photometric],
    t266: [await one(TAG.fillOrder, 1)],
    t277: [ownSamples],
    t278: [rows],
    t292: [await one(TAG.faxOptions, 0)],
    t317: [isJpeg ? 1 : await one(TAG.predictor, 1)],
    ...(isTiled ? { t322: [across], t323: [rows], t324: places, t325: sizes } : { t273: places, t279: sizes }),
    ...(page.entries.has(TAG.jpegTables) ? { t347: await read(TAG.jpegTables) } : {}),
  } as unknown as UTIF.IFD
  UTIF.decodeImage(bytes.buffer, ifd)
  if (!ifd.data || ifd.data.length === 0) throw new DamagedTiff('nothing in it')
  const data = toRgba(ifd.data, {
    width,
    height,
    bits: ownBits,
    samples: ownSamples,
    photometric: isJpeg ? RGB : photometric,
    palette: await read(TAG.palette),
    extra: isJpeg ? 0 : await one(TAG.extraSamples, 0),
  })
  return turned({ width, height, data, colourSpace: 'srgb' }, await one(TAG.orientation, 1))
}

type Samples = {
  width: number
  height: number
  bits: number
  samples: number
  photometric: number
  palette: readonly number[]
  /** The kind of the first sample after the colours. */
  extra: number
}

function toRgba(packed: Uint8Array, page: Samples): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, bits, samples, photometric, palette, extra } = page
  const data = new Uint8ClampedArray(width * height * 4)
  const rowBytes = Math.ceil((width * samples * bits) / 8)
  const most = 2 ** Math.min(bits, 8) - 1
  /** 0 to 255, or an index into the palette. The library turns 16-bit samples into little-endian order. */
  const raw = (row: number, index: number): number => {
    if (bits === 8) return packed[row + index] ?? 0
    if (bits === 16) return packed[row + index * 2 + 1] ?? 0
    const bit = index * bits
    return ((packed[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & most
  }
  const scale = photometric === PALETTE ? 1 : 255 / most
  const colours = COLOUR_SAMPLES[photometric] ?? 1
  const hasAlpha = samples > colours && (extra === PREMULTIPLIED || extra === STRAIGHT)
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = y * rowBytes
    for (let x = 0; x < width; x += 1, at += 4) {
      const sample = (index: number) => raw(row, x * samples + index) * scale
      const alpha = hasAlpha ? sample(colours) : 255
      const straight = extra === PREMULTIPLIED && alpha > 0 ? 255 / alpha : 1
      for (let channel = 0; channel < 3; channel += 1) {
        data[at + channel] = straight * colourOf(channel, sample)
      }
      data[at + 3] = alpha
    }
  }
  return data

  function colourOf(channel: number, sample: (index: number) => number): number {
    switch (photometric) {
      case WHITE_IS_ZERO:
        return 255 - sample(0)
      case GREY:
        return sample(0)
      case PALETTE:
        return (palette[channel * 2 ** bits + sample(0)] ?? 0) >> 8
      case CMYK:
        return ((255 - sample(channel)) * (255 - sample(3))) / 255
      default:
        return sample(channel)
    }
  }
}

/** Applies the orientation tag, 1 to 8. From 5 on, width and height are swapped. */
function turned(pixels: Pixels, orientation: number): Pixels {
  if (orientation < 2 || orientation > 8) return pixels
  const { width, height } = pixels
  const isOnSide = orientation >= 5
  const [newWidth, newHeight] = isOnSide ? [height, width] : [width, height]
  const from = new Uint32Array(pixels.data.buffer)
  const to = new Uint32Array(from.length)
  const flipsX = [2, 3, 7, 8].includes(orientation)
  const flipsY = [3, 4, 6, 7].includes(orientation)
  for (let y = 0; y < newHeight; y += 1) {
    for (let x = 0; x < newWidth; x += 1) {
      const [column, row] = isOnSide ? [y, x] : [x, y]
      to[y * newWidth + x] =
        from[(flipsY ? height - 1 - row : row) * width + (flipsX ? width - 1 - column : column)] ?? 0
    }
  }
  return { ...pixels, width: newWidth, height: newHeight, data: new Uint8ClampedArray(to.buffer) }
}
