import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '../../platform/secret-box.ts'

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
