import { isLocalDateTime, type NoticeBlock, type ZoneOffsets } from '@placard/contract'
import { firstInstantOf, localTimeOf } from '@placard/playback'
import type { Twin } from '../../playout/twin/service.ts'

/** An answer is at most this long. An assistant reads all of it. */
export const MAX_ANSWER_CHARACTERS = 100_000
/** Tried in order, until the answer is short enough: entries of a list, and characters of a text. */
const SIZES = [
  [200, 2_000],
  [100, 500],
  [40, 200],
  [10, 100],
] as const

/** The clock at a display: `2026-12-24T08:00:00`. undefined: never. */
export function localWords(offsets: ZoneOffsets, at: number): string | undefined {
  if (!Number.isFinite(at)) return undefined
  const date = new Date(localTimeOf(offsets, at))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 19)
}

/** The first instant at which the clock at the display shows this. undefined: it is not a date and a time. */
export function instantOf(offsets: ZoneOffsets, local: string): number | undefined {
  return isLocalDateTime(local) ? firstInstantOf(offsets, Date.parse(`${local}Z`)) : undefined
}

export type Shortened = { value: unknown; isShortened: boolean }

/** Shortens long texts and long lists, and leaves empty texts out, so that no content of a display makes an answer too long. */
export function shorten(value: unknown): Shortened {
  for (const [entries, characters] of SIZES) {
    const cut = { isShortened: false }
    const shorter = shortenTo(value, entries, characters, cut)
    if (JSON.stringify(shorter).length <= MAX_ANSWER_CHARACTERS) return { value: shorter, ...cut }
  }
  return { value: null, isShortened: true }
}

function shortenTo(value: unknown, entries: number, characters: number, cut: { isShortened: boolean }): unknown {
  if (typeof value === 'string') {
    if (value.length <= characters) return value
    cut.isShortened = true
    return `${value.slice(0, characters).toWellFormed()}…`
  }
  if (Array.isArray(value)) {
    if (value.length > entries) cut.isShortened = true
    return value.slice(0, entries).map((one) => shortenTo(one, entries, characters, cut))
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== '')
  return Object.fromEntries(fields.map(([name, field]) => [name, shortenTo(field, entries, characters, cut)]))
}

type What = Twin['insert'][number]

/** The content of an item as plain texts. */
export function toldContent(what: What): Record<string, unknown> {
  if (what.kind === 'notice') return { ...what, blocks: undefined, body: textOf(what.blocks) }
  if (what.kind !== 'feed') return what
  const notices = what.notices.map(({ heading, blocks, byline, link }) => ({
    heading,
    body: textOf(blocks),
    byline,
    link,
  }))
  return { kind: what.kind, notices }
}

const textOf = (blocks: readonly NoticeBlock[]) =>
  blocks
    .map(({ kind, lines }) =>
      lines.map((line) => (kind === 'list' ? '- ' : '') + line.map(({ text }) => text).join('')).join('\n'),
    )
    .join('\n\n')
