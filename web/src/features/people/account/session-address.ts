/**
 * The machine itself, in every spelling: nothing that would tell a reader where that was. An address of IPv6 is kept as its
 * network.
 */
export function isThisNetwork(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address) || /^[0:]*:0*1?(\/\d+)?$/.test(address)
}
