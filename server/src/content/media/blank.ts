import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Box } from './boxes.ts'

// Phones write into a film where and with which device it was recorded. Those boxes are turned into free space in place, so that
// no other byte moves: the index refers to samples by their byte positions.

const BUFFER_BYTES = 1024 * 1024
/** The box type for free space (ISO/IEC 14496-12, 8.1.2). */
const FREE = Buffer.from('free')

/** @returns SHA-256 in hex: of the film as it is, and as it will be after these boxes are blanked */
export async function hashFilm(
  file: Pick<FileHandle, 'read'>,
  sizeBytes: number,
  tags: readonly Box[],
): Promise<{ sentSha256: string; sha256: string }> {
  const sent = createHash('sha256')
  const kept = tags.length === 0 ? undefined : createHash('sha256')
  const buffer = Buffer.alloc(Math.min(BUFFER_BYTES, sizeBytes))
  for (let at = 0; at < sizeBytes; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.byteLength, sizeBytes - at), at)
    if (bytesRead === 0) throw new Error('the film became shorter while it was read')
    const bytes = buffer.subarray(0, bytesRead)
    sent.update(bytes)
    if (kept) {
      for (const tag of tags) overlay(bytes, at, tag)
      kept.update(bytes)
    }
    at += bytesRead
  }
  const sentSha256 = sent.digest('hex')
  return { sentSha256, sha256: kept?.digest('hex') ?? sentSha256 }
}

/** Blanks the part of a box that lies within some bytes of the file. @param at position of the bytes in the file */
function overlay(bytes: Buffer, at: number, { start, body, end }: Box): void {
  for (let letter = 0; letter < 4; letter += 1) {
    const place = start + 4 + letter - at
    if (place >= 0 && place < bytes.byteLength) bytes[place] = FREE[letter] ?? 0
  }
  const [from, to] = [Math.max(body - at, 0), Math.min(end - at, bytes.byteLength)]
  if (from < to) bytes.fill(0, from, to)
}

/** Turns these boxes into free space. Durable once the file is synced. */
export async function blank(file: Pick<FileHandle, 'write'>, tags: readonly Box[]): Promise<void> {
  const zeros = Buffer.alloc(tags.length === 0 ? 0 : BUFFER_BYTES)
  for (const { start, body, end } of tags) {
    await writeAll(file, FREE, start + 4)
    for (let at = body; at < end; at += zeros.byteLength) {
      await writeAll(file, zeros.subarray(0, Math.min(zeros.byteLength, end - at)), at)
    }
  }
}

async function writeAll(file: Pick<FileHandle, 'write'>, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, position + done)
    done += bytesWritten
  }
}
