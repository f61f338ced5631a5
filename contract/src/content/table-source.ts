import { MAX_COLUMN_NAME_CHARACTERS, MAX_SOURCE_COLUMNS } from '../platform/constants.ts'
import { ColumnId, TableId } from '../platform/id.ts'
import { isWellFormedText } from '../platform/text.ts'
import { TypedUrl } from '../platform/typed-url.ts'
import { z } from '../platform/zod.ts'
import { TimeZone } from './display.ts'
import { ADDRESS_PROBLEMS } from './feed-check.ts'
import { Language } from './language.ts'
import { ColumnType, CreateColumn } from './table.ts'

/** The kinds of sources that a table can follow [DT2]. The kind is recognised by the content. */
export const SourceKind = z.enum(['csv', 'json', 'xlsx', 'calendar'])
export type SourceKind = z.infer<typeof SourceKind>

/** The intervals at which a source can be read. Minutes. */
export const SOURCE_EVERY_MINUTES = [1, 5, 15, 60, 360, 1_440] as const
/** The times without a successful read after which a source can be stale. Hours: 6 hours to 7 days. */
export const SOURCE_STALE_HOURS = [6, 12, 24, 48, 72, 168] as const

/** The reasons why a source could not be read. The rows of the table stay. */
export const SOURCE_PROBLEMS = [
  ...ADDRESS_PROBLEMS,
  'damaged',
  /** Reading it takes more time or memory than the server allows. */
  'too-costly',
  /** A web page instead of data. */
  'web-page',
  /** A Google Sheet that not everybody with the link may read. */
  'sheet-private',
  /** Not CSV, JSON, XLSX or iCalendar: for example a picture, or a feed of news. */
  'not-a-table',
  /** Nothing at all. */
  'empty',
  /** JSON without a list at the path. */
  'no-list',
  /** None of the columns that the table follows. */
  'no-columns',
  /** More rows than a table can have, or more bytes. */
  'does-not-fit',
  /** The value of the header can no longer be decrypted, because the data came from another installation. */
  'header-lost',
] as const
export const SourceProblem = z.enum(SOURCE_PROBLEMS)
export type SourceProblem = z.infer<typeof SourceProblem>

/** Headers that the server sets itself, or that belong to one connection. */
const RESERVED =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|expect|proxy-.*|accept-encoding|if-.*|range|sec-.*|x-forwarded-.*|forwarded|via)$/i

const HeaderName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'header-not-valid')
  .refine((name) => !RESERVED.test(name), 'header-not-valid')

/** A header that is sent with each request, for example `Authorization`. Its value is stored encrypted and never returned. */
export const SourceHeader = z.strictObject({
  name: HeaderName,
  value: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'header-not-valid')
    .max(4_096, 'too-long'),
})
export type SourceHeader = z.infer<typeof SourceHeader>

/** A path to the list of rows in JSON, by RFC 9535: `$.data.items`. */
const JsonPath = z.string().max(500, 'too-long').refine(isWellFormedText, 'text-not-well-formed')

/** The name of a column in the source. */
const NameInSource = z.string().min(1, 'name-missing').max(MAX_COLUMN_NAME_CHARACTERS, 'too-long')

const address = {
  /** As it was typed. The ordinary link of a Google Sheet is read as its CSV. */
  url: TypedUrl,
  /**
   * null: none. Absent: the header that is stored for this table, unless the address is of another scheme, host or port: then
   * none, so that nobody can send it elsewhere.
   */
  header: SourceHeader.nullable().optional(),
  /** Absent: the only list, or the longest one. */
  path: JsonPath.optional(),
  /** IANA name, for the times of a calendar. Absent: UTC. */
  timeZone: TimeZone.optional(),
}

export const CheckTableSource = z.strictObject({
  ...address,
  /** The table that follows it or will, for its header and its language. */
  tableId: TableId.optional(),
  /** BCP 47: how numbers and dates are written. Absent: that of the table, or English. */
  language: Language.optional(),
})
export type CheckTableSource = z.infer<typeof CheckTableSource>

