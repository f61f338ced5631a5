import type { CalendarTally } from '@placard/contract'
import type { CopiedEntry } from '../programmes/service.ts'

/** An entry as it was read: nobody has given it a number yet. */
export type ReadEntry = Omit<CopiedEntry, 'number'>

/** A job for the process that reads feeds. */
export type ParseJob = {
  body: Buffer
  contentType: string | undefined
  /** Where it came from, after redirects: what a page names is told from there. */
  url: string
  /** Milliseconds since 1970. */
  now: number
}

export type ParseReply =
  | { status: 'read'; kind: 'news' | 'calendar'; title: string; entries: ReadEntry[]; tally?: CalendarTally }
  /** It is a page of the web. `feed`: the address that it names as its feed. */
  | { status: 'page'; feed: string | undefined }
  | { status: 'refused'; problem: 'not-a-feed' | 'damaged' | 'too-large' }
