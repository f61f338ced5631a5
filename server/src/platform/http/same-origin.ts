import type { IncomingHttpHeaders } from 'node:http'

/** Forms and other sites cannot send this header without a CORS preflight, which is never granted. */
const REQUESTED_WITH = 'placard'

/**
 * True when a changing request came from a page of Placard. A browser sends `Origin` with each of these, and no page can forge it.
 * `Sec-Fetch-Site` and a custom header are checked as well, so that one check that fails does not open everything.
 *
 * @param publicUrl of the configuration. undefined: the host that the request itself names
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const { origin, host } = headers
  if (headers['x-requested-with'] !== REQUESTED_WITH) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  if (!origin || !URL.canParse(origin)) return false
  return publicUrl ? origin === publicUrl : new URL(origin).host === host
}
