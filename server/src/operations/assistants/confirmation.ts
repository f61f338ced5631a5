import { createHmac, timingSafeEqual } from 'node:crypto'

/** Enough time to ask a person. */
export const CONFIRMED_WITHIN_MS = 5 * 60_000

/**
 * A code for exactly these words, which only the answer to a first call contains. It is keyed by the token's secret, so every node of
 * an installation knows it without storing anything, and a code of another token is worth nothing.
 */
export function confirmationOf(secret: string, asked: unknown, now: number): string {
  return codeOf(secret, asked, now + CONFIRMED_WITHIN_MS)
}

export function isConfirmed(secret: string, asked: unknown, code: string, now: number): boolean {
  const endsAt = Number.parseInt(code.split('.')[0] ?? '', 36)
  if (!(endsAt > now && endsAt <= now + CONFIRMED_WITHIN_MS)) return false
  const [right, given] = [Buffer.from(codeOf(secret, asked, endsAt)), Buffer.from(code)]
  return right.length === given.length && timingSafeEqual(right, given)
}

function codeOf(secret: string, asked: unknown, endsAt: number): string {
  const what = JSON.stringify(['take-over', endsAt, asked])
  return `${endsAt.toString(36)}.${createHmac('sha256', secret).update(what).digest('base64url').slice(0, 22)}`
}
