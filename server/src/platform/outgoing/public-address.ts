import { BlockList, isIP } from 'node:net'

// From IANA's registries of special-purpose addresses. Addresses that are not listed are public.

/** This host, private, shared (CGNAT), loopback, link-local, protocols, documentation, 6to4, benchmarking, multicast, reserved. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * The only block that is allocated. Loopback, mapped and translated IPv4, private, link-local, site-local and multicast addresses are all
 * outside of it.
 */
const GIVEN_OUT_6 = ['2000::/3']
/** Exceptions within it: protocols and Teredo, documentation, 6to4. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const notPublic4 = listOf(NOT_PUBLIC_4, 'ipv4')
const givenOut6 = listOf(GIVEN_OUT_6, 'ipv6')
const notPublic6 = listOf(NOT_PUBLIC_6, 'ipv6')

/** True when an address is on the public internet: not on this machine, not in a private network, and not reserved. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic4.check(address, 'ipv4')
    case 6:
      // An address with a zone is valid on one link only.
      return !address.includes('%') && givenOut6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
    default:
      return false
  }
}

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}
