/** How many bytes a marker has. */
export const MARKER_BYTES = 10

/**
 * The mark in a change by which its receipt is told from every other: ASCII that neither JSON nor an event stream
 * escapes. Its first byte comes once in it, so a match that breaks off can only begin anew, never in its own middle.
 *
 * @param round 0 to 99,999,999; 0 stands for "here" in the template of a change
 */
export function markerOf(round: number): string {
  return `<${String(round).padStart(MARKER_BYTES - 2, '0')}>`
}

const [FIRST_BYTE = 0] = Buffer.from(markerOf(0))

export type MarkerScanner = {
  /** From now on this round's marker is looked for, and no listener has seen it. */
  expect(round: number): void
  /**
   * Looks through what one listener just read. Allocates nothing: at thousands of receipts a round the collector would
   * otherwise be part of the measurement.
   *
   * @param chunk holds the bytes; what lies behind `length` is left over from other reads
   * @returns true when this completes the marker, once per listener and round
   */
  read(listener: number, chunk: Buffer, length: number): boolean
}

export function createMarkerScanner(listenerCount: number): MarkerScanner {
  let marker = Buffer.from(markerOf(0))
  /** How many bytes of the marker each listener's last chunk ended with. */
  const begun = new Uint8Array(listenerCount)
  const seen = new Uint8Array(listenerCount)

  /** How many of the marker's bytes from `from` on stand at `at`, or -1 when others do. */
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
    // From the end backwards: the marker is near it, and a search forwards would run on into the bytes of other reads.
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
