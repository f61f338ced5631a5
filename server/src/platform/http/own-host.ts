import { isIP } from 'node:net'

/**
 * Checks if a Host header may name this server. Unknown names are refused, because an attacker's name may resolve to this server so that
 * a browser on the same network makes requests for the attacker (DNS rebinding). IP addresses are allowed, because they cannot be
 * redirected like that, and health checks and people on the same network use them.
 *
 * @param addresses of the configuration. undefined entries are ignored
 */
export function createHostCheck(addresses: (string | undefined)[]): (host: string) => boolean {
  const names = new Set(addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).hostname])))
  return (host) => {
    if (!URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    return names.has(hostname) || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  }
}
