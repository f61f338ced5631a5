import { type FilmFacts, MEDIA_PATH, mediaAddressOf, thumbnailUrlOf } from '@placard/contract'

/** D6: a stored file is kept as a path, but people read and copy whole addresses. */
export function shownAddress(url: string, origin: string): string {
  return MEDIA_PATH.test(url) ? origin + url : url
}

/** The other way: the address of a file of ours becomes its path again, so that it holds under every host name. */
export function keptAddress(typed: string, origin: string): string {
  const address = typed.trim()
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return MEDIA_PATH.test(path) ? path : address
}

/**
 * The places of a picture or a film, the best first: in small where that will do, from where stored files are
 * fetched first, and from this server. (A stored picture from before there were any in small has none.)
 *
 * @param href as `readItemUrl` has it
 * @param how.mediaUrl as the programme has it
 * @param how.film of a stored film: it may have a poster
 */
export function placesOf(
  href: string,
  { small, mediaUrl, film }: { small: boolean; mediaUrl: string | undefined; film?: FilmFacts | undefined },
): string[] {
  const paths = [small ? thumbnailUrlOf(href, film) : undefined, href]
  return paths
    .flatMap((path) => (path === undefined ? [] : [mediaAddressOf(path, mediaUrl) ?? path, path]))
    .filter(isFirst)
}

function isFirst(place: string, index: number, places: string[]): boolean {
  return places.indexOf(place) === index
}
