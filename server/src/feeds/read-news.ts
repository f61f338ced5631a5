import { parseFeed } from 'feedsmith'
import type { ReadEntry } from './parse-job.ts'
import { plainLine, shortText } from './plain-text.ts'

/** The newest so many are kept: more than anybody shows. */
const MOST_ENTRIES = 50
const MOST_LETTERS_OF_A_KEY = 300

type Found = {
  key: string | undefined
  title: string | undefined
  text: string | undefined
  link: string | undefined
  at: string | undefined
}

/** Reads RSS, RDF, Atom and JSON Feed: the newest entries first, each once. @throws Error where it is none of them */
export function readNews(text: string): { title: string; entries: ReadEntry[] } {
  const { title, found } = foundIn(text)
  const entries = new Map<string, ReadEntry>()
  for (const one of found) {
    const entry = entryOf(one)
    if (entry && !entries.has(entry.key)) entries.set(entry.key, entry)
  }
  // Those without a date stay where their feed has them; the order of equals does not change.
  const inOrder = [...entries.values()].every(({ at }) => at !== undefined)
    ? [...entries.values()].sort((one, other) => (other.at ?? 0) - (one.at ?? 0))
    : [...entries.values()]
  return { title: plainLine(title), entries: inOrder.slice(0, MOST_ENTRIES) }
}

/** A format that this lacks does not compile. */
function foundIn(text: string): { title: string | undefined; found: Found[] } {
  const parsed = parseFeed(text)
  switch (parsed.format) {
    case 'rss': {
      const { title, items = [] } = parsed.feed
      return {
        title,
        found: items.map((item) => ({
          key: item.guid?.value ?? item.link,
          title: item.title,
          text: item.description ?? item.content?.encoded,
          link: item.link,
          at: item.pubDate ?? item.dc?.dates?.[0],
        })),
      }
    }
    case 'rdf': {
      const { title, items = [] } = parsed.feed
      return {
        title,
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
      const { title, entries = [] } = parsed.feed
      return {
        title: title?.value,
        found: entries.map((entry) => ({
          key: entry.id,
          title: entry.title?.value,
          text: entry.summary?.value ?? entry.content?.value,
          link: (entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? entry.links?.[0])?.href,
          at: entry.published ?? entry.updated,
        })),
      }
    }
    case 'json': {
      const { title, items = [] } = parsed.feed
      return {
        title,
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

function entryOf({ key, title, text, link, at }: Found): ReadEntry | undefined {
  const words = { title: plainLine(title), text: shortText(text) }
  if (words.title === '' && words.text === '') return undefined
  const published = at === undefined ? Number.NaN : Date.parse(at)
  return {
    key: (key ?? link ?? words.title + words.text).slice(0, MOST_LETTERS_OF_A_KEY),
    ...words,
    ...(link !== undefined && /^https?:\/\//i.test(link.trim()) ? { link: link.trim() } : {}),
    ...(Number.isNaN(published) ? {} : { at: published }),
  }
}
