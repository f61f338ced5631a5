import { isIP } from 'node:net'

/**
 * Tells whether a Host header may name this server. Names are judged: another one may have been made to lead here, to have a
 * browser on our network ask us for whoever owns it. An address cannot be given away like that; health checks and people on the
 * same network use one.
 *
 * @param names of the configuration's addresses; `undefined` among them stands for none
 */
export function createHostCheck(addresses: (string | undefined)[]): (host: string) => boolean {
  const names = new Set(addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).hostname])))
  return (host) => {
    if (!URL.canParse(`http://${host}`)) return false
    const { hostname } = new URL(`http://${host}`)
    return names.has(hostname) || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  }
}
