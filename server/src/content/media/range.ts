import type { ByteRange } from '../../platform/files/file-store.ts'

/**
 * The one range that a `Range` header asks for (RFC 9110, 14.1.2). Several at once are allowed to be ignored, and are: they
 * only ever serve to make a server work.
 *
 * @returns undefined: send the whole file; 'unsatisfiable': it lies outside
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header)
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const suffix = Number(last)
    return suffix === 0 || sizeBytes === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, sizeBytes - suffix), end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}
