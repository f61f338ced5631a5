import type { Child } from './children.ts'
import type { Change } from './protocol.ts'

export type ContestantName = 'plain' | 'durable' | 'placard'

/** A display: the stream to listen to, and the request for one change that every listener of the stream receives. */
export type DisplayAccess = { streamPath: string; change: Change }

/** A running server and its displays. */
export type Running = AsyncDisposable & { child: Child; port: number; displays: DisplayAccess[] }

/** A server of many displays. */
export type Contestant = {
  name: ContestantName
  title: string
  /** The place where a change is stored when it is acknowledged. */
  keeps: string
  /**
   * @param eventBytes the length of the event that a listener receives
   * @param displays number of displays
   */
  start(port: number, eventBytes: number, displays: number): Promise<Running>
}
