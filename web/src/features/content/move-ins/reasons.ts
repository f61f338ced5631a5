import { isErrorCode } from '@placard/contract'
import type { ApiErrorCode, ClientErrorCode } from '../../../platform/api/api-error.ts'
import { type FileProblem, isFileProblem } from '../uploads/file-check.ts'

/** Reasons why something is not brought in. */
const STAYS = [
  /** Its name leads out of its folder. */
  'path',
  'name-too-long',
  'link',
  'device',
  'encrypted',
  /** An archive inside an archive has to be brought in by itself. */
  'nested',
  /** It unpacks to far more than its size. */
  'bomb',
  /** Its unpacked size differs from the declared one. */
  'other-size',
  'damaged',
  'method',
  'too-large',
  'unreadable',
  'locked-document',
  'too-many-pages',
  'damaged-document',
  /** A program, a table, a font: a screen cannot show it. */
  'not-shown',
  /** A list names the file, but the source does not have it. */
  'missing',
  'unfinished',
  'live-stream',
  'address',
  'widget',
  'too-many-words',
  'no-words',
  'file-stayed',
  /** The SQLite file is damaged, so its information about the files beside it is lost. */
  'damaged-database',
  /** The user chose to leave it out. */
  'left-out',
  /** It is not a file of the library, so without its playlist there is no place for it. */
  'entry-left-out',
  /** A playlist of one of its zones was not created. */
  'layout-without-playlist',
  /** A data set that a widget shows is not in the export. */
  'data-set-missing',
  'data-sets-unread',
  /** A column whose values are calculated. */
  'formula',
  /** The table of a board was not imported. */
  'table-stayed',
] as const

/** Reasons why something that was brought in differs from the original. */
const DIFFERS = [
  'elsewhere',
  'words-alone',
  'some-stayed',
  'over',
  'time-unread',
  'not-on-displays',
  'nearest-arrangement',
  'without-labels',
  'plain-board',
  /** A table whose rows are not in the export. */
  'without-rows',
  /** A table whose rows came from an address. */
  'followed',
  /** Some pictures of a table were not imported. */
  'pictures-stayed',
  // The same as in `Loss`.
  'sound',
  'quality',
  'sound-and-quality',
  'motion',
  'end',
] as const

/** Reasons why nothing of the source can be read. */
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

/** The message key of the reason. */
export type Reason = `moving.why.${Stays | Differs | Unreadable}` | `file.${FileProblem}` | `error.${ApiErrorCode}`

export const why = <Why extends Stays | Differs | Unreadable>(one: Why) => `moving.why.${one}` as const

const OF_THE_WAY: readonly string[] = [
  'network-request-failed',
  'no-answer',
  'unexpected-answer',
  'not-prepared',
] satisfies ClientErrorCode[]
const KNOWN: ReadonlySet<string> = new Set([...STAYS, ...DIFFERS, ...UNREADABLE].map(why))

/** True for a known reason in a report. Reports of newer versions may have unknown ones. */
export function isReason(key: string): key is Reason {
  if (KNOWN.has(key)) return true
  const [group, name = ''] = key.split('.')
  if (group === 'file') return isFileProblem(name)
  return group === 'error' && (isErrorCode(name) || OF_THE_WAY.includes(name))
}

/** The whole source cannot be read. */
export class UnreadableSource extends Error {
  readonly reason: Unreadable
  constructor(reason: Unreadable, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
