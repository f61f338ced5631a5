import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** A reason why a version was left, in the words of the contract. */
export type Problem = 'exited' | 'not-well' | 'no-answer' | 'damaged'

/** The versions that the launcher and the agent keep. Files are named by their SHA-256, in hex. */
export type Kept = {
  /** The update that runs. null: the file of the package. */
  current: string | null
  /** The previous update. null: the file of the package. */
  before: string | null
  /** An update that was installed and has not settled yet. */
  next: { hash: string; starts: number; attempt: number } | null
  /** The number of starts of `current` that ended soon. */
  starts: number
  /** The file of the package when an update was installed last. A newer package is preferred to an update. */
  packaged: string | null
  /** Versions that were left, newest last. `isTold`: the server knows. */
  failed: { hash: string; problem: Problem; attempt: number; isTold: boolean }[]
  /** A version that once got no answer from the server. It gets a second try, because the server may have been down. */
  silent: string | null
  /** The highest serial that the server has signed. */
  serial: number
  /** The server's key, and the digest of the secret of the pairing in which it was learned. */
  pin: { digest: string; key: string } | null
  /** Instants of the attempts of a day, by the machine's clock. */
  attempts: number[]
}

const NOTHING: Kept = {
  current: null,
  before: null,
  next: null,
  starts: 0,
  packaged: null,
  failed: [],
  silent: null,
  serial: 0,
  pin: null,
  attempts: [],
}
const STATE = 'state.json'
const KEPT_FAILURES = 20
const OF_UPDATE = /^agent-[0-9a-f]{64}\.mjs$/

export const fileOf = (folder: string, hash: string): string => join(folder, `agent-${hash}.mjs`)

/** SHA-256 of a file, in hex. undefined: it cannot be read. */
export function hashOf(path: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return undefined
  }
}

/** A file that is absent or damaged counts as empty: the file of the package then runs. */
export function readKept(folder: string): Kept {
  try {
    const read = JSON.parse(readFileSync(join(folder, STATE), 'utf8'))
    return Array.isArray(read.failed) && Array.isArray(read.attempts) ? { ...NOTHING, ...read } : NOTHING
  } catch {
    return NOTHING
  }
}

/** @throws Error if it cannot be stored; what was stored before stays */
export function writeKept(folder: string, kept: Kept): void {
  writeWhole(folder, STATE, Buffer.from(JSON.stringify({ ...kept, failed: kept.failed.slice(-KEPT_FAILURES) })))
}

/** After a power cut the file has its former content or the new one, and never a part. @throws Error if it cannot be stored */
export function writeWhole(folder: string, name: string, bytes: Buffer, mode = 0o600): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const fresh = `${path}.new`
  const file = openSync(fresh, 'w', mode)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
  const whole = openSync(folder, 'r')
  try {
    fsyncSync(whole)
  } finally {
    closeSync(whole)
  }
}

/** Removes the files of updates that nobody needs any more. */
export function removeOthers(folder: string, { current, before, next }: Kept): void {
  const needed = [current, before, next?.hash].flatMap((hash) => (hash ? [`agent-${hash}.mjs`] : []))
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // There is no folder yet.
  }
  for (const name of names) {
    if ((!OF_UPDATE.test(name) || needed.includes(name)) && !name.endsWith('.new')) continue
    try {
      unlinkSync(join(folder, name))
    } catch {
      // It is removed with the next update.
    }
  }
}
