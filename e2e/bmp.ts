/** Red, green, blue, white: the quarters of a picture, row by row. */
export const QUARTERS = ['#c81e1e', '#1ea050', '#1e50c8', '#ffffff']

const SIDE = 128
const rgbOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
/** The index of the colour at a point. */
const quarterAt = (x: number, y: number) => (y < SIDE / 2 ? 0 : 2) + (x < SIDE / 2 ? 0 : 1)

type Options = {
  bits: 1 | 4 | 8 | 16 | 24 | 32
  isTopDown?: boolean
  isPacked?: boolean
  /** The header of OS/2 1.x, of 12 bytes. */
  isOs2?: boolean
  /** The size that the header states, if it is not the real one. */
  width?: number
  height?: number
  data?: Buffer
}

/** A BMP of 128 by 128 in four quarters; with 1 bit its left half is red and its right half green. */
export function makeBmp({ bits, isTopDown = false, isPacked = false, isOs2 = false, ...claims }: Options): Buffer {
  const colours = bits === 1 ? QUARTERS.slice(0, 2) : QUARTERS
  const numberAt = (x: number, y: number) => quarterAt(x, bits === 1 ? 0 : y)
  const rows = Array.from({ length: SIDE }, (_, row) => {
    const y = isTopDown ? row : SIDE - 1 - row
    return isPacked ? packedRow(bits as 4 | 8, y, numberAt) : plainRow(bits, y, numberAt, colours)
  })
  const pixels = claims.data ?? Buffer.concat(isPacked ? [...rows, Buffer.from([0, 1])] : rows)
  const palette =
    bits > 8
      ? Buffer.alloc(0)
      : Buffer.concat(
          Array.from({ length: 2 ** bits }, (_, index) => {
            const [red = 0, green = 0, blue = 0] = rgbOf(colours[index] ?? '#000000')
            return Buffer.from(isOs2 ? [blue, green, red] : [blue, green, red, 0])
          }),
        )
  const header = Buffer.alloc(isOs2 ? 12 : 40)
  const width = claims.width ?? SIDE
  const height = claims.height ?? (isTopDown ? -SIDE : SIDE)
  header.writeUInt32LE(header.length, 0)
  if (isOs2) {
    header.writeUInt16LE(width, 4)
    header.writeUInt16LE(height, 6)
    header.writeUInt16LE(1, 8)
    header.writeUInt16LE(bits, 10)
  } else {
    header.writeInt32LE(width, 4)
    header.writeInt32LE(height, 8)
    header.writeUInt16LE(1, 12)
    header.writeUInt16LE(bits, 14)
    header.writeUInt32LE(isPacked ? (bits === 8 ? 1 : 2) : 0, 16)
    header.writeUInt32LE(pixels.length, 20)
  }
  const start = Buffer.alloc(14)
  const at = start.length + header.length + palette.length
  start.write('BM')
  start.writeUInt32LE(at + pixels.length, 2)
  start.writeUInt32LE(at, 10)
  return Buffer.concat([start, header, palette, pixels])
}

type NumberAt = (x: number, y: number) => number

function plainRow(bits: number, y: number, numberAt: NumberAt, colours: readonly string[]): Buffer {
  const row = Buffer.alloc(Math.ceil((SIDE * bits) / 32) * 4)
  for (let x = 0; x < SIDE; x += 1) {
    const number = numberAt(x, y)
    const [red = 0, green = 0, blue = 0] = rgbOf(colours[number] ?? '')
    if (bits <= 8) {
      const at = (x * bits) >> 3
      row[at] = (row[at] ?? 0) | (number << (8 - bits - ((x * bits) & 7)))
    } else if (bits === 16) row.writeUInt16LE(((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3), x * 2)
    else row.set(bits === 24 ? [blue, green, red] : [blue, green, red, 0], (x * bits) >> 3)
  }
  return row
}

/** Run-lengths: each half of a row is one run. */
function packedRow(bits: 4 | 8, y: number, numberAt: NumberAt): Buffer {
  const byte = (x: number) => numberAt(x, y) * (bits === 4 ? 17 : 1)
  return Buffer.from([SIDE / 2, byte(0), SIDE / 2, byte(SIDE - 1), 0, 0])
}
