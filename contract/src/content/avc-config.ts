/** H.264 decoder configuration (ISO/IEC 14496-15, 5.3.3): the actual format of a film's pictures. */
export type AvcConfig = {
  /** `avc1.640028` */
  codec: string
  width: number
  height: number
  bitDepth: number
  /** 4:2:0 chroma subsampling, or monochrome. */
  isPlainColour: boolean
  interlaced: boolean
  squarePixels: boolean
}

/** A parameter set has about 30 bytes. */
const MOST_BYTES = 1_024
const MOST_SETS = 4

/**
 * Reads the content of an `avcC` box, which browsers call the `description` of a decoder.
 *
 * @returns undefined if it cannot be read, or its parts contradict each other
 */
export function readAvcConfig(bytes: Uint8Array): AvcConfig | undefined {
  const count = (bytes[5] ?? 0) & 31
  if (bytes[0] !== 1 || count === 0 || count > MOST_SETS) return undefined
  const read: AvcConfig[] = []
  let at = 6
  for (let which = 0; which < count; which += 1) {
    const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    const set = bytes.subarray(at + 2, at + 2 + length)
    at += 2 + length
    if (set.length !== length || length < 5 || length > MOST_BYTES) return undefined
    const one = readSequence(set)
    if (!one || set[1] !== bytes[1] || set[3] !== bytes[3]) return undefined
    read.push(one)
  }
  const [first] = read
  return first && read.every((one) => one.width === first.width && one.height === first.height) ? first : undefined
}

/** Profiles whose parameter sets contain the chroma format and the bit depth. */
const HIGH = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
/** An explicit aspect ratio follows (ITU-T H.264, table E-1). Of the other values, 1 is square and 0 is unspecified. */
const EXTENDED_ASPECT = 255

/** A sequence parameter set (ITU-T H.264, 7.3.2.1.1). */
function readSequence(set: Uint8Array): AvcConfig | undefined {
  if (((set[0] ?? 0) & 31) !== 7) return undefined
  const bits = createBits(set)
  const [profile = 0, , level = 0] = set.subarray(1, 4)
  bits.skip(32)
  bits.unsigned()
  let chroma = 1
  let depth = 8
  let planes = false
  if (HIGH.has(profile)) {
    chroma = bits.unsigned()
    if (chroma === 3) planes = bits.flag()
    depth = Math.max(bits.unsigned(), bits.unsigned()) + 8
    bits.skip(1)
    if (bits.flag()) {
      for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1)
        if (bits.flag()) skipScaling(bits, list < 6 ? 16 : 64)
    }
  }
  bits.unsigned()
  const order = bits.unsigned()
  if (order === 0) bits.unsigned()
  else if (order === 1) {
    bits.skip(1)
    bits.unsigned()
    bits.unsigned()
    const cycle = bits.unsigned()
    if (cycle > 255) return undefined
    for (let one = 0; one < cycle; one += 1) bits.unsigned()
  }
  bits.unsigned()
  bits.skip(1)
  const across = bits.unsigned() + 1
  const down = bits.unsigned() + 1
  const framesOnly = bits.flag()
  if (!framesOnly) bits.skip(1)
  bits.skip(1)
  const cut = bits.flag() ? [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = cut
  const hasColour = chroma !== 0 && !planes
  const unitX = hasColour && chroma < 3 ? 2 : 1
  const unitY = (hasColour && chroma === 1 ? 2 : 1) * (framesOnly ? 1 : 2)
  const width = across * 16 - (left + right) * unitX
  const height = down * 16 * (framesOnly ? 1 : 2) - (top + bottom) * unitY
  const squarePixels = bits.flag() && bits.flag() ? readsSquare(bits) : true
  if (bits.isOver() || width < 1 || height < 1) return undefined
  const name = [...set.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    codec: `avc1.${level === 0 ? '' : name}`,
    width,
    height,
    bitDepth: depth,
    isPlainColour: chroma <= 1,
    interlaced: !framesOnly,
    squarePixels,
  }
}

function readsSquare(bits: Bits): boolean {
  const aspect = bits.bits(8)
  if (aspect !== EXTENDED_ASPECT) return aspect <= 1
  const [across, down] = [bits.bits(16), bits.bits(16)]
  return across === down
}

function skipScaling(bits: Bits, size: number): void {
  let last = 8
  let next = 8
  for (let at = 0; at < size && next !== 0; at += 1) {
    const code = bits.unsigned()
    const delta = code % 2 === 0 ? -code / 2 : (code + 1) / 2
    next = (last + delta + 256) % 256
    if (next !== 0) last = next
  }
}

type Bits = {
  bits(count: number): number
  skip(count: number): void
  flag(): boolean
  /** Exp-Golomb (9.1). */
  unsigned(): number
  /** True: more bits were read than there are. */
  isOver(): boolean
}

/** Removes the emulation prevention bytes: a byte 3 behind two zeros is not part of the data (7.4.1.1). */
function createBits(set: Uint8Array): Bits {
  const bytes = set.filter((byte, at) => !(byte === 3 && at > 1 && set[at - 1] === 0 && set[at - 2] === 0))
  let at = 0
  const bit = () => {
    const byte = bytes[at >> 3] ?? 0
    at += 1
    return (byte >> (7 - ((at - 1) & 7))) & 1
  }
  const bits = (count: number) => {
    let value = 0
    for (let one = 0; one < count; one += 1) value = value * 2 + bit()
    return value
  }
  return {
    bits,
    skip: (count) => {
      at += count
    },
    flag: () => bit() === 1,
    unsigned() {
      let zeros = 0
      while (zeros < 32 && at < bytes.length * 8 && bit() === 0) zeros += 1
      return 2 ** zeros - 1 + bits(zeros)
    },
    isOver: () => at > bytes.length * 8,
  }
}
