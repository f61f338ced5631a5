import { lookup, Resolver } from 'node:dns/promises'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FetchFailure } from '@placard/contract'
import { createQueue } from '../queue.ts'
import { isPublicAddress } from './public-address.ts'

export type OutsideAnswer =
  | { failure: FetchFailure; url: string }
  | { failure: undefined; url: string; status: number; headers: IncomingHttpHeaders; body: Buffer }

/** The public internet. Tests have their own. */
export type Outside = {
  /** All addresses of a host name. */
  resolve: (hostname: string) => Promise<string[]>
  isPublic: (address: string) => boolean
  ports: readonly number[]
  /** True for an address and port of a private network that the operator has allowed. Absent: none is allowed. */
  isOwn?: (address: string, port: number) => boolean
}

/** A name server that does not answer is given up after two tries. */
const PATIENT = { timeout: 2_000, tries: 2 }

/**
 * All addresses of a host name. The name servers are queried without `lookup`, whose few threads the whole process shares: a stranger can
 * make up any number of names that are never answered, and these must not block others. Names for which they know no address are looked
 * up on this machine, one at a time, because that may query other servers and occupy a thread for ten seconds.
 *
 * @param servers name servers as address and port, instead of the machine's own
 * @throws when no name server answers, the name is unknown, or too many names wait to be looked up
 */
export function createResolve({
  servers,
  lookUp = lookup,
}: {
  servers?: readonly string[]
  lookUp?: (hostname: string, options: { all: true }) => Promise<{ address: string }[]>
} = {}): Outside['resolve'] {
  const oneByOne = createQueue('address-look-ups')
  return async (hostname) => {
    const resolver = new Resolver(PATIENT)
    if (servers) resolver.setServers(servers)
    const asked = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (found.length > 0) return found
    const isLate = asked.some((one) => one.status === 'rejected' && one.reason?.code === 'ETIMEOUT')
    if (isLate) throw new Error(`no name server answered for ${hostname}`)
    return await oneByOne(async () => (await lookUp(hostname, { all: true })).map(({ address }) => address))
  }
}

/** The ports of http and https. */
export const WEB_PORTS: readonly number[] = [80, 443]

export const OPEN_NETWORK: Outside = {
  resolve: createResolve(),
  isPublic: isPublicAddress,
  ports: WEB_PORTS,
}

export type OutsideOptions = {
  /** Limit of the body, after decompression. */
  maxBytes: number
  /** `failure`: a body that is too long or too late is a failure. `beginning`: the part that arrived is returned. */
  beyond: 'failure' | 'beginning'
  /** For the whole call, including redirects. */
  timeoutMs: number
  maxRedirects: number
  /** The Accept header. */
  accept: string
  /** Further headers of a GET, for conditional requests. */
  headers?: Readonly<Record<string, string>>
  /** Further headers that are secret. They are sent to the origin of the address alone, and not after a redirect to another. */
  secretHeaders?: Readonly<Record<string, string>>
  /** Name of the client, and the reason for the request. Absent: one request for a person. */
  userAgent?: string
  /** Sends a POST with this instead of a GET. It is never sent to another address: no redirect is followed. */
  post?: { body: string; headers: Readonly<Record<string, string>> }
}

const USER_AGENT = 'Placard (digital signage; asks once, for a person)'
const USER_AGENT_OF_POSTS = 'Placard (digital signage; a webhook)'
const MAX_HEADER_BYTES = 16_384
/** Limit for resolving the name of an address that a person has typed. Milliseconds. */
const JUDGED_WITHIN_MS = 3_000
/** At most this many addresses of a name are tried. */
const MOST_ADDRESSES_TRIED = 3

/**
 * Fetches an address that somebody typed, and never contacts anything outside the public internet, because the server may be inside a
 * network that its users cannot reach. A name is resolved once, all its addresses are checked, and the connection goes to one of these,
 * so a second DNS answer cannot lead elsewhere. Every redirect is checked again. It uses no cookies and no proxy of the environment.
 */
export async function fetchOutside(
  address: string,
  options: OutsideOptions,
  outside: Outside = OPEN_NETWORK,
): Promise<OutsideAnswer> {
  const deadline = AbortSignal.timeout(options.timeoutMs)
  const { origin } = new URL(address)
  let url = new URL(address)
  url.hash = ''
  for (let hops = 0; ; hops += 1) {
    const isAllowed = judge(url, outside)
    const addresses = isAllowed ? await resolveAll(url, outside, deadline) : 'address-not-allowed'
    if (typeof addresses === 'string') return { failure: addresses, url: url.href }
    const { secretHeaders, ...open } = options
    const headers = { ...open.headers, ...(url.origin === origin ? secretHeaders : {}) }
    const response = await ask(url, addresses, { ...open, headers }, deadline)
    if (typeof response === 'string') return { failure: response, url: url.href }
    const next = locationOf(response, url)
    if (!next) return await readAnswer(response, url, options, deadline)
    // Closes the connection. The rest of the response does not matter.
    response.destroy()
    if (hops >= options.maxRedirects || options.post) return { failure: 'too-many-redirects', url: url.href }
    if (url.protocol === 'https:' && next.protocol === 'http:') return { failure: 'insecure-redirect', url: next.href }
    url = next
  }
}

/**
 * True when the server would fetch an address that somebody typed. The name is checked and, if it resolves by now, its addresses. They
 * are checked again at every fetch.
 */
