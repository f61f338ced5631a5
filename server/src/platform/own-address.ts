import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

/** Interfaces that a machine creates for its own containers and virtual machines. No other device is on them. */
const INWARD = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|podman)/
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The address at which other devices in the building can reach this machine, or undefined if it cannot know. */
export function ownAddress(): string | undefined {
  // A container only knows its address on such an internal network.
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return undefined
  return Object.entries(networkInterfaces())
    .filter(([name]) => !INWARD.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

export type Listening = { address: string; port: number }

/** True when other devices can reach a server that listens on this address. */
export function listensOutward({ address }: Pick<Listening, 'address'>): boolean {
  return address === '::' || address === '0.0.0.0'
}

/**
 * The address at which other devices find this installation, if the server knows a better one than the request's. `localhost` means a
 * different machine on each device.
 *
 * @param publicUrl of the configuration
 * @param host of the request, with its port
 * @returns an origin, or undefined when the address in the reader's address bar is the best one known
 */
export function betterOrigin(
  publicUrl: string | undefined,
  host: string | undefined,
  listening: Listening | undefined,
  own: () => string | undefined = ownAddress,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl
  if (host === undefined || !LOOPBACK.test(host.replace(/:\d+$/, ''))) return undefined
  if (!listening || !listensOutward(listening)) return undefined
  const address = own()
  return address === undefined ? undefined : `http://${address}:${listening.port}`
}
