import { describe, expect, it } from 'vitest'
import { MARKER_BYTES, markerOf } from './marker.ts'
import { createMarkerReader } from './marker-reader.ts'

const EVENT = Buffer.from(`data: {"text":"a < b, <b> and <1234567 then ${markerOf(7)}"}\n\n`)
/** Bytes of other listeners' reads that are left in the same memory. */
const LEFT_OVER = Buffer.from(markerOf(9).repeat(3))

function read(pieces: Buffer[]): number[][] {
  const reader = createMarkerReader()
  return pieces.map((piece) => reader.read(1, Buffer.concat([piece, LEFT_OVER]), piece.length))
}

describe('the marker reader', () => {
  it('finds every marker in the order in which they come, and nothing else', () => {
    expect(read([Buffer.concat([EVENT, Buffer.from(markerOf(12_345_678)), EVENT])])).toEqual([[7, 12_345_678, 7]])
    expect(read([Buffer.from('data: nothing\n\n'), Buffer.alloc(0)])).toEqual([[], []])
  })

  it('finds one wherever it is cut, when it is whole', () => {
    const end = EVENT.indexOf(markerOf(7)) + MARKER_BYTES
    for (let at = 0; at <= EVENT.length; at += 1) {
      const expected = at >= end ? [[7], []] : [[], [7]]
      expect(read([EVENT.subarray(0, at), EVENT.subarray(at)]), `cut at ${at}`).toEqual(expected)
    }
  })

  it('keeps the listeners apart', () => {
    const reader = createMarkerReader()
    const half = Buffer.from(markerOf(5).slice(0, 4))
    const rest = Buffer.from(markerOf(5).slice(4))
    expect(reader.read(1, half, half.length)).toEqual([])
    expect(reader.read(2, rest, rest.length)).toEqual([])
    expect(reader.read(1, rest, rest.length)).toEqual([5])
  })
})
