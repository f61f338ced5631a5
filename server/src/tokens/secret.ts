import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { TokenSecret } from '@placard/contract'

const MARK = 'plc_'
const CHECK_CHARACTERS = 8

export function newSecret(): TokenSecret {
  const random = randomBytes(32).toString('base64url')
  return TokenSecret.parse(MARK + random + checkOf(random))
}

/** Whether it was made here as far as its form tells: what was mistyped or made up costs no look at the database. */
export function isSecret(text: string): boolean {
  if (!TokenSecret.safeParse(text).success) return false
  return text.endsWith(checkOf(text.slice(MARK.length, -CHECK_CHARACTERS)))
}

/**
 * What the database keeps of a secret, in hex. There is nothing to guess in 256 random bits: neither salt nor slowness. And
 * how long the search for a digest takes tells nothing of the secret.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function checkOf(random: string): string {
  return crc32(random).toString(16).padStart(CHECK_CHARACTERS, '0')
}
