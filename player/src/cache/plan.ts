import type { MediaFile } from './media-file.ts'

/** Stored files are read and verified this often, in case the disk has changed them ([F15]). */
export const CHECK_EVERY_MS = 7 * 24 * 60 * 60_000
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 5 * 60_000
/** The file itself is wrong or missing, so an early retry would not help. */
const REFUSED_RETRY_MS = 10 * 60_000

/** The reason that a file is not stored. */
export type Failure =
  /** No answer, a broken answer, or an answer that is not from the server. */
  | 'unreachable'
  /** The server has no such file, or sends different content. */
  | 'refused'
  /** The device has no space for it. */
  | 'full'

export type FileState =
  /** The file may be stored already, whole or not. */
  | { status: 'unchecked' }
  | { status: 'busy' }
  /** Stored, with the right length and hash at that time. */
  | { status: 'stored'; checkedAt: number }
  | { status: 'failed'; failure: Failure; failures: number; retryAt: number }

/** By url and hash. All times are milliseconds of the same monotonic clock. */
export type Plan = ReadonlyMap<string, FileState>

export type Outcome = 'stored' | Failure

const keyOf = (file: MediaFile) => `${file.url} ${file.sha256}`
const UNCHECKED: FileState = { status: 'unchecked' }

export function stateOf(plan: Plan, file: MediaFile): FileState {
  return plan.get(keyOf(file)) ?? UNCHECKED
}

/** Keeps the known state of a manifest's files, and forgets all others. */
export function follow(plan: Plan, files: MediaFile[]): Plan {
  return new Map(files.map((file) => [keyOf(file), stateOf(plan, file)]))
}

export function begun(plan: Plan, file: MediaFile): Plan {
  return new Map(plan).set(keyOf(file), { status: 'busy' })
}

/** The file may be missing or damaged, so it is checked again. Has no effect unless the file counts as stored. */
export function doubted(plan: Plan, file: MediaFile): Plan {
  return stateOf(plan, file).status === 'stored' ? new Map(plan).set(keyOf(file), UNCHECKED) : plan
}

/** @param jitter 0 to 1, so that many screens do not return to a server at once */
export function ended(
  plan: Plan,
  file: MediaFile,
  outcome: Outcome,
  failuresBefore: number,
  now: number,
  jitter: number,
): Plan {
  // The manifest may have changed meanwhile.
  if (!plan.has(keyOf(file))) return plan
  if (outcome === 'stored') return new Map(plan).set(keyOf(file), { status: 'stored', checkedAt: now })
  const failures = failuresBefore + 1
  const longest = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20), LONGEST_RETRY_MS)
  const waitMs = outcome === 'unreachable' ? longest * (0.5 + jitter / 2) : REFUSED_RETRY_MS
  return new Map(plan).set(keyOf(file), { status: 'failed', failure: outcome, failures, retryAt: now + waitMs })
}

/** There is space, or a network, again: files that failed for lack of it are due at once. */
export function retried(plan: Plan, failure: Failure, now: number): Plan {
  return new Map(
    Array.from(plan, ([key, state]) => [
      key,
      state.status === 'failed' && state.failure === failure ? { ...state, retryAt: now } : state,
    ]),
  )
}

/** The first of the files, in their order, that is due now. */
export function nextDue(plan: Plan, files: MediaFile[], now: number): MediaFile | undefined {
  return files.find((file) => now >= dueAt(stateOf(plan, file)))
}

/** The time at which the next file is due; Infinity when none will be. */
export function nextDueAt(plan: Plan, files: MediaFile[]): number {
  return files.reduce((soonest, file) => Math.min(soonest, dueAt(stateOf(plan, file))), Number.POSITIVE_INFINITY)
}

export function isWhole(plan: Plan, files: MediaFile[]): boolean {
  return files.every((file) => stateOf(plan, file).status === 'stored')
}

/** True when a file is missing and retries will not help. */
export function isShort(plan: Plan, files: MediaFile[]): boolean {
  return files.some((file) => isBeyondReach(stateOf(plan, file)))
}

/**
 * [OF3] True if a screen that starts with nothing else may use this manifest: each file is stored or cannot be stored,
 * and at least one is stored.
 */
export function isGood(plan: Plan, files: MediaFile[]): boolean {
  if (files.length === 0) return true
  const states = files.map((file) => stateOf(plan, file))
  return (
    states.every((state) => state.status === 'stored' || isBeyondReach(state)) &&
    states.some((state) => state.status === 'stored')
  )
}

function isBeyondReach(state: FileState): boolean {
  return state.status === 'failed' && state.failure !== 'unreachable'
}

function dueAt(state: FileState): number {
  switch (state.status) {
    case 'unchecked':
      return Number.NEGATIVE_INFINITY
    case 'busy':
      return Number.POSITIVE_INFINITY
    case 'stored':
      return state.checkedAt + CHECK_EVERY_MS
    case 'failed':
      return state.retryAt
  }
}
