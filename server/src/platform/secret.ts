import { createHash, randomBytes, randomInt } from 'node:crypto'
import { PAIRING_CODE_LETTERS } from '@placard/contract'

/** The key in the `setting` table of the installation's own secret, which is created at the first start. */
export const SECRET_SETTING = 'accounts.secret'

/** 256 random bits, in characters that are valid in a cookie and after the # of an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Random characters that people read from a screen and type. */
export function newTypedCode(length: number): string {
  const letter = () => PAIRING_CODE_LETTERS[randomInt(PAIRING_CODE_LETTERS.length)]
  return Array.from({ length }, letter).join('')
}

/**
 * The digest of a secret as stored in the database, in hex. A secret has 256 random bits and cannot be guessed, so it needs neither a
 * salt nor a slow hash. The time that a lookup of the digest takes reveals nothing about the secret.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
