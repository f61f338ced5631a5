import { readItemUrl } from '@placard/contract'

/** Completes an address as people type or paste it, such as `youtu.be/…`: https is added if there is no scheme. */
export function completeAddress(typed: string): string {
  const address = typed.trim()
  return WITHOUT_SCHEME.test(address) ? `https://${address}` : address
}

/** A name with a dot in it, followed by a path. */
const WITHOUT_SCHEME = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?\/\S+$/u

/** The same for an address that people open, where a host name alone is enough: `school.org`. */
export function completeLink(typed: string): string {
  const address = typed.trim()
  return LINK_WITHOUT_SCHEME.test(address) ? `https://${address}` : address
}

const LINK_WITHOUT_SCHEME = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]\S*)?$/u

/**
 * The https address of a feed, if the text clearly is one: by its scheme, as calendars have, or by its name; undefined for any other
 * text. Only the server can tell if there is a feed.
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

/** The last part of a film's path, which is its file name. */
export function fileNameOf(address: string): string {
  const last = new URL(completeAddress(address)).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
