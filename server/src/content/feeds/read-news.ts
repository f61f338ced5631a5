import { parseFeed } from 'feedsmith'
import type { ReadEntry } from './parse-job.ts'
import { plainLine, shortText } from './plain-text.ts'

/** The newest so many are kept: more than anybody shows. */
const MOST_ENTRIES = 50
const MOST_LETTERS_OF_A_KEY = 300
const HOUR_MS = 60 * 60_000
/** Clocks are wrong, and zones are forgotten; what is to come later than this has no date that means anything. */
const AHEAD_MS = 24 * HOUR_MS

/** Where a feed came from, and when: milliseconds since 1970. */
type Source = { url: string; now: number }

type Found = {
  key: string | undefined
  title: string | undefined
  text: string | undefined
  link: string | undefined
  at: string | undefined
}

/** Reads RSS, RDF, Atom and JSON Feed: the newest entries first, each once. @throws Error where it is none of them */
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

/** One without a date stays behind the one that its feed has before it. */
function newestFirst(entries: readonly ReadEntry[]): ReadEntry[] {
  let before = Number.POSITIVE_INFINITY
  const dated = entries.map((entry) => {
    before = entry.at ?? before
    return { entry, at: before }
  })
  // The order of equals does not change.
  return dated.sort((one, other) => (one.at === other.at ? 0 : other.at - one.at)).map(({ entry }) => entry)
}

/** A format that this lacks does not compile. */
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

/** The page that an entry of Atom, or its feed, is about; the other addresses are those of pictures and programs. */
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

/** An address of the web as a whole; undefined where it is none. */
function addressFrom(link: string | undefined, base: string): string | undefined {
  const typed = link?.trim() ?? ''
  // A word is no address, although one could be made of it.
  if (!/^https?:\/\/|^\.{0,2}\/|^[?]/i.test(typed) && !/^[\w.~%-]+(\/|\.\w+$)/.test(typed)) return undefined
  return URL.canParse(typed, base) && /^https?:/.test(new URL(typed, base).protocol)
    ? new URL(typed, base).href
    : undefined
}

/** Hours ahead of UTC of the names that feeds give to zones; those of America are known to every parser. */
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

/** Dates as feeds have them, which is seldom as they should. @returns NaN where it is none */
function momentOf(said: string | undefined): number {
  if (said === undefined) return Number.NaN
  const text = said
    .trim()
    // The name of the day says nothing that the rest does not, in any language.
    .replace(/^\p{L}+\.?,?\s+(?=\d)/u, '')
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})/, '$3-$2-$1')
  const [, zone = ''] = /\s([A-Z]{3,4})$/.exec(text) ?? []
  const hours = Object.hasOwn(ZONES, zone) ? ZONES[zone] : undefined
  return hours === undefined ? Date.parse(text) : Date.parse(`${text.slice(0, -zone.length)}UTC`) - hours * HOUR_MS
}
