import { UPLOAD_OPERATION_RETRY_MS, UPLOAD_RETRY_MS } from '@placard/contract'
import type { ApiErrorCode } from '../../../platform/api/api-error.ts'
import type { FileProblem } from './file-check.ts'
import type { Loss } from './prepare-file.ts'

/** Why an upload stopped: the way to the server, the server itself, or the file. */
export type UploadProblem = ApiErrorCode | FileProblem

/**
 * An upload (C8), as a value: `stepUpload` says what follows from what happened, and nothing in here knows a clock, a network or
 * chance. Times are milliseconds of one monotonic clock; shares go from 0 to 1.
 */
export type UploadState =
  | Running
  /** Running, but for a while there is nothing to do but wait: it goes on by itself. */
  | (Going & { status: 'waiting'; problem: ApiErrorCode; retryAt: number })
  | { status: 'paused'; share: number }
  /** An earlier page had its file. It goes on when somebody chooses that one again; `isOther`: it was another one. */
  | { status: 'missing'; share: number; name: string; isOther: boolean }
  /** `note`: what the person should know of what was added. */
  | { status: 'success'; note: UploadNote | undefined }
  | { status: 'canceled' }
  | { status: 'error'; problem: UploadProblem; share: number }

export type Running = Going & {
  status: 'running'
  stage: 'queued' | 'preparing' | 'sending' | 'saving'
  /** A film that is being converted: the share that is done, and the milliseconds that are left, where that is known. */
  converted?: { share: number; leftMs: number | undefined }
}

/** A loss in the making of a file, or that its bytes were there already. */
export type UploadNote = Loss | 'known'

type Going = {
  /** Of the bytes, on their way or arrived. */
  share: number
  /** Tries in a row that failed. */
  failures: number
  /** C7: when a request that goes on failing is given up. */
  operationUntil: number
  /** C7: when the whole is given up. */
  uploadUntil: number
}

export type UploadEvent =
  /** `forMs`: the whole is tried for so long, where that is not UPLOAD_RETRY_MS. */
  | { type: 'entered'; stage: Running['stage']; forMs?: number }
  | { type: 'converted'; share: number; leftMs: number | undefined }
  /** So much is on its way. */
  | { type: 'sent'; share: number }
  /** So much is there: the server said so. */
  | { type: 'arrived'; share: number }
  /** `told`: somebody sits in front of it and is told at once, as long as nothing has arrived yet (X3). */
  | { type: 'failed'; problem: UploadProblem; told: boolean }
  /** Its file, of this name, cannot be read any more. */
  | { type: 'lost'; name: string }
  /** Somebody chose a file to go on with: the right one, or not. */
  | { type: 'chosen'; isOther: boolean }
  | { type: 'done'; note?: UploadNote | undefined }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'cancel' }
  | { type: 'retry' }
  /** Time went by. */
  | { type: 'tick' }
  /** The browser has a network again, or somebody signed in again. */
  | { type: 'returned' }

const RETRY_FIRST_MS = 1_000
const RETRY_MOST_MS = 15_000

/** Errors that may be over the next time. */
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
/** Errors that the return of a network, or of a session, puts right. */
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
  // Half of it at random: many pages behind one server that restarts must not return at once.
  const delay = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** failures) * (0.5 + jitter / 2)
  const retryAt = Math.min(now + delay, operationUntil, uploadUntil)
  return { status: 'waiting', problem, share, failures: failures + 1, operationUntil, uploadUntil, retryAt }
}

/** It may be otherwise in a moment, and nobody needs to do anything. */
export function isPassing(problem: UploadProblem): problem is ApiErrorCode {
  return PASSING.has(problem)
}

/** Nothing will happen any more unless somebody asks for it. */
export function isOver(state: UploadState): boolean {
  return state.status === 'success' || state.status === 'canceled' || state.status === 'error'
}
