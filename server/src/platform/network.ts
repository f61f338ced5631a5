import { isIPv4 } from 'node:net'

/**
 * The network within which one client can change its address: /24 of IPv4, /64 of IPv6.
 *
 * @param address undefined when the client has disconnected, because its connection no longer knows the address
 */
export function networkOf(address: string | undefined): string {
  return within(address ?? '', { bytes: 3, groups: 4 })
}

/**
 * The largest network that a provider gives one customer: /16 of IPv4, /48 of IPv6 (RFC 6177).
 *
 * @param address as above
 */
export function providersNetworkOf(address: string | undefined): string {
  return within(address ?? '', { bytes: 2, groups: 3 })
}

function within(address: string, { bytes, groups }: { bytes: number; groups: number }): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  const four = mapped ?? plain
  if (isIPv4(four)) {
    const kept = four.split('.').map((byte, index) => (index < bytes ? byte : '0'))
    return `${kept.join('.')}/${bytes * 8}`
  }
  if (!URL.canParse(`http://[${plain}]`)) return plain
  // The URL parser normalises every spelling of an address, with `::` for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, groups).join(':')}::/${groups * 16}`
}
