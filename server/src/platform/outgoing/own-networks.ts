import { BlockList, isIP } from 'node:net'
import type { Outside } from './fetch-outside.ts'

/**
 * The same with some networks of the house, which the operator lets in by their addresses: whatever else is inside stays closed, and there
 * any port may be asked.
 *
 * @param networks addresses, or networks like 10.0.0.0/8
 */
export function withNetworks(outside: Outside, networks: readonly string[]): Outside {
  if (networks.length === 0) return outside
  const own = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) own.addAddress(address, family)
    else own.addSubnet(address, Number(bits), family)
  }
  const isOwn = (address: string) => isIP(address) !== 0 && own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return { ...outside, isPublic: (address) => outside.isPublic(address) || isOwn(address), isOwn }
}
