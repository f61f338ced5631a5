import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PASSKEY_WAIT_MS } from '@placard/contract'
import { keyFor } from '../../../platform/secret-box.ts'

/** The use of a challenge. A challenge for one use is refused for the others. */
export type ChallengeUse = 'sign-in' | 'second-step' | 'creation' | 'proof'

/**
 * Challenges that the server recognises by their signature, so it stores none before it is answered: strangers who request
 * challenges create no rows.
 */
export type Challenges = {
  /** @param owner the session or the pending sign-in that it is for. Empty for a sign-in, which has neither */
  create(use: ChallengeUse, owner: string): string
  /** @returns the instant at which it expires; undefined if it has, or was not created here for this use and owner */
  expiryOf(challenge: string, use: ChallengeUse, owner: string): number | undefined
}

const NONCE_BYTES = 16
const INSTANT_BYTES = 6
const SIGNATURE_BYTES = 32
const BYTES = NONCE_BYTES + INSTANT_BYTES + SIGNATURE_BYTES

/** @param secret of the installation */
export function createChallenges(secret: string, now: () => number): Challenges {
  const key = keyFor('passkey challenge', secret)

  const signatureOf = (head: Buffer, use: ChallengeUse, owner: string) =>
    createHmac('sha256', key)
      .update(head)
      .update(JSON.stringify([use, owner]))
      .digest()

  return {
    create(use, owner) {
      const head = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(INSTANT_BYTES)])
      head.writeUIntBE(now() + PASSKEY_WAIT_MS, NONCE_BYTES, INSTANT_BYTES)
      return Buffer.concat([head, signatureOf(head, use, owner)]).toString('base64url')
    },
    expiryOf(challenge, use, owner) {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== BYTES || bytes.toString('base64url') !== challenge) return undefined
      const head = bytes.subarray(0, NONCE_BYTES + INSTANT_BYTES)
      if (!timingSafeEqual(bytes.subarray(head.length), signatureOf(head, use, owner))) return undefined
      const expiresAt = head.readUIntBE(NONCE_BYTES, INSTANT_BYTES)
      return expiresAt > now() ? expiresAt : undefined
    },
  }
}
