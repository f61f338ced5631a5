import { createHash, randomBytes } from 'node:crypto'

/** The row of `setting` that has the installation's own secret, made at its first start. */
export const SECRET_SETTING = 'accounts.secret'

/** 256 random bits, in characters that fit into a cookie and behind the # of an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The digest of a secret that the database keeps, in hex. There is nothing to guess in 256 random bits: neither salt nor
 * slowness. And how long the search for a digest takes tells nothing of the secret.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
