/** The length of a marker in bytes. */
export const MARKER_BYTES = 10

/**
 * The mark in a change by which its receipt is recognised. ASCII that neither JSON nor an event stream escapes. Its
 * first byte occurs only once in it, so after a mismatch a match can only begin with a new first byte.
 *
 * @param round 0 to 99,999,999; 0 marks the place in the template of a change
 */
export function markerOf(round: number): string {
  return `<${String(round).padStart(MARKER_BYTES - 2, '0')}>`
}

const [FIRST_BYTE = 0] = Buffer.from(markerOf(0))

export type MarkerScanner = {
  /** Searches for this round's marker from now on. No listener has seen it yet. */
  expect(round: number): void
  /**
   * Scans the bytes that one listener has just read. Allocates nothing, because at thousands of receipts a round the
   * garbage collector would affect the measurement.
   *
   * @param chunk contains the bytes; bytes after `length` are left over from other reads
   * @returns true when this completes the marker, once per listener and round
   */
  read(listener: number, chunk: Buffer, length: number): boolean
}

export function createMarkerScanner(listenerCount: number): MarkerScanner {
  let marker = Buffer.from(markerOf(0))
  /** The number of the marker's bytes at the end of each listener's last chunk. */
  const begun = new Uint8Array(listenerCount)
  const seen = new Uint8Array(listenerCount)

  /** The number of the marker's bytes, beginning at `from`, that are at `at`; -1 when other bytes are there. */
  function matchAt(chunk: Buffer, at: number, length: number, from: number): number {
    const end = Math.min(length - at, MARKER_BYTES - from)
    for (let i = 0; i < end; i += 1) if (chunk[at + i] !== marker[from + i]) return -1
    return end
  }

  function isComplete(listener: number, chunk: Buffer, length: number): boolean {
    const before = begun[listener] ?? 0
    begun[listener] = 0
    if (before > 0) {
      const matched = matchAt(chunk, 0, length, before)
      if (matched !== -1) {
        begun[listener] = before + matched
        return before + matched === MARKER_BYTES
      }
    }
    // Searched backwards from the end, because the marker is near it, and a forward search would go on into the bytes
    // of other reads.
    if (length >= MARKER_BYTES && chunk.lastIndexOf(marker, length - MARKER_BYTES) !== -1) return true
    const last = chunk.lastIndexOf(FIRST_BYTE, length - 1)
    if (last > length - MARKER_BYTES) begun[listener] = Math.max(0, matchAt(chunk, last, length, 0))
    return false
  }

  return {
    expect(round) {
      marker = Buffer.from(markerOf(round))
      begun.fill(0)
      seen.fill(0)
    },
    read(listener, chunk, length) {
      if (length === 0 || seen[listener] === 1 || !isComplete(listener, chunk, length)) return false
      seen[listener] = 1
      return true
    },
  }
}
