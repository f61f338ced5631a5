import { createHash, randomBytes } from 'node:crypto'
import type { InvitationToken } from '@placard/contract'

/** 256 random bits that fit behind the # of an address. */
export function newToken(): InvitationToken {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of it, in hex. There is nothing to guess in 256 random bits, so neither salt nor slowness. */
export function digestOf(token: InvitationToken): string {
  return createHash('sha256').update(token).digest('hex')
}
