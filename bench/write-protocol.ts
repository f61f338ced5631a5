import type { DisplayAccess } from './contestant.ts'
import type { scheduleOf } from './schedule.ts'

/** Messages of the process that measures to the one that writes to many displays, each of which has one listener. */
export type WriteOrder =
  | { kind: 'listen'; port: number; displays: DisplayAccess[] }
  /** An open loop; reported when the last listener has heard, or nobody waits for it any more. */
  | { kind: 'write'; load: WriteLoad }

/** `mayBeRefused`: then a refusal is counted; otherwise it ends the measurement. */
export type WriteLoad = Omit<Parameters<typeof scheduleOf>[0], 'displays'> & { mayBeRefused?: boolean }

export type WriteReport = { kind: 'listening' } | { kind: 'written'; writes: Written }

/** In milliseconds since each write's scheduled instant, one of each for every write. */
export type Written = {
  /** Until the display's listener had it. One that never heard counts as if it had heard at the end of the wait. */
  receiptMs: number[]
  /** Until the answer to the request was there. */
  answerMs: number[]
  /** Until the request was sent: what the writer itself was late. */
  sentMs: number[]
  /** How many were never heard of. */
  lost: number
  /** How many the server refused; they are not heard of either. */
  refused: number
}
