import { feedNamedBy } from '../platform/outgoing/feed-named-by.ts'
import type { ParseJob, ParseReply } from './parse-job.ts'
import { readCalendar } from './read-calendar.ts'
import { readNews } from './read-news.ts'

/** Reads what an address answered: news, a calendar, or a page that may name one of them. */
export function readFeed({ body, contentType, url, now }: ParseJob): ParseReply {
  const text = decode(body, contentType)
    .replace(/^\uFEFF/, '')
    .trimStart()
  const beginning = text.slice(0, 1_024).toLowerCase()
  if (beginning.startsWith('begin:vcalendar')) {
    if (!/END:VCALENDAR/i.test(text.slice(-1_024))) return { status: 'refused', problem: 'damaged' }
    const calendar = readCalendar(text, now)
    return calendar ? { status: 'read', kind: 'calendar', ...calendar } : { status: 'refused', problem: 'too-large' }
  }
  if (/<(!doctype\s+html|html)[\s>]/.test(beginning)) return { status: 'page', feed: feedNamedBy(text, url) }
  const looksLikeOne = /<(rss|feed|rdf:rdf)[\s>]/.test(beginning) || beginning.includes('jsonfeed.org')
  // Cut off it would be read as far as it goes, and the rest be taken off the screens.
  if (looksLikeOne && !/(<\/(rss|feed|rdf:rdf)\s*>|\})\s*(<!--[^>]*-->\s*)*$/i.test(text.slice(-2_048).trimEnd()))
    return { status: 'refused', problem: 'damaged' }
  try {
    return { status: 'read', kind: 'news', ...readNews(text) }
  } catch {
    return { status: 'refused', problem: looksLikeOne ? 'damaged' : 'not-a-feed' }
  }
}

function decode(body: Buffer, contentType: string | undefined): string {
  const beginning = body.subarray(0, 256).toString('latin1')
  const label =
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ??
    /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(beginning)?.[1] ??
    'utf-8'
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
