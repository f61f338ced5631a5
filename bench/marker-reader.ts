import { MARKER_BYTES, markerOf } from './marker.ts'

const [FIRST_BYTE = 0] = Buffer.from(markerOf(0))
const MARKER = /^<(\d{8})>$/

export type MarkerReader = {
  /**
   * Scans the bytes that one listener has just read.
   *
   * @param chunk contains the bytes; bytes after `length` are left over from other reads
   * @returns the round of every marker that is now complete, in their order
   */
  read(listener: number, chunk: Buffer, length: number): number[]
}

/** Finds any markers, for many changes that are under way at once. */
export function createMarkerReader(): MarkerReader {
  /** For each listener, the end of its last chunk if it may be the beginning of a marker. */
  const begun = new Map<number, Buffer>()

  return {
    read(listener, chunk, length) {
      const before = begun.get(listener)
      begun.delete(listener)
      const read = chunk.subarray(0, length)
      const bytes = before ? Buffer.concat([before, read]) : read
      const rounds: number[] = []
      for (let at = bytes.indexOf(FIRST_BYTE); at !== -1; at = bytes.indexOf(FIRST_BYTE, at + 1)) {
        if (at + MARKER_BYTES > bytes.length) {
          begun.set(listener, Buffer.from(bytes.subarray(at)))
          break
        }
        const round = MARKER.exec(bytes.toString('latin1', at, at + MARKER_BYTES))?.[1]
        if (round !== undefined) rounds.push(Number(round))
      }
      return rounds
    },
  }
}
