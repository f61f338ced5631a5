import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

/** Networks that a machine makes for its own containers and virtual machines: nobody else is in them. */
const INWARD = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|podman)/
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The address by which other devices of the building may reach this machine; undefined where it cannot know. */
export function ownAddress(): string | undefined {
  // A container knows itself by an address of such an inward network.
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return undefined
  return Object.entries(networkInterfaces())
    .filter(([name]) => !INWARD.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

export type Listening = { address: string; port: number }

/** Tells whether other devices can reach a server that listens there. */
export function listensOutward({ address }: Pick<Listening, 'address'>): boolean {
  return address === '::' || address === '0.0.0.0'
}

/**
 * The address at which other devices find this installation, if the server knows a better one than the request's. `localhost`
 * is each device's own.
 *
 * @param publicUrl of the configuration
 * @param host of the request, with its port
 * @returns an origin; undefined: what stands in the reader's address bar is as good as it gets
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
