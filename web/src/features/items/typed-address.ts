import { MAX_URL_CHARACTERS, readItemUrl, readShared, type SharedProblem } from '@placard/contract'

/** As people type and paste addresses: `youtu.be/…` is one, too. What has no scheme gets https. */
export function completeAddress(typed: string): string {
  const address = typed.trim()
  return WITHOUT_SCHEME.test(address) ? `https://${address}` : address
}

/** A name with a dot in it, and a path behind it. */
const WITHOUT_SCHEME = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?\/\S+$/u

/** The same for an address that people open, where a name alone is one as well: `school.org`. */
export function completeLink(typed: string): string {
  const address = typed.trim()
  return LINK_WITHOUT_SCHEME.test(address) ? `https://${address}` : address
}

const LINK_WITHOUT_SCHEME = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]\S*)?$/u

/** What somebody means by a text that is an address and nothing else. `nothing`: it cannot be taken. */
export type Meant =
  | { what: 'item'; type: 'image' | 'video' | 'youtube'; address: string }
  | { what: 'feed' | 'web-page'; address: string }
  | { what: 'nothing'; problem: SharedProblem | 'too-long' }

/**
 * Finds it out by the address alone: a page of a known site in the form that plays, a film by its file's name, a feed, or a page.
 *
 * @param own origin of this page
 * @returns undefined for any other text
 */
export function meantBy(typed: string, own: string): Meant | undefined {
  const meant = findMeant(typed, own)
  const isTooLong = meant && 'address' in meant && meant.address.length > MAX_URL_CHARACTERS
  return isTooLong ? { what: 'nothing', problem: 'too-long' } : meant
}

function findMeant(typed: string, own: string): Meant | undefined {
  const address = /^www\./i.test(typed.trim()) ? completeLink(typed) : completeAddress(typed)
  const shared = readShared(address, own)
  if (shared && 'url' in shared) {
    const { type, url } = shared
    return type === 'webpage' ? { what: 'web-page', address: url } : { what: 'item', type, address: url }
  }
  const page = webPageAddressOf(typed)
  if (!shared && page && FILM_FILE.test(new URL(page).pathname)) return { what: 'item', type: 'video', address: page }
  const feed = feedAddressOf(typed)
  if (feed !== undefined) return { what: 'feed', address: feed }
  if (shared) return { what: 'nothing', problem: shared.problem }
  return page === undefined ? undefined : { what: 'web-page', address: page }
}

const FILM_FILE = /\.(mp4|webm|m4v|m3u8)$/i

/** The address that a text is, and nothing else: a word with a dot in it may be anything. */
function webPageAddressOf(typed: string): string | undefined {
  const address = /^www\./i.test(typed.trim()) ? completeLink(typed) : completeAddress(typed)
  return readItemUrl('webpage', address).playable && /^https?:\/\//i.test(address) ? address : undefined
}

/**
 * The address that a text plainly is of a feed, as one of https: by its scheme, which calendars have, or by its name; undefined for any
 * other text. Whether there is a feed is told by its server.
 */
export function feedAddressOf(typed: string): string | undefined {
  const address = completeLink(typed)
  const isMeant = /^(webcals?|feed):/i.test(address)
  const web = address.replace(/^(?:webcals?|feed):(?:\/\/|(https?:))/i, (_, scheme?: string) => scheme ?? 'https://')
  if (!readItemUrl('feed', web).playable) return undefined
  const { pathname, search } = new URL(web)
  const isNamed = FEED_PATH.test(pathname) || FEED_QUERY.test(search)
  return isMeant || isNamed ? web : undefined
}

const FEED_PATH = /\.(?:ics|ical|rss|atom|rdf|xml)$|\/(?:feeds?|rss|atom|ical|ics)(?:\/|\.|$)|\/feed\.json$/i
const FEED_QUERY = /[?&][^=&]*(?:feed|format|type|export)[^=&]*=(?:rss|atom|rdf|ics|ical|icalendar)/i

/** The last part of a film's path, which is the name of its file. */
export function fileNameOf(address: string): string {
  const last = new URL(completeAddress(address)).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
