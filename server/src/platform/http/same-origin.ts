import type { IncomingHttpHeaders } from 'node:http'

/** Forms and foreign pages cannot send it without asking first, and nobody answers that question. */
const REQUESTED_WITH = 'placard'

/**
 * Tells whether a changing request came from a page of ours. A browser sends `Origin` with each of these and no page can forge
 * it; `Sec-Fetch-Site` and a header of our own stand behind it, since one check that fails open is no check.
 *
 * @param publicUrl of the configuration; undefined: the host that the request itself names
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const { origin, host } = headers
  if (headers['x-requested-with'] !== REQUESTED_WITH) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  if (!origin || !URL.canParse(origin)) return false
  return publicUrl ? origin === publicUrl : new URL(origin).host === host
}
