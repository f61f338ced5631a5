import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordCost } from '../../platform/config.ts'
import { createQueue } from '../../platform/queue.ts'

const derive = promisify(argon2)

const SALT_BYTES = 16
const TAG_BYTES = 32

/**
 * Hashes passwords, as PHC strings that contain their parameters. Every method normalises the password to NFC and queues. With
 * two running and sixteen waiting, it throws AppError unavailable instead.
 */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** Deterministic for a password and a salt of 16 bytes, in hex: for lookups, while `hash` is for verification. */
  digest(password: string, salt: Buffer): Promise<string>
  /** True for a hash with parameters other than the current ones. */
  isOutdated(hash: string): boolean
}

/** @param cost of new hashes; a hash to verify contains its own cost */
export function createPasswordHasher(cost: PasswordCost): PasswordHasher {
  const inTurn = createQueue('password-hashes')
  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(SALT_BYTES)
        return format(cost, salt, await tagOf(password, salt, cost, TAG_BYTES))
      }),
    digest: (password, salt) => inTurn(async () => (await tagOf(password, salt, cost, TAG_BYTES)).toString('hex')),
    async verify(hash, password) {
      const known = parse(hash)
      if (!known) return false
      const tag = await inTurn(() => tagOf(password, known.salt, known.cost, known.tag.length))
      return timingSafeEqual(tag, known.tag)
    },
    isOutdated(hash) {
      const known = parse(hash)
      if (!known) return true
      const { salt, tag } = known
      const isOfThisCost = format(known.cost, salt, tag) === format(cost, salt, tag)
      return !isOfThisCost || salt.length !== SALT_BYTES || tag.length !== TAG_BYTES
    },
  }
}

function tagOf(password: string, salt: Buffer, cost: PasswordCost, tagLength: number): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength, ...cost })
}

// https://github.com/P-H-C/phc-string-format
const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

function format(cost: PasswordCost, salt: Buffer, tag: Buffer): string {
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function parse(hash: string): { cost: PasswordCost; salt: Buffer; tag: Buffer } | undefined {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? []
  if (salt === undefined || tag === undefined) return undefined
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
