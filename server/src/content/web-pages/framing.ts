import type { IncomingHttpHeaders } from 'node:http'

/**
 * Reads from the headers of a page if a player of this installation may show it in a frame.
 *
 * @param player its origin
 * @returns the header that forbids it; undefined: it is allowed
 */
export function forbiddenBy(
  headers: IncomingHttpHeaders,
  page: URL,
  player: string,
): 'x-frame-options' | 'frame-ancestors' | undefined {
  const policies = listOf(headers['content-security-policy']).map(frameAncestorsOf)
  const named = policies.filter((sources) => sources !== undefined)
  // If there is such a directive, browsers ignore the older header (CSP 3, 6.4.2.1).
  if (named.length > 0) {
    const allow = named.every((sources) => sources.some((source) => matches(source, page, new URL(player))))
    return allow ? undefined : 'frame-ancestors'
  }
  // Unknown values are ignored. Of several, `deny` takes precedence.
  const values = new Set(listOf(headers['x-frame-options']).map((value) => value.toLowerCase()))
  if (values.has('deny') || values.has('sameorigin'))
    return page.origin === player && !values.has('deny') ? undefined : 'x-frame-options'
  return undefined
}

const listOf = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** The sources of the first frame-ancestors directive of a policy. Undefined if it has none. */
function frameAncestorsOf(policy: string): string[] | undefined {
  for (const directive of policy.split(';')) {
    const [name, ...sources] = directive.trim().split(/\s+/)
    if (name?.toLowerCase() === 'frame-ancestors') return sources.map((source) => source.toLowerCase())
  }
  return undefined
}

function matches(source: string, page: URL, player: URL): boolean {
  if (source === "'none'") return false
  if (source === "'self'") return page.origin === player.origin
  if (source === '*') return true
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return source === player.protocol || isUpgrade(source, player)
  const [, scheme, host, port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+|\[[^\]]*\])(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? []
  if (host === undefined) return false
  const wanted = scheme ?? page.protocol
  if (wanted !== player.protocol && !isUpgrade(wanted, player)) return false
  const isHost = host.startsWith('*.')
    ? player.hostname.endsWith(host.slice(1))
    : host === '*' || host === player.hostname
  if (!isHost || port === '*') return isHost
  const own = player.port === '' ? DEFAULT_PORTS[player.protocol] : player.port
  return port === undefined ? player.port === '' : port === own || (port === '80' && own === '443')
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** A source with http also matches https. */
const isUpgrade = (scheme: string, player: URL) => scheme === 'http:' && player.protocol === 'https:'