export async function isAllowedOutside(address: string, outside: Outside = OPEN_NETWORK): Promise<boolean> {
  const url = new URL(address)
  if (!judge(url, outside)) return false
  return (await resolveAll(url, outside, AbortSignal.timeout(JUDGED_WITHIN_MS))) !== 'address-not-allowed'
}

function judge(url: URL, outside: Outside): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  if (url.username !== '' || url.password !== '') return false
  // RFC 6761: always this machine, whatever a resolver says.
  if (/(^|\.)localhost\.?$/.test(url.hostname)) return false
  return outside.isOwn !== undefined || outside.ports.includes(portOf(url))
}

const portOf = ({ port, protocol }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

async function resolveAll(url: URL, outside: Outside, deadline: AbortSignal): Promise<string[] | FetchFailure> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  let found: string[]
  try {
    found = isIP(hostname) ? [hostname] : await orAborted(outside.resolve(hostname), deadline)
  } catch {
    return deadline.aborted ? 'too-slow' : 'unreachable'
  }
  // If any address is not allowed, the name is a trap or belongs to a private network. Nothing is fetched in either case.
  if (!found.every((one) => isOpen(one, portOf(url), outside))) return 'address-not-allowed'
  if (found.length === 0) return 'unreachable'
  // IPv4 first: many machines resolve IPv6 addresses but cannot reach them.
  return found.sort((one, other) => isIP(one) - isIP(other)).slice(0, MOST_ADDRESSES_TRIED)
}

function isOpen(address: string, port: number, { isPublic, ports, isOwn }: Outside): boolean {
  return (isPublic(address) && ports.includes(port)) || isOwn?.(address, port) === true
}

type Asked = Pick<OutsideOptions, 'accept' | 'headers' | 'userAgent' | 'post'>

/** The head of the response from the first address that accepts a connection. */
async function ask(
  url: URL,
  addresses: string[],
  options: Asked,
  deadline: AbortSignal,
): Promise<IncomingMessage | FetchFailure> {
  let failure: FetchFailure = 'unreachable'
  for (const address of addresses) {
    try {
      return await askAt(url, address, options, deadline)
    } catch (error) {
      if (deadline.aborted) return 'too-slow'
      failure = (error as NodeJS.ErrnoException).code === 'HPE_HEADER_OVERFLOW' ? 'too-large' : 'unreachable'
    }
  }
  return failure
}

function askAt(
  url: URL,
  address: string,
  { accept, headers, userAgent = USER_AGENT, post }: Asked,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const options = {
      host: address,
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      path: url.pathname + url.search,
      method: post ? 'POST' : 'GET',
      headers: {
        host: url.host,
        accept,
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': post ? USER_AGENT_OF_POSTS : userAgent,
        ...headers,
        ...(post ? { ...post.headers, 'content-length': String(Buffer.byteLength(post.body)) } : {}),
      },
      maxHeaderSize: MAX_HEADER_BYTES,
      // A new connection, which was neither opened for another name nor goes through a proxy of the environment.
      agent: false,
      signal,
    } as const
    // The certificate is checked against the name, not against the resolved address.
    const request = isSecure
      ? requestHttps({ ...options, ...(isIP(hostname) ? {} : { servername: hostname }) })
      : requestHttp(options)
    request.once('response', resolve)
    request.once('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('it speaks another protocol'))
    })
    request.once('error', reject)
    request.end(post?.body)
  })
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

function locationOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  const { location } = headers
  if (!REDIRECTS.has(statusCode) || location === undefined || !URL.canParse(location, from.href)) return undefined
  const url = new URL(location, from.href)
  url.hash = ''
  return url
}

async function readAnswer(
  response: IncomingMessage,
  url: URL,
  { maxBytes, beyond }: OutsideOptions,
  deadline: AbortSignal,
): Promise<OutsideAnswer> {
  const { statusCode: status = 0, headers } = response
  const pieces: Buffer[] = []
  let bytes = 0
  let failure: FetchFailure | undefined
  const unpacked = unpack(response, headers['content-encoding'])
  const close = () => {
    response.destroy()
    unpacked.destroy()
  }
  deadline.addEventListener('abort', close)
  // The stream that is not read may fail as well, and an unhandled error would end the process.
  for (const stream of [response, unpacked]) stream.on('error', () => {})
  response.once('close', () => {
    if (!response.complete) unpacked.destroy()
  })
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      const room = maxBytes - bytes
      pieces.push(piece.length > room ? piece.subarray(0, room) : piece)
      bytes += piece.length
      if (bytes > maxBytes) {
        failure = 'too-large'
        break
      }
    }
    if (deadline.aborted) failure = 'too-slow'
  } catch {
    failure = deadline.aborted ? 'too-slow' : 'unreachable'
  } finally {
    deadline.removeEventListener('abort', close)
    close()
  }
  if (failure !== undefined && beyond === 'failure') return { failure, url: url.href }
  return { failure: undefined, url: url.href, status, headers, body: Buffer.concat(pieces) }
}

function unpack(response: IncomingMessage, encoding: string | undefined): Readable {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return response.pipe(createGunzip())
    case 'deflate':
      return response.pipe(createInflate())
    case 'br':
      return response.pipe(createBrotliDecompress())
    default:
      return response
  }
}

function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
