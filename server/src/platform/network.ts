import { isIPv4 } from 'node:net'

/**
 * What one client can change its address within: /24 of IPv4, /64 of IPv6.
 *
 * @param address undefined of a client that has gone: its connection does not know any more
 */
export function networkOf(address: string | undefined): string {
  const [plain = ''] = (address ?? '').split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  const four = mapped ?? plain
  if (isIPv4(four)) return four.replace(/\.\d+$/, '.0/24')
  if (!URL.canParse(`http://[${plain}]`)) return plain
  // The URL parser writes every spelling of an address in one way, with `::` for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
