import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../platform/errors.ts'

// Reads the boxes of an MP4 file (ISO/IEC 14496-12) in place. Memory is never allocated by sizes or counts in the file: a buffer
// of fixed size is used.

/** A range of bytes in the file. */
export type Extent = { start: number; end: number }

/** `start` is the beginning of the whole box, `body` that of its content. */
export type Box = Extent & { type: string; body: number }

const BUFFER_BYTES = 64 * 1024
/** A usual film has about 60. */
const MOST_BOXES = 2_000

export type BoxReader = {
  sizeBytes: number
  /**
   * Lists the boxes of a range, in order.
   *
   * @throws AppError film-damaged if a box exceeds the range, or there are too many
   */
  boxes(within: Extent): AsyncGenerator<Box>
  /** Reads up to `most` bytes of a range. */
  read(from: Extent, most: number): Promise<DataView>
  /**
   * Iterates over the rows of a table.
   *
   * @param table `start` is the position of the first row
   * @param width bytes of a row
   */
  rows(table: Extent & { count: number; width: number }): Rows
}

/** The rows of a table, one after the other. */
export type Rows = {
  /** The next row, valid until the next call. Undefined at the end. */
  next(): Promise<{ view: DataView; at: number } | undefined>
}

export function createBoxReader(file: Pick<FileHandle, 'read'>, sizeBytes: number): BoxReader {
  let told = 0

  async function fill(bytes: Uint8Array, position: number): Promise<number> {
    let done = 0
    while (done < bytes.byteLength) {
      const { bytesRead } = await file.read(bytes, done, bytes.byteLength - done, position + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return done
  }

  async function read({ start, end }: Extent, most: number): Promise<DataView> {
    const bytes = new Uint8Array(Math.max(0, Math.min(most, end - start)))
    const length = await fill(bytes, start)
    return new DataView(bytes.buffer, 0, length)
  }

  return {
    sizeBytes,
    read,

    async *boxes(within) {
      for (let at = within.start; at < within.end; ) {
        told += 1
        const head = await read({ start: at, end: within.end }, 16)
        // A QuickTime list may end with a zero.
        if (head.byteLength === 4 && head.getUint32(0) === 0) return
        if (head.byteLength < 8 || told > MOST_BOXES) throw new AppError('film-damaged')
        const said = head.getUint32(0)
        const isLong = said === 1
        if (isLong && head.byteLength < 16) throw new AppError('film-damaged')
        // 0: the box extends to the end of the file. Only the last box may have this.
        const size = isLong
          ? Number(head.getBigUint64(8))
          : said === 0 && within.end === sizeBytes
            ? sizeBytes - at
            : said
        const body = at + (isLong ? 16 : 8)
        const end = at + size
        if (end < body || end > within.end) throw new AppError('film-damaged')
        yield { type: typeOf(head), start: at, body, end }
        at = end
      }
    },

    rows({ start, end, count, width }) {
      if (!(start + count * width <= end)) throw new AppError('film-damaged')
      const perBuffer = Math.floor(BUFFER_BYTES / width)
      const bytes = new Uint8Array(Math.min(count, perBuffer) * width)
      const view = new DataView(bytes.buffer)
      let next = 0
      let held: Extent = { start: 0, end: 0 }
      return {
        async next() {
          if (next >= count) return undefined
          if (next >= held.end) {
            const rows = Math.min(perBuffer, count - next)
            const length = await fill(bytes.subarray(0, rows * width), start + next * width)
            if (length < rows * width) throw new AppError('film-damaged')
            held = { start: next, end: next + rows }
          }
          const at = (next - held.start) * width
          next += 1
          return { view, at }
        },
      }
    },
  }
}

/** The type of a box, from its header. */
export function typeOf(head: DataView, at = 4): string {
  return String.fromCharCode(head.getUint8(at), head.getUint8(at + 1), head.getUint8(at + 2), head.getUint8(at + 3))
}
