import { parseFeed } from 'feedsmith'
import type { ReadEntry } from './parse-job.ts'
import { plainLine, shortText } from './plain-text.ts'

/** The newest entries that are kept. More than any display shows. */
const MOST_ENTRIES = 50
const MOST_LETTERS_OF_A_KEY = 300
const HOUR_MS = 60 * 60_000
/** Dates further ahead than this are treated as invalid. The tolerance allows for wrong clocks and missing zones. */
const AHEAD_MS = 24 * HOUR_MS

/** The address of the feed, and the time of reading: milliseconds since 1970. */
type Source = { url: string; now: number }

type Found = {
  key: string | undefined
  title: string | undefined
  text: string | undefined
  link: string | undefined
  at: string | undefined
}

/** Reads RSS, RDF, Atom and JSON Feed. Newest entries first, without duplicates. @throws Error if it is none of these */
export function readNews(text: string, source: Source): { title: string; entries: ReadEntry[] } {
  const { title, home, found } = foundIn(text)
  const base = addressFrom(home, source.url) ?? source.url
  const entries = new Map<string, ReadEntry>()
  for (const one of found) {
    const entry = entryOf(one, base, source.now)
    if (entry && !entries.has(entry.key)) entries.set(entry.key, entry)
  }
  return { title: plainLine(title), entries: newestFirst([...entries.values()]).slice(0, MOST_ENTRIES) }
}

/** An entry without a date stays after the entry before it in the feed. */
function newestFirst(entries: readonly ReadEntry[]): ReadEntry[] {
  let before = Number.POSITIVE_INFINITY
  const dated = entries.map((entry) => {
    before = entry.at ?? before
    return { entry, at: before }
  })
  // The sort is stable.
  return dated.sort((one, other) => (one.at === other.at ? 0 : other.at - one.at)).map(({ entry }) => entry)
}

/** An unhandled format is a compile error. */
function foundIn(text: string): { title: string | undefined; home: string | undefined; found: Found[] } {
  const parsed = parseFeed(text)
  switch (parsed.format) {
    case 'rss': {
      const { title, link: home, items = [] } = parsed.feed
      return {
        title,
        home,
        found: items.map(({ guid, ...item }) => ({
          key: guid?.value ?? item.link,
          title: item.title,
          text: item.description ?? item.content?.encoded,
          link: item.link ?? (guid?.isPermaLink === false ? undefined : guid?.value),
          at: item.pubDate ?? item.dc?.dates?.[0],
        })),
      }
    }
    case 'rdf': {
      const { title, link: home, items = [] } = parsed.feed
      return {
        title,
        home,
        found: items.map((item) => ({
          key: item.link,
          title: item.title,
          text: item.description,
          link: item.link,
          at: item.dc?.dates?.[0],
        })),
      }
    }
    case 'atom': {
      const { title, links, entries = [] } = parsed.feed
      return {
        title: title?.value,
        home: pageOf(links),
        found: entries.map((entry) => ({
          key: entry.id,
          title: entry.title?.value,
          text: entry.summary?.value ?? entry.content?.value,
          link: pageOf(entry.links),
          at: entry.published ?? entry.updated,
        })),
      }
    }
    case 'json': {
      const { title, home_page_url: home, items = [] } = parsed.feed
      return {
        title,
        home,
        found: items.map((item) => ({
          key: item.id,
          title: item.title,
          text: item.summary ?? item.content_text ?? item.content_html,
          link: item.url,
          at: item.date_published ?? item.date_modified,
        })),
      }
    }
  }
}

type AtomLinks = readonly { rel?: string; href?: string }[] | undefined

/** The page that an Atom entry or feed is about. Other links lead to pictures and APIs. */
const pageOf = (links: AtomLinks) =>
  links?.find(({ rel }) => rel === undefined || rel === '' || rel === 'alternate')?.href

function entryOf({ key, title, text, link, at }: Found, base: string, now: number): ReadEntry | undefined {
  const words = { title: plainLine(title), text: shortText(text) }
  if (words.title === '' && words.text === '') return undefined
  const [published, address] = [momentOf(at), addressFrom(link, base)]
  return {
    key: (key ?? link ?? words.title + words.text).slice(0, MOST_LETTERS_OF_A_KEY),
    ...words,
    ...(address === undefined ? {} : { link: address }),
    ...(published >= 0 && published <= now + AHEAD_MS ? { at: published } : {}),
  }
}

/** An absolute web address. Undefined if the link is not an address. */
function addressFrom(link: string | undefined, base: string): string | undefined {
  const typed = link?.trim() ?? ''
  // A plain word could be resolved as an address, but is not meant as one.
  if (!/^https?:\/\/|^\.{0,2}\/|^[?]/i.test(typed) && !/^[\w.~%-]+(\/|\.\w+$)/.test(typed)) return undefined
  return URL.canParse(typed, base) && /^https?:/.test(new URL(typed, base).protocol)
    ? new URL(typed, base).href
    : undefined
}

/** Hours ahead of UTC for zone names in feeds. Parsers already know the American names. */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  WET: 0,
  BST: 1,
  WEST: 1,
  CET: 1,
  MEZ: 1,
  CEST: 2,
  MESZ: 2,
  EET: 2,
  MSK: 3,
  EEST: 3,
  JST: 9,
}

/** Parses dates in the many forms that feeds use. @returns NaN if it is not a date */
function momentOf(said: string | undefined): number {
  if (said === undefined) return Number.NaN
  const text = said
    .trim()
    // The name of the weekday, in any language, is redundant.
    .replace(/^\p{L}+\.?,?\s+(?=\d)/u, '')
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})/, '$3-$2-$1')
  const [, zone = ''] = /\s([A-Z]{3,4})$/.exec(text) ?? []
  const hours = Object.hasOwn(ZONES, zone) ? ZONES[zone] : undefined
  return hours === undefined ? Date.parse(text) : Date.parse(`${text.slice(0, -zone.length)}UTC`) - hours * HOUR_MS
}
