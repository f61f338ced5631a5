import { describe, expect, it } from 'vitest'
import { createMarkerScanner, MARKER_BYTES, markerOf } from './marker.ts'

const EVENT = Buffer.from(`event: manifest\nid: 7\ndata: {"text":"<b> of old ${markerOf(7)}"}\n\n`)
/** Bytes of other listeners' reads that are left in the same memory. */
const LEFT_OVER = Buffer.from(markerOf(7).repeat(20))

/** Passes these pieces to a listener through one shared memory. @returns for each piece, true when it completed the marker */
function read(pieces: Buffer[], round = 7): boolean[] {
  const scanner = createMarkerScanner(2)
  scanner.expect(round)
  return pieces.map((piece) => {
    const memory = Buffer.concat([piece, LEFT_OVER])
    return scanner.read(1, memory, piece.length)
  })
}

function cut(bytes: Buffer, ...at: number[]): Buffer[] {
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index]))
}

describe('the marker scanner', () => {
  it('has markers of one length whose first byte comes once', () => {
    for (const round of [0, 7, 99_999_999]) {
      expect(markerOf(round)).toHaveLength(MARKER_BYTES)
      expect(markerOf(round).lastIndexOf('<')).toBe(0)
    }
  })

  it('sees a marker wherever an event is cut in three', () => {
    const end = EVENT.indexOf(markerOf(7)) + MARKER_BYTES
    for (let first = 0; first <= EVENT.length; first += 1) {
      for (let second = first; second <= EVENT.length; second += 1) {
        const seenAfter = [first >= end, second >= end && first < end, second < end]
        expect(read(cut(EVENT, first, second)), `cut at ${first} and ${second}`).toEqual(seenAfter)
      }
    }
  })

  it('sees a marker that comes byte by byte', () => {
    const bytes = cut(EVENT, ...Array.from({ length: EVENT.length - 1 }, (_, index) => index + 1))
    expect(read(bytes).filter(Boolean)).toHaveLength(1)
  })

  it('takes neither another round nor the bytes of other reads for its own', () => {
    expect(read([EVENT], 8)).toEqual([false])
    expect(read([Buffer.from('data: nothing\n\n')])).toEqual([false])
    expect(read([Buffer.alloc(0)])).toEqual([false])
  })

  it('starts again when a marker that was begun continues as something else', () => {
    const marker = markerOf(7)
    expect(read([Buffer.from(marker.slice(0, 4)), Buffer.from('x'), Buffer.from(marker.slice(4))])).not.toContain(true)
    expect(read([Buffer.from(marker.slice(0, 4)), Buffer.from(marker)])).toEqual([false, true])
  })

  it('counts each listener once a round', () => {
    const scanner = createMarkerScanner(2)
    scanner.expect(7)
    expect(scanner.read(0, EVENT, EVENT.length)).toBe(true)
    expect(scanner.read(0, EVENT, EVENT.length)).toBe(false)
    expect(scanner.read(1, EVENT, EVENT.length)).toBe(true)
    scanner.expect(7)
    expect(scanner.read(0, EVENT, EVENT.length)).toBe(true)
  })
})
