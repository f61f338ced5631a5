import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import type { AgentStatement, AgentWord } from '@placard/contract'

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A server's key, and the offers that it signs. @param seed 32 bytes; other servers have others */
export function createOffers(seed = randomBytes(32)) {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const key = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? ''
  return {
    key,
    /** @param change fields of the statement that differ from those of the file */
    of(bytes: Buffer, change: Partial<AgentStatement> = {}, attempt = 0): NonNullable<AgentWord['update']> {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const about = { product: 'placard-agent', serial: 1, version: '1.0.0', hash, sizeBytes: bytes.length, ...change }
      const statement = JSON.stringify(about)
      const signature = sign(null, Buffer.from(statement), privateKey).toString('base64url')
      return { key, offer: { statement, signature, attempt } }
    },
  }
}
