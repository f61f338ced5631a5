import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets that must be readable again, unlike passwords, so that they cannot be read in the database or a backup. */
export type SecretBox = {
  /** @param owner binds the text to its owner: it cannot be opened in another owner's row */
  seal(text: string, owner: string): string
  /** @throws if it was not sealed for this owner by this installation */
  open(sealed: string, owner: string): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM. @param purpose names the key, so that each purpose has a key of its own */
export function createSecretBox(installationSecret: string, purpose: string): SecretBox {
  const key = keyFor(purpose, installationSecret)
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      // Node would accept shorter tags, which are easier to forge.
      const options = { authTagLength: TAG_BYTES }
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, options).setAAD(Buffer.from(owner)).setAuthTag(tag)
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
    },
  }
}

/** A key for one purpose. @param installationSecret base64url */
export function keyFor(purpose: string, installationSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(installationSecret, 'base64url'), '', purpose, 32))
}
