import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits that fit into a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What the database keeps of a secret, in hex. Not salted and not slow: there is nothing to guess in 256 random bits.
 */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The cookie by which a browser is known again: a random id, signed so that nobody else makes one. */
export type DeviceSeal = {
  seal(id: string): string
  /** The id, or undefined when the value is not one of ours. */
  open(value: string | undefined): string | undefined
}

/**
 * @param installationSecret base64url; the key is derived from it, so that one secret never signs for two purposes
 */
export function createDeviceSeal(installationSecret: string): DeviceSeal {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(installationSecret, 'base64url'), '', 'device cookie', 32))
  const signatureOf = (id: string) => createHmac('sha256', key).update(id).digest()
  return {
    seal: (id) => `${id}.${signatureOf(id).toString('base64url')}`,
    open(value) {
      const [, id, signature] = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/.exec(value ?? '') ?? []
      if (id === undefined || signature === undefined) return undefined
      return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(id)) ? id : undefined
    },
  }
}
