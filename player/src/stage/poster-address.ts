const FILM_PATH = /^(\/media\/[a-z0-9][a-z0-9_-]{0,63})\.(?:mp4|webm)$/

/** The address of a stored film's poster. Undefined for a film that is stored elsewhere. There may be no poster at the address. */
export function posterAddressOf(url: string): string | undefined {
  const [, path] = FILM_PATH.exec(url) ?? []
  return path && `${path}/thumbnail.webp`
}
