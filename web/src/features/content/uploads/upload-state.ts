import { UPLOAD_OPERATION_RETRY_MS, UPLOAD_RETRY_MS } from '@placard/contract'
import type { ApiErrorCode } from '../../../platform/api/api-error.ts'
import type { FileProblem } from './file-check.ts'
import type { Loss } from './prepare-file.ts'

/** The reason an upload stopped: the connection, the server, or the file. */
export type UploadProblem = ApiErrorCode | FileProblem

/**
 * The state of an upload (C8), as a value. `stepUpload` computes the next state for each event. Nothing in this file uses a clock, the
 * network or random numbers. Times are milliseconds of one monotonic clock; shares go from 0 to 1.
 */
export type UploadState =
  | Running
  /** Running, but waiting for a retry, which happens automatically. */
  | (Going & { status: 'waiting'; problem: ApiErrorCode; retryAt: number })
  | { status: 'paused'; share: number }
  /** An earlier page had the file. The upload continues when it is chosen again. `isOther`: a different file was chosen. */
  | { status: 'missing'; share: number; name: string; isOther: boolean }
  /** `note`: something the user should know about the added item. */
  | { status: 'success'; note: UploadNote | undefined }
  | { status: 'canceled' }
  | { status: 'error'; problem: UploadProblem; share: number }

export type Running = Going & {
  status: 'running'
  stage: 'queued' | 'preparing' | 'sending' | 'saving'
  /** For a film that is being converted: the converted share, and the estimated milliseconds left, if known. */
  converted?: { share: number; leftMs: number | undefined }
}

/** A loss during preparation, or `known` if the bytes were already stored. */
export type UploadNote = Loss | 'known'

type Going = {
  /** Share of the bytes that has been sent or has arrived. */
  share: number
  /** Consecutive failed tries. */
  failures: number
  /** C7: the time at which a request that keeps failing is given up. */
  operationUntil: number
  /** C7: the time at which the whole upload is given up. */
  uploadUntil: number
}

export type UploadEvent =
  /** `forMs`: the whole upload is tried for this long instead of UPLOAD_RETRY_MS. */
  | { type: 'entered'; stage: Running['stage']; forMs?: number }
  | { type: 'converted'; share: number; leftMs: number | undefined }
  /** This share has been sent. */
  | { type: 'sent'; share: number }
  /** This share has arrived, according to the server. */
  | { type: 'arrived'; share: number }
  /** `told`: a user is watching and is told at once, as long as nothing has arrived yet (X3). */
  | { type: 'failed'; problem: UploadProblem; told: boolean }
  /** The file with this name cannot be read any more. */
  | { type: 'lost'; name: string }
  /** The user chose a file to continue with: the right one, or another. */
  | { type: 'chosen'; isOther: boolean }
  | { type: 'done'; note?: UploadNote | undefined }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'cancel' }
  | { type: 'retry' }
  /** Time has passed. */
  | { type: 'tick' }
  /** The browser is online again, or the user signed in again. */
  | { type: 'returned' }

const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 15_000

/** Errors that may not occur the next time. */
const PASSING: ReadonlySet<string> = new Set<ApiErrorCode>([
  'network-request-failed',
  'no-answer',
  'request-timeout',
  'too-many-requests',
  'too-many-uploads',
  'unavailable',
  'internal',
  'offset-mismatch',
  'upload-locked',
])
/** Errors that end when the network or the session returns. */
const RIGHTED: ReadonlySet<string> = new Set<ApiErrorCode>(['network-request-failed', 'no-answer', 'not-signed-in'])

export function running(now: number, share = 0): Running {
  return {
    status: 'running',
    stage: 'queued',
    share,
    failures: 0,
    operationUntil: now + UPLOAD_OPERATION_RETRY_MS,
    uploadUntil: now + UPLOAD_RETRY_MS,
  }
}

/**
 * @param now milliseconds, monotonic
 * @param jitter 0 to 1, at random
 */
export function stepUpload(state: UploadState, event: UploadEvent, now: number, jitter: number): UploadState {
  switch (event.type) {
    case 'entered':
      if (state.status !== 'running') return state
      return { ...state, stage: event.stage, ...(event.forMs ? { uploadUntil: now + event.forMs } : {}) }
    case 'converted':
      if (state.status !== 'running') return state
      return { ...state, converted: { share: event.share, leftMs: event.leftMs } }
    case 'sent':
      return state.status === 'running' ? { ...state, share: event.share } : state
    case 'arrived':
      if (state.status !== 'running') return state
      return { ...state, share: event.share, failures: 0, operationUntil: now + UPLOAD_OPERATION_RETRY_MS }
    case 'failed':
      return state.status === 'running' ? failed(state, event, now, jitter) : state
    case 'lost':
      if (state.status !== 'running') return state
      return { status: 'missing', share: state.share, name: event.name, isOther: false }
    case 'chosen':
      if (state.status !== 'missing') return state
      return event.isOther ? { ...state, isOther: true } : running(now, state.share)
    case 'done':
      return state.status === 'running' ? { status: 'success', note: event.note } : state
    case 'pause':
      return state.status === 'running' || state.status === 'waiting' ? { status: 'paused', share: state.share } : state
    case 'resume':
      return state.status === 'paused' ? running(now, state.share) : state
    case 'cancel':
      return state.status === 'success' ? state : { status: 'canceled' }
    case 'retry':
      if (state.status === 'canceled') return running(now)
      return state.status === 'error' || state.status === 'waiting' ? running(now, state.share) : state
    case 'tick':
      return state.status === 'waiting' && now >= state.retryAt ? again(state) : state
    case 'returned':
      if (state.status === 'waiting') return again(state)
      return state.status === 'error' && RIGHTED.has(state.problem) ? running(now, state.share) : state
  }
}

function again({ share, failures, operationUntil, uploadUntil }: Going): Running {
  return { status: 'running', stage: 'queued', share, failures, operationUntil, uploadUntil }
}

function failed(
  state: Running,
  { problem, told }: { problem: UploadProblem; told: boolean },
  now: number,
  jitter: number,
): UploadState {
  const error: UploadState = { status: 'error', problem, share: state.share }
  if (!isPassing(problem) || told) return error
  if (now >= state.operationUntil || now >= state.uploadUntil) return error
  const { share, failures, operationUntil, uploadUntil } = state
  // Half of the delay is random: the pages of a server that restarts must not all return at once.
  const delay = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** failures) * (0.5 + jitter / 2)
  const retryAt = Math.min(now + delay, operationUntil, uploadUntil)
  return { status: 'waiting', problem, share, failures: failures + 1, operationUntil, uploadUntil, retryAt }
}

/** True if the problem may pass without any action. */
export function isPassing(problem: UploadProblem): problem is ApiErrorCode {
  return PASSING.has(problem)
}

/** True if nothing more happens without an action of the user. */
export function isOver(state: UploadState): boolean {
  return state.status === 'success' || state.status === 'canceled' || state.status === 'error'
}
