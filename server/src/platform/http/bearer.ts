import type { IncomingHttpHeaders } from 'node:http'

/**
 * The API token that a request carries, in whatever form it came; undefined when it carries none. Other schemes count as
 * nothing: a proxy before us may ask for a password of its own, and browsers send that one by themselves.
 */
export function readBearer(headers: IncomingHttpHeaders): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '')
  return match ? (match[1] ?? '') : undefined
}
