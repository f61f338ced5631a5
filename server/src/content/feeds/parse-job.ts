import type { CalendarTally, CellValue, CheckedTableSource, Column, SourceKind } from '@placard/contract'
import type { CopiedEntry } from '../programmes/service.ts'

/** The process can parse feeds, or after LOAD_TABLES tables too. */
export const READY = 'ready'
/** Loads the code for tables, so that the time it takes does not count for the first table. */
export const LOAD_TABLES = 'load-tables'

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

/** A job for the same process: the content of an address as a table [DT2]. */
export type TableJob = ParseJob & {
  as: 'table'
  /** BCP 47: how numbers and dates are written. */
  language: string
  /** The path to a list in JSON. null: the longest list. */
  path: string | null
  /** IANA name, for times with a zone. */
  timeZone: string
  /** True: the first line has the names of the columns. undefined: found out. */
  hasNames: boolean | undefined
  /** The columns to read, by their names in the source. undefined: the columns are only described. */
  columns: readonly SoughtColumn[] | undefined
}

export type SoughtColumn = Pick<Column, 'type' | 'currency'> & { from: string }

/**
 * The result for a sought column. `turned`: none of its filled cells is a value of its type. `unread`: the number of other cells
 * that are none, and the first of them, with its row from 1.
 */
export type FoundColumn =
  | { state: 'gone' }
  | { state: 'turned'; sample: string }
  | { state: 'read'; unread: { count: number; row: number; sample: string } | undefined }

export type TableReply =
  | {
      status: 'read'
      kind: SourceKind
      /** The names of all columns of the source. Empty if a list of JSON is empty. */
      names: string[]
      /** For sought columns: each, and the rows with a value for each; undefined: a cell that is no value of its type. */
      found: FoundColumn[]
      rows: (CellValue | null | undefined)[][]
    }
  | { status: 'described'; described: Omit<CheckedTableSource, 'problem' | 'status'> }
  | { status: 'refused'; problem: TableProblem }

export type TableProblem =
  | 'damaged'
  | 'too-costly'
  | 'web-page'
  | 'sheet-private'
  | 'not-a-table'
  | 'empty'
  | 'no-list'
  | 'does-not-fit'
  /** The path to the list is none. */
  | 'path'
