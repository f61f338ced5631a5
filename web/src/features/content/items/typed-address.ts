import { readItemUrl } from '@placard/contract'

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
