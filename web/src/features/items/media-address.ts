import { MEDIA_PATH } from '@placard/contract'

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
