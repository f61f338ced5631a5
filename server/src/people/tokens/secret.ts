import { crc32 } from 'node:zlib'
import { TokenSecret } from '@placard/contract'
import { newSecret } from '../../platform/secret.ts'

const MARK = 'plc_'
const CHECK_CHARACTERS = 8

export function newTokenSecret(): TokenSecret {
  const random = newSecret()
  return TokenSecret.parse(MARK + random + checkOf(random))
}

/** Checks the form and checksum of a token, so that mistyped or invented ones cause no query. */
export function isSecret(text: string): boolean {
  if (!TokenSecret.safeParse(text).success) return false
  return text.endsWith(checkOf(text.slice(MARK.length, -CHECK_CHARACTERS)))
}

function checkOf(random: string): string {
  return crc32(random).toString(16).padStart(CHECK_CHARACTERS, '0')
}
