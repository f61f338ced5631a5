/**
 * True for loopback addresses in every notation, which say nothing about the user's location. IPv6 addresses are stored as their
 * network.
 */
export function isThisNetwork(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address) || /^[0:]*:0*1?(\/\d+)?$/.test(address)
}
