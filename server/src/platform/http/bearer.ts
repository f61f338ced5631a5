import type { IncomingHttpHeaders } from 'node:http'

/**
 * The API token in the Authorization header, in any form. undefined when there is none. Other schemes are ignored: a proxy in front of
 * the server may require a password, and browsers send that one automatically.
 */
export function readBearer(headers: IncomingHttpHeaders): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '')
  return match ? (match[1] ?? '') : undefined
}
