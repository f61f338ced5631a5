import type { Child } from './children.ts'
import type { Change } from './protocol.ts'

export type ContestantName = 'plain' | 'durable' | 'placard'

/** A server that runs, the stream to listen to, and how one change is made that everybody on that stream hears of. */
export type Running = { child: Child; port: number; streamPath: string; change: Change }

/** Something that fans one change out to many listeners. */
export type Contestant = {
  name: ContestantName
  title: string
  /** Where a change is when it is acknowledged. */
  keeps: string
  /** @param eventBytes how long the event should be that a listener gets */
  start(port: number, eventBytes: number): Promise<Running>
}
