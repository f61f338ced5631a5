import { MAX_QUOTA_BYTES } from '@placard/contract'

const GB = 2 ** 30

/**
 * Reads a quota that somebody typed in GB, with a point or a comma.
 *
 * @returns bytes; null for nothing typed, which is the default; NaN for what is no quota
 */
export function readQuota(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d+(\.\d+)?$/.test(text)) return Number.NaN
  const bytes = Math.round(Number(text) * GB)
  return bytes <= MAX_QUOTA_BYTES ? bytes : Number.NaN
}

/** The same the other way, to be changed: `readQuota` of it gives the same bytes. */
export function writeQuota(bytes: number | null): string {
  if (bytes === null) return ''
  const short = (bytes / GB).toFixed(2).replace(/\.?0+$/, '')
  if (readQuota(short) === bytes) return short
  return (bytes / GB).toFixed(12).replace(/\.?0+$/, '')
}
