import type { CalendarTally } from '@placard/contract'
import type { CopiedEntry } from '../programmes/service.ts'

/** An entry as parsed, before it gets a number. */
export type ReadEntry = Omit<CopiedEntry, 'number'>

/** A job for the process that parses feeds. */
export type ParseJob = {
  body: Buffer
  contentType: string | undefined
  /** The address of the feed after redirects. Relative addresses in it are resolved against this. */
  url: string
  /** Milliseconds since 1970. */
  now: number
}

export type ParseReply =
  | { status: 'read'; kind: 'news' | 'calendar'; title: string; entries: ReadEntry[]; tally?: CalendarTally }
  /** A web page. `feed`: the feed address that the page names. */
  | { status: 'page'; feed: string | undefined }
  | { status: 'refused'; problem: 'not-a-feed' | 'damaged' | 'too-large' }
