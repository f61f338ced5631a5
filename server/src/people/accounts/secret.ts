import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Signs the cookie that identifies a browser: a random id with a signature that only this installation can make. */
export type DeviceSeal = {
  seal(id: string): string
  /** The id. Undefined if the value was not signed by this installation. */
  open(value: string | undefined): string | undefined
}

/** @param installationSecret base64url; a separate key is derived from it for each purpose */
export function createDeviceSeal(installationSecret: string): DeviceSeal {
  const key = keyFor('device cookie', installationSecret)
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

/** Derives a salt of 16 bytes for each address, which requires the installation's secret. */
export function createAddressSalt(installationSecret: string): (email: string) => Buffer {
  const key = keyFor('address salt', installationSecret)
  return (email) => createHmac('sha256', key).update(email).digest().subarray(0, 16)
}

/** Encrypts secrets that must be readable again, unlike passwords, so that they cannot be read in the database or a backup. */
export type SecretBox = {
  /** @param owner binds the text to its owner: it cannot be opened in another owner's row */
  seal(text: string, owner: string): string
  /** @throws if it was not sealed for this owner by this installation */
  open(sealed: string, owner: string): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM. @param purpose names the key, as in `createDeviceSeal` */
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

function keyFor(purpose: string, installationSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(installationSecret, 'base64url'), '', purpose, 32))
}
