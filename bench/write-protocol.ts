import type { DisplayAccess } from './contestant.ts'
import type { scheduleOf } from './schedule.ts'

/** Messages of the measuring process to the one that writes to many displays, each of which has one listener. */
export type WriteOrder =
  | { kind: 'listen'; port: number; displays: DisplayAccess[] }
  /** An open loop. It is reported when the last listener has received its change, or the wait is over. */
  | { kind: 'write'; load: WriteLoad }

/** `mayBeRefused`: refusals are counted; otherwise a refusal ends the measurement. */
export type WriteLoad = Omit<Parameters<typeof scheduleOf>[0], 'displays'> & { mayBeRefused?: boolean }

export type WriteReport = { kind: 'listening' } | { kind: 'written'; writes: Written }

/** In milliseconds since each write's scheduled time, with one value for every write. */
export type Written = {
  /** Until the display's listener had the change. A lost change counts with the end of the wait. */
  receiptMs: number[]
  /** Until the answer to the request arrived. */
  answerMs: number[]
  /** Until the request was sent, which is the writer's own delay. */
  sentMs: number[]
  /** Number of changes that were never received. */
  lost: number
  /** Number of changes that the server refused. They are not received either. */
  refused: number
}
