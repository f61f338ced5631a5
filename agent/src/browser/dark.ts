import { inflateSync } from 'node:zlib'

/** Brightness of 0 to 255 that a panel in a lit room shows as black. */
const DARK = 12

/**
 * True if every pixel of a PNG picture is black. Reads what a browser writes: 8 bits, RGB or RGBA, not interlaced.
 *
 * @throws Error if it is another kind of picture
 */
export function isAllDark(png: Buffer): boolean {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const [bits, colour, , , interlace] = png.subarray(24, 29)
  const size = colour === 2 ? 3 : colour === 6 ? 4 : 0
  if (bits !== 8 || size === 0 || interlace !== 0) throw new Error('not a picture of a browser')
  const data: Buffer[] = []
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const rowBytes = width * size
  const raw = inflateSync(Buffer.concat(data), { maxOutputLength: (rowBytes + 1) * height })
  let above = new Uint8Array(rowBytes)
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1)
    const row = new Uint8Array(raw.subarray(start + 1, start + 1 + rowBytes))
    unfilter(raw[start] ?? 0, row, above, size)
    for (let x = 0; x < rowBytes; x++) if (x % size !== 3 && (row[x] ?? 0) > DARK) return false
    above = row
  }
  return true
}

function unfilter(filter: number, row: Uint8Array, above: Uint8Array, size: number): void {
  for (let x = 0; x < row.length; x++) {
    const left = row[x - size] ?? 0
    const up = above[x] ?? 0
    const corner = x >= size ? (above[x - size] ?? 0) : 0
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    row[x] = (row[x] ?? 0) + guess
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
