import { MAX_QUOTA_BYTES } from '@placard/contract'

const GB = 2 ** 30

/**
 * Parses a quota typed in GB, with a point or a comma.
 *
 * @returns bytes; null for an empty field, which means the default; NaN for an invalid quota
 */
export function readQuota(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d+(\.\d+)?$/.test(text)) return Number.NaN
  const bytes = Math.round(Number(text) * GB)
  return bytes <= MAX_QUOTA_BYTES ? bytes : Number.NaN
}

/** The reverse, for editing: `readQuota` of the result gives the same bytes. */
export function writeQuota(bytes: number | null): string {
  if (bytes === null) return ''
  const short = (bytes / GB).toFixed(2).replace(/\.?0+$/, '')
  if (readQuota(short) === bytes) return short
  return (bytes / GB).toFixed(12).replace(/\.?0+$/, '')
}
