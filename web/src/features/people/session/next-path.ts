/** The query parameter with the path that the user wanted to open before signing in (A4, R4). */
export const NEXT_PARAMETER = 'next'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const FORGIVEN = /[\u0000-\u001f\u007f\\]/

/**
 * The path to open after sign-in: `next` if it is a path of this site, otherwise the given default. `//host`, `/\host` and
 * anything else that a browser would read as another site's address is not accepted.
 */
export function readNextPath(next: string | null, otherwise: string): string {
  if (!next || !/^\/(?![/\\])/.test(next) || FORGIVEN.test(next)) return otherwise
  return next
}

/** @param current the path and query of the page that needs a session */
export function loginPathFor(login: string, current: string): string {
  return `${login}?${NEXT_PARAMETER}=${encodeURIComponent(current)}`
}
