import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { PasskeyAnswer, PasskeyCreation, PasskeyMade, PasskeyRequest } from '@placard/contract'

/** An authenticator with the browser in front of it: it signs with real keys what a WebAuthn authenticator signs. */
export type Authenticator = {
  create(wanted: PasskeyCreation, how?: How): PasskeyMade
  answer(request: Pick<PasskeyRequest, 'challenge' | 'rpId'>, how?: How): PasskeyAnswer
  credentialId: string
}

/** Left out: what an honest browser and authenticator do. */
export type How = {
  origin?: string
  rpId?: string
  /** False: the user pressed the button only. */
  verified?: boolean
  counter?: number
  userHandle?: string | null
  crossOrigin?: boolean
  /** The `fmt` of the attestation object, and its statement. */
  attestation?: { format: string; statement: Map<string, unknown> }
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

/** @param origin of the pages that it is used on. @param options.counts false: it does not count its answers */
export function createAuthenticator(origin: string, { counts = true }: { counts?: boolean } = {}): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle: string | null = null

  const clientData = (type: string, challenge: string, how: How) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: how.origin ?? origin, crossOrigin: how.crossOrigin ?? false }),
    )

  function authenticatorData(rpId: string, how: How, credential?: Buffer): Buffer {
    const { verified = true } = how
    const head = Buffer.alloc(5)
    head[0] = PRESENT | (verified ? VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0)
    if (counts) counter += 1
    head.writeUInt32BE(how.counter ?? counter, 1)
    return Buffer.concat([sha256(how.rpId ?? rpId), head, credential ?? Buffer.alloc(0)])
  }

  return {
    credentialId: base64url(id),
    create(wanted, how = {}) {
      userHandle = wanted.userHandle
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cosePublicKey(publicKey)])
      const { format, statement } = how.attestation ?? { format: 'none', statement: new Map() }
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', authenticatorData(wanted.rpId, how, credential)],
        ]),
      )
      return {
        id: base64url(id),
        clientData: base64url(clientData('webauthn.create', wanted.challenge, how)),
        attestation: base64url(attestation),
        transports: ['internal'],
      }
    },
    answer(request, how = {}) {
      const client = clientData('webauthn.get', request.challenge, how)
      const data = authenticatorData(request.rpId, how)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        id: base64url(id),
        clientData: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: how.userHandle === undefined ? userHandle : how.userHandle,
      }
    },
  }
}

/** RFC 9052: an elliptic curve key for ES256. */
function cosePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** RFC 8949, for the few types that an authenticator needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, one]) => [cbor(name), cbor(one)])])
  }
  throw new Error('not a type of CBOR that an authenticator writes')
}

function head(major: number, length: number): Buffer {
  const type = major << 5
  if (length < 24) return Buffer.from([type | length])
  if (length < 256) return Buffer.from([type | 24, length])
  return Buffer.from([type | 25, length >> 8, length & 255])
}
