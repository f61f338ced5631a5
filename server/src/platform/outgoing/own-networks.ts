import { BlockList, isIP } from 'node:net'
import { OrganisationId } from '@placard/contract'
import { type Outside, WEB_PORTS } from './fetch-outside.ts'

/** A private network that feeds may be read from: one entry of FEED_NETWORKS. */
export type OwnNetwork = {
  /** The only organisation that may read from it. undefined: all may. */
  organisationId: OrganisationId | undefined
  /** IPv4 or IPv6, without brackets. */
  address: string
  /** Prefix length of the network. undefined: this address alone. */
  bits: number | undefined
  /** The only allowed port. undefined: those of the web, 80 and 443. */
  port: number | undefined
}

/** A port is not possible after an IPv6 address without brackets: it would be read as part of the address. */
const ENTRY =
  /^(?:(?<organisation>[^@]+)@)?(?:\[(?<six>[\da-f:.]+)\]|(?<four>[\d.]+)|(?<bare>[\da-f:.]+))(?:\/(?<bits>\d{1,3}))?(?::(?<port>\d{1,5}))?$/i

/** @param text `organisation@address/bits:port`. Only the address is required. @returns undefined when it has another form */
export function readOwnNetwork(text: string): OwnNetwork | undefined {
  const parts = ENTRY.exec(text)?.groups
  if (!parts) return undefined
  const { organisation, six, four, bare } = parts
  const address = six ?? four ?? bare ?? ''
  const version = isIP(address)
  if (version === 0 || (six !== undefined && version !== 6)) return undefined
  const organisationId = organisation === undefined ? undefined : OrganisationId.safeParse(organisation)
  if (organisationId?.success === false) return undefined
  const bits = numberOf(parts.bits)
  if (bits !== undefined && bits > (version === 4 ? 32 : 128)) return undefined
  const port = numberOf(parts.port)
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined
  return { organisationId: organisationId?.data, address, bits, port }
}

const numberOf = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))

/** Adds the private networks that are allowed for an organisation. All others stay closed. */
export function withNetworks(outside: Outside, networks: readonly OwnNetwork[], organisationId: string): Outside {
  const open = networks
    .filter((network) => network.organisationId === undefined || network.organisationId === organisationId)
    .map((network) => ({ list: listOf(network), ports: network.port === undefined ? WEB_PORTS : [network.port] }))
  if (open.length === 0) return outside
  const isOwn = (address: string, port: number) =>
    open.some(({ list, ports }) => ports.includes(port) && list.check(address, familyOf(address)))
  return { ...outside, isOwn }
}

function listOf({ address, bits }: OwnNetwork): BlockList {
  const list = new BlockList()
  if (bits === undefined) list.addAddress(address, familyOf(address))
  else list.addSubnet(address, bits, familyOf(address))
  return list
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
