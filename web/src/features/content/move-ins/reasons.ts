import { isErrorCode } from '@placard/contract'
import type { ApiErrorCode, ClientErrorCode } from '../../../platform/api/api-error.ts'
import { type FileProblem, isFileProblem } from '../uploads/file-check.ts'

/** Why something stays where it was. */
const STAYS = [
  /** Its name leads out of the folder that it is in. */
  'path',
  'name-too-long',
  'link',
  'device',
  'encrypted',
  /** An archive in an archive: it is brought by itself. */
  'nested',
  /** It unpacks to far more than it is. */
  'bomb',
  /** It unpacks to something else than it says. */
  'other-size',
  'damaged',
  'method',
  'too-large',
  'unreadable',
  'locked-document',
  'too-many-pages',
  'damaged-document',
  /** A program, a table, a font: nothing that a screen shows. */
  'not-shown',
  /** A list names it, and it is not among what was brought. */
  'missing',
  'unfinished',
  'live-stream',
  'address',
  'widget',
  'too-many-words',
  'no-words',
  'file-stayed',
  /** An SQLite file that is damaged: what it says of the files beside it did not come. */
  'damaged-database',
  /** Somebody chose that. */
  'left-out',
  /** No file of the library: without its playlist there is no place for it. */
  'entry-left-out',
] as const

/** Reasons why something that came is not as it was. */
const DIFFERS = [
  'elsewhere',
  'words-alone',
  'some-stayed',
  'over',
  'time-unread',
  'not-on-displays',
  'without-labels',
  // As `Loss` has them.
  'sound',
  'quality',
  'sound-and-quality',
  'motion',
  'end',
] as const

/** Why nothing can be read of what was brought. */
const UNREADABLE = [
  'empty',
  'too-many',
  'not-an-archive',
  'damaged-archive',
  'truncated-archive',
  'overlapping',
  'bomb-archive',
  'encrypted-archive',
  'split',
  'not-readable',
] as const

export type Stays = (typeof STAYS)[number]
export type Differs = (typeof DIFFERS)[number]
export type Unreadable = (typeof UNREADABLE)[number]

/** The key of the words for it. */
export type Reason = `moving.why.${Stays | Differs | Unreadable}` | `file.${FileProblem}` | `error.${ApiErrorCode}`

export const why = <Why extends Stays | Differs | Unreadable>(one: Why) => `moving.why.${one}` as const

const OF_THE_WAY: readonly string[] = [
  'network-request-failed',
  'no-answer',
  'unexpected-answer',
  'not-prepared',
] satisfies ClientErrorCode[]
const KNOWN: ReadonlySet<string> = new Set([...STAYS, ...DIFFERS, ...UNREADABLE].map(why))

/** A reason as the report keeps it: one of a newer version may be unknown. */
export function isReason(key: string): key is Reason {
  if (KNOWN.has(key)) return true
  const [group, name = ''] = key.split('.')
  if (group === 'file') return isFileProblem(name)
  return group === 'error' && (isErrorCode(name) || OF_THE_WAY.includes(name))
}

/** The source that was brought cannot be read at all. */
export class UnreadableSource extends Error {
  readonly reason: Unreadable
  constructor(reason: Unreadable, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
