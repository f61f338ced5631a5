import { feedNamedBy } from '../../platform/outgoing/feed-named-by.ts'
import type { ParseJob, ParseReply } from './parse-job.ts'
import { readCalendar } from './read-calendar.ts'
import { readNews } from './read-news.ts'

/** The root element determines the kind of file. Only the first match counts; a later one is part of the content. */
const ROOT = /<(?:(!doctype\s+html|html|head|body)|(?:[\w-]+:)?(rss|feed|rdf))(?=[\s>/])/i
/** The root is searched within this many bytes. Servers may write error messages or long comments before it. */
const LOOKED_FOR_ROOT = 64 * 2 ** 10

/** Parses the response of an address: news, a calendar, or a page that may name one of them. */
export function readFeed({ body, contentType, url, now }: ParseJob): ParseReply {
  const text = decode(body, contentType).trim()
  if (/^begin:vcalendar/i.test(text)) {
    if (!/END:VCALENDAR$/i.test(text)) return { status: 'refused', problem: 'damaged' }
    const calendar = readCalendar(text, now)
    return calendar ? { status: 'read', kind: 'calendar', ...calendar } : { status: 'refused', problem: 'too-large' }
  }
  const beginning = text.slice(0, LOOKED_FOR_ROOT).replace(/<!--[\s\S]*?-->/g, '')
  const [, page, root] = ROOT.exec(beginning) ?? []
  if (page !== undefined) return { status: 'page', feed: feedNamedBy(text, url) }
  // A feed that was cut off would still parse, and the missing entries would be removed from the screens.
  const isWhole =
    root === undefined || new RegExp(`</(?:[\\w-]+:)?${root}\\s*>`, 'i').test(text.slice(-LOOKED_FOR_ROOT))
  if (!isWhole) return { status: 'refused', problem: 'damaged' }
  try {
    return { status: 'read', kind: 'news', ...readNews(text, { url, now }) }
  } catch {
    const isOne = root !== undefined || beginning.slice(0, 1_024).includes('jsonfeed.org')
    return { status: 'refused', problem: isOne ? 'damaged' : 'not-a-feed' }
  }
}

const MARKS: readonly (readonly [mark: readonly number[], label: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  // Without a byte order mark: recognised by an ASCII character at the beginning.
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
]

/**
 * Decodes the body. Servers and files often declare the wrong encoding, so this tries in turn: a byte order mark, UTF-8, the
 * encoding that the server declares, and the one that the file declares.
 */
export function decode(body: Buffer, contentType: string | undefined): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => body[index] === byte))
  const beginning = body.subarray(0, 256).toString('latin1')
  const told = [
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1],
    /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(beginning)?.[1],
  ].filter((label) => label !== undefined)
  // These encodings use only ASCII bytes, which would also be valid UTF-8, so they are tried before it.
  const shifted = told.filter((label) => /^(iso-2022|utf-16)/i.test(label))
  for (const label of [...(marked ? [marked[1]] : []), ...shifted, 'utf-8', ...told]) {
    const text = decodedAs(label, body)
    if (text !== undefined) return text
  }
  return new TextDecoder('windows-1252').decode(body)
}

function decodedAs(label: string, body: Buffer): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
