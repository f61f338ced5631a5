import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type AgentHash, AgentStatement, MAX_AGENT_FILE_BYTES } from '@placard/contract'
import { keyFor } from '../../platform/secret-box.ts'

/** The file of the agent that this process has. It was built together with the server. */
export type AgentFile = { hash: AgentHash; bytes: Buffer }

/** @returns undefined if there is none, as for a server that runs from its sources and was never built */
export async function readAgentFile(path: string): Promise<AgentFile | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!bytes || bytes.length === 0 || bytes.length > MAX_AGENT_FILE_BYTES) return undefined
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}

/** The beginning of an Ed25519 key in PKCS #8, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Signer = {
  /** 32 bytes in base64url. */
  publicKey: string
  /** @returns the signature in base64url */
  sign(text: string): string
}

/**
 * The key of this installation. It follows from the installation's secret, so that all nodes have the same one, and a backup contains it
 * exactly if it contains that secret.
 */
export function createSigner(installationSecret: string): Signer {
  const seed = keyFor('agent-updates', installationSecret)
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return { publicKey: publicKeyOf(key), sign: (text) => sign(null, Buffer.from(text), key).toString('base64url') }
}

function publicKeyOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  if (x === undefined) throw new Error('An Ed25519 key has no x.')
  return x
}

export function writeStatement(release: Omit<AgentStatement, 'product'>): string {
  return JSON.stringify(AgentStatement.parse({ product: 'placard-agent', ...release }))
}