/** The content of an address, to look at before a table follows it. */
export const CheckedTableSource = z.object({
  /** null: it could not be read. */
  kind: SourceKind.nullable(),
  problem: SourceProblem.nullable(),
  /** The status of the server's error. */
  status: z.int().nullable(),
  /** The source names its columns. If not, their names are `1`, `2` and so on. */
  hasNames: z.boolean(),
  /** In order, each with the type that all of its cells have. */
  columns: z.array(
    z.object({ name: z.string(), type: ColumnType, currency: z.string().optional(), decimals: z.int().optional() }),
  ),
  /** The first rows as texts. */
  rows: z.array(z.array(z.string())),
  /** The number of all rows. */
  count: z.int(),
  /** The lists of a JSON document, the longest first. */
  lists: z.array(z.object({ path: z.string(), rows: z.int() })),
  /** The path of the list that was read. */
  path: z.string().nullable(),
})
export type CheckedTableSource = z.infer<typeof CheckedTableSource>

const SourceColumnInput = z.strictObject({
  from: NameInSource,
  /** The column of the table that it fills: the id of one, or a new one. null: the table does without it. */
  to: z.union([ColumnId, CreateColumn.omit({ after: true })]).nullable(),
})

/** Makes a table follow an address, or changes how. The rows of the table become those of the source. */
export const SetTableSource = z.strictObject({
  ...address,
  everyMinutes: z.literal(SOURCE_EVERY_MINUTES).default(5),
  /** It is stale after this many hours without a successful read. */
  staleHours: z.int().min(6, 'invalid-field').max(168, 'invalid-field').default(24),
  /** Boards of a stale table: keep showing it, or show nothing. */
  whenStale: z.enum(['keep', 'nothing']).default('keep'),
  hasNames: z.boolean().default(true),
  columns: z.array(SourceColumnInput).min(1, 'column-not-found').max(MAX_SOURCE_COLUMNS, 'too-many-columns'),
  /**
   * The column of the source whose values name the rows, so that columns of one's own stay with their rows. null: none.
   * Absent: unchanged.
   */
  key: NameInSource.nullable().optional(),
})
export type SetTableSource = z.infer<typeof SetTableSource>

/** Findings of the last read about columns and cells. Names are those in the source. */
export const SourceFindings = z.object({
  /** Columns that are no longer in the source. Their cells stay as they were. */
  gone: z.array(z.string()),
  /** Columns none of whose cells is a value of the column's type any more. Their cells stay as they were. */
  turned: z.array(z.object({ column: z.string(), sample: z.string() })),
  /** Cells that are no values of their column's type. In rows that were there before, they stay as they were. */
  unread: z.array(z.object({ column: z.string(), count: z.int(), row: z.int(), sample: z.string() })),
  /** Keys that several rows have. The first of these rows counts. */
  twice: z.array(z.string()),
  /** Columns that were not in the source when the table was set up. */
  added: z.array(z.string()),
})
export type SourceFindings = z.infer<typeof SourceFindings>

/** The source of a table, without the value of its header. Instants: milliseconds since 1970. */
export const TableSource = z.object({
  url: z.string(),
  headerName: z.string().nullable(),
  path: z.string().nullable(),
  timeZone: z.string().nullable(),
  everyMinutes: z.int(),
  staleHours: z.int(),
  whenStale: z.enum(['keep', 'nothing']),
  hasNames: z.boolean(),
  columns: z.array(z.object({ from: z.string(), columnId: ColumnId.nullable() })),
  /** null: it has never been read. */
  kind: SourceKind.nullable(),
  /** The last successful read. */
  readAt: z.int().nullable(),
  nextAt: z.int(),
  problem: SourceProblem.nullable(),
  /** The status of the server's error. */
  status: z.int().nullable(),
  /** The time at which it becomes stale, unless it is read before. null: it has no problem. */
  staleAt: z.int().nullable(),
  isStale: z.boolean(),
  findings: SourceFindings,
})
export type TableSource = z.infer<typeof TableSource>

/** `source` null: the table follows no address. */
export const TableSourceState = z.object({ source: TableSource.nullable() })
export type TableSourceState = z.infer<typeof TableSourceState>
