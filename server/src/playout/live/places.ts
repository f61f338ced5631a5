/** Limits of streams of one kind that may be open at once. */
export type PlaceLimits = {
  perAddress: number
  perProvider: number
  perSession: number
  perAccount: number
  perOrganisation: number
  perDisplay: number
  /** Streams whose network is counted. The rest of `inAll` is reserved for paired screens. */
  unproven: number
  inAll: number
}

/**
 * A request for an event stream, with everything that limits it. `network`: the range within which a client can change its
 * address. `provider`: the larger range that an internet provider gives to one customer. The last three identify the person who
 * is signed in. A paired screen only has a session, so that others cannot take its place.
 */
export type StreamRequest = {
  network?: string
  provider?: string
  display?: string
  session?: string | undefined
  account?: string | undefined
  organisation?: string | undefined
}

/** In this order, so that limits a person caused are reported before limits that many people share. */
const SHARED = [
  { bound: 'session', of: 'session', limit: 'perSession' },
  { bound: 'account', of: 'account', limit: 'perAccount' },
  { bound: 'address', of: 'network', limit: 'perAddress' },
  { bound: 'provider', of: 'provider', limit: 'perProvider' },
  { bound: 'organisation', of: 'organisation', limit: 'perOrganisation' },
  { bound: 'display', of: 'display', limit: 'perDisplay' },
] as const satisfies readonly { bound: string; of: keyof StreamRequest; limit: keyof PlaceLimits }[]

/** The limit that was reached: one of the shared ones, or that of the whole process. */
export type Bound = (typeof SHARED)[number]['bound'] | 'server'

export type Places = {
  /** @returns `leave` to free the place (repeated calls have no effect), or the limit that was reached */
  take(request: StreamRequest): { taken: true; leave(): void } | { taken: false; full: Bound }
  limits: PlaceLimits
  /** Number of places taken. */
  taken(): number
  /** Number of refusals by each limit. */
  refused(): Readonly<Record<Bound, number>>
}

/**
 * Limits open streams. When it is full, new listeners are refused, and existing ones are never disconnected: they would reconnect
 * at once and displace others.
 */
export function createPlaces(limits: PlaceLimits): Places {
  const refused: Record<Bound, number> = {
    session: 0,
    account: 0,
    address: 0,
    provider: 0,
    organisation: 0,
    display: 0,
    server: 0,
  }
  const shared = SHARED.map((one) => ({ ...one, counts: new Map<string, number>() }))
  let taken = 0
  let unproven = 0

  function boundMet(request: StreamRequest): Bound | undefined {
    for (const { bound, of, limit, counts } of shared) {
      const name = request[of]
      if (name !== undefined && (counts.get(name) ?? 0) >= limits[limit]) return bound
    }
    const isFull = taken >= limits.inAll || (request.network !== undefined && unproven >= limits.unproven)
    return isFull ? 'server' : undefined
  }

  function count(request: StreamRequest, by: 1 | -1): void {
    taken += by
    if (request.network !== undefined) unproven += by
    for (const { of, counts } of shared) {
      const name = request[of]
      if (name !== undefined) add(counts, name, by)
    }
  }

  return {
    take(request) {
      const full = boundMet(request)
      if (full !== undefined) {
        refused[full] += 1
        return { taken: false, full }
      }
      count(request, 1)
      let isIn = true
      return {
        taken: true,
        leave() {
          if (isIn) count(request, -1)
          isIn = false
        },
      }
    },
    limits,
    taken: () => taken,
    refused: () => refused,
  }
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}

/** More than a machine with two cores should serve. Operators of larger machines can raise it. */
const MOST_STREAMS = 20_000
/** File descriptors for the database, files, uploads and short requests, whatever the limit is. */
const LEAST_RESERVE = 256
/** Share of all places that screens cannot take, for the people who would fix a problem with the screens. */
const PEOPLES_SHARE = 0.1
const MOST_OF_PEOPLE = 500
/** A browser opens six connections to a host, and a person may use a laptop and a phone. */
const PER_SESSION = 20
/** Signing in repeatedly does not give more places. */
const PER_ACCOUNT = 40
/** Share of the screens' places that is reserved for paired screens. */
const PAIRED_SHARE = 0.1
/** Share of the other screens' places that one customer of an internet provider may take. */
const PROVIDERS_SHARE = 0.75
/** Share of the people's places that one organisation may take. */
const ORGANISATIONS_SHARE = 0.5

/**
 * Divides the streams that the process may have open between screens and people.
 *
 * @param settings of the operator; `inAll` undefined: as many as there is room for, up to 20,000
 * @param openFiles files and connections that the process may have open; left out: not known
 */
export function divideStreams(
  settings: { perAddress: number; perDisplay: number; inAll: number | undefined },
  openFiles = Number.POSITIVE_INFINITY,
): { screens: PlaceLimits; people: PlaceLimits } {
  const room = openFiles - reserveOf(openFiles)
  const inAll = Math.max(2, Math.min(settings.inAll ?? MOST_STREAMS, room))
  const people = Math.min(MOST_OF_PEOPLE, Math.ceil(inAll * PEOPLES_SHARE))
  const shared = {
    perAddress: settings.perAddress,
    perDisplay: settings.perDisplay,
    perSession: PER_SESSION,
    perAccount: PER_ACCOUNT,
  }
  const screens = inAll - people
  const unproven = Math.max(1, Math.floor(screens * (1 - PAIRED_SHARE)))
  const perProvider = Math.max(settings.perAddress, Math.ceil(unproven * PROVIDERS_SHARE))
  return {
    // Screens are not signed in, and an organisation's displays have limits of their own.
    screens: { ...shared, perProvider, perOrganisation: screens, unproven, inAll: screens },
    // People are signed in: the share of their organisation limits them, wherever they are.
    people: {
      ...shared,
      perProvider: people,
      perOrganisation: Math.ceil(people * ORGANISATIONS_SHARE),
      unproven: people,
      inAll: people,
    },
  }
}

function reserveOf(openFiles: number): number {
  return Number.isFinite(openFiles) ? Math.ceil(Math.min(openFiles / 2, Math.max(LEAST_RESERVE, openFiles / 8))) : 0
}
