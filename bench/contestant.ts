import type { Child } from './children.ts'
import type { Change } from './protocol.ts'

export type ContestantName = 'plain' | 'durable' | 'placard'

/** A display: the stream to listen to, and how one change is made that everybody on that stream hears of. */
export type DisplayAccess = { streamPath: string; change: Change }

/** A server that runs, and its displays. */
export type Running = { child: Child; port: number; displays: DisplayAccess[] }

/** A server of many displays. */
export type Contestant = {
  name: ContestantName
  title: string
  /** The place of a change when it is acknowledged. */
  keeps: string
  /**
   * @param eventBytes how long the event should be that a listener gets
   * @param displays how many there should be
   */
  start(port: number, eventBytes: number, displays: number): Promise<Running>
}
