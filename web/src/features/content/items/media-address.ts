import { type FilmFacts, MEDIA_PATH, mediaAddressOf, thumbnailUrlOf } from '@placard/contract'

/** D6: a stored file is saved as a path, but shown as a whole address for people to read and copy. */
export function shownAddress(url: string, origin: string): string {
  return MEDIA_PATH.test(url) ? origin + url : url
}

/** The reverse: turns the address of a file on this server into its path, so that it is valid under every host name. */
export function keptAddress(typed: string, origin: string): string {
  const address = typed.trim()
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return MEDIA_PATH.test(path) ? path : address
}

/**
 * The addresses of a picture or a film, best first: the thumbnail if that is enough, the preferred media server, then this server.
 * (Pictures that were stored before thumbnails existed have none.)
 *
 * @param href as returned by `readItemUrl`
 * @param how.mediaUrl as in the programme
 * @param how.film for a stored film, which may have a poster
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
