import { createHash, createPublicKey, verify } from 'node:crypto'
import {
  type AgentOffer,
  AgentStatement,
  type AgentUpdateProblem,
  type AgentUpdateState,
  type AgentWord,
} from '@placard/contract'
import { fileOf, hashOf, type Kept, readKept, writeKept, writeWhole } from '../launcher/folder.ts'
import type { Launcher } from '../launcher/launcher.ts'

const DAY_MS = 24 * 60 * 60_000
/** More than a server needs that tells the truth. Each attempt costs a download and a restart. */
const ATTEMPTS_A_DAY = 6
/** Pause before a download that has failed is tried again. */
const AGAIN_MS = 30 * 60_000

/** @returns the file, of this size at most, or undefined if the server did not send it */
export type Download = (sizeBytes: number) => Promise<Buffer | undefined>

export type Updating = {
  launcher: Launcher
  /** The secret of the screen, which names its pairing. */
  secret(): Promise<string | undefined>
  download: Download
  /** Ends the agent. The service starts it again. */
  restart(): void
  /** The state has changed: the server should know. */
  onChange(): void
  onUndone(hash: string, problem: string): void
  say(line: string): void
  againMs?: number
}

export type Updater = {
  state(): AgentUpdateState
  take(update: AgentWord['update']): void
  /** The version on trial is well. */
  settle(): void
  isTrial(): boolean
  close(): void
}

/** [PX6] Installs the version that the server offers, if it is signed by the server of the pairing. */
export function createUpdater(options: Updating): Updater {
  const { launcher, say, againMs = AGAIN_MS } = options
  const { folder } = launcher
  let isTrial = launcher.isTrial
  let problem: { hash: string; problem: AgentUpdateProblem; attempt: number } | null = null
  let isBusy = false
  let again: NodeJS.Timeout | undefined
  let wanted: AgentWord['update']
  let isClosed = false

  for (const one of readKept(folder).failed.filter(({ isTold }) => !isTold)) {
    say(`version ${one.hash.slice(0, 12)} was left: ${one.problem}`)
    options.onUndone(one.hash, one.problem)
  }
  keep((kept) => ({ ...kept, failed: kept.failed.map((one) => ({ ...one, isTold: true })) }))

  /** @returns false if it could not be stored */
  function keep(change: (kept: Kept) => Kept): boolean {
    const before = readKept(folder)
    const after = change(before)
    if (JSON.stringify(after) === JSON.stringify(before)) return true
    try {
      writeKept(folder, after)
      return true
    } catch (error) {
      say(`cannot store the state of updates: ${(error as Error).message}`)
      return false
    }
  }

  async function follow(): Promise<void> {
    clearTimeout(again)
    const update = wanted
    const secret = await options.secret()
    if (!update || !secret || isClosed || isTrial) return
    const digest = createHash('sha256').update(secret).digest('hex')
    const { pin } = readKept(folder)
    // The first word of a pairing: its key counts until the next pairing.
    if (pin?.digest !== digest) {
      if (!keep((kept) => ({ ...kept, pin: { digest, key: update.key }, serial: 0 }))) return
      problem = null
    }
    if (!update.offer) return
    const found = await install(update.offer, update.key)
    if (found === 'installed') {
      options.restart()
      return
    }
    const isNew = JSON.stringify(found) !== JSON.stringify(problem)
    problem = found
    if (isNew && found) say(`version ${found.hash.slice(0, 12)} is not installed: ${found.problem}`)
    if (isNew) options.onChange()
    if (found && isPassing(found.problem)) {
      again = setTimeout(start, againMs)
      again.unref()
    }
  }

  /** @returns null if there is nothing to do */
  async function install(offer: AgentOffer, key: string): Promise<'installed' | typeof problem> {
    const statement = readStatement(offer.statement)
    const hash = statement?.hash ?? createHash('sha256').update(offer.statement).digest('hex')
    const refused = (why: AgentUpdateProblem) => ({ hash, problem: why, attempt: offer.attempt })
    const kept = readKept(folder)
    if (kept.pin?.key !== key) return refused('key')
    if (!statement || !isSigned(offer, key)) return refused('signature')
    if (statement.serial < kept.serial) return refused('older')
    if (hash === launcher.hash) return null
    if (kept.failed.some((one) => one.hash === hash && isLasting(one.problem) && one.attempt >= offer.attempt))
      return null

    const now = Date.now()
    // A clock that was set back must not make an attempt last longer than a day.
    const attempts = kept.attempts.map((at) => Math.min(at, now)).filter((at) => now - at < DAY_MS)
    if (attempts.length >= ATTEMPTS_A_DAY) {
      keep((before) => ({ ...before, attempts }))
      return refused('too-often')
    }
    const begun = (before: Kept) => ({ ...before, serial: statement.serial, attempts: [...attempts, now] })
    if (!keep(begun)) return refused('disk-full')
    if (hashOf(fileOf(folder, hash)) !== hash) {
      const bytes = await options.download(statement.sizeBytes).catch(() => undefined)
      if (isClosed) return null
      if (!bytes) return refused('download')
      if (bytes.length !== statement.sizeBytes) return refused('damaged')
      if (createHash('sha256').update(bytes).digest('hex') !== hash) return refused('damaged')
      try {
        writeWhole(folder, `agent-${hash}.mjs`, bytes)
      } catch {
        return refused('disk-full')
      }
    }
    const next = { hash, starts: 0, attempt: offer.attempt }
    if (!keep((before) => ({ ...before, next, packaged: launcher.packaged }))) return refused('disk-full')
    say(`version ${statement.version} (${hash.slice(0, 12)}) is installed`)
    return 'installed'
  }

  function start(): void {
    if (isBusy) return
    isBusy = true
    const taken = wanted
    void follow()
      .catch((error) => say(`an update has failed: ${error.message}`))
      .finally(() => {
        isBusy = false
        // Another word has come meanwhile.
        if (wanted !== taken && !isClosed) start()
      })
  }

  return {
    state() {
      const left = readKept(folder).failed.at(-1)
      const failed = problem ?? (left ? { hash: left.hash, problem: left.problem, attempt: left.attempt } : null)
      return { hash: launcher.hash, isSettled: !isTrial, failed }
    },
    take(update) {
      launcher.answered()
      wanted = update
      if (!update?.offer && problem && isPassing(problem.problem)) {
        problem = null
        clearTimeout(again)
      }
      start()
    },
    settle() {
      if (!isTrial) return
      launcher.settle()
      isTrial = false
      say(`version ${launcher.hash.slice(0, 12)} is well`)
      options.onChange()
    },
    isTrial: () => isTrial,
    close() {
      isClosed = true
      clearTimeout(again)
    },
  }
}

/** Problems after which the same version is not tried again by itself. */
const isLasting = (problem: string) => problem === 'exited' || problem === 'not-well' || problem === 'no-answer'
/** Problems that may be over soon. */
const isPassing = (problem: AgentUpdateProblem) =>
  problem === 'download' || problem === 'damaged' || problem === 'disk-full' || problem === 'too-often'

function readStatement(text: string): AgentStatement | undefined {
  try {
    return AgentStatement.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function isSigned({ statement, signature }: AgentOffer, key: string): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
