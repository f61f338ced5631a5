/** How many streams of one kind may be open at once. */
export type PlaceLimits = {
  perAddress: number
  perProvider: number
  perSession: number
  perAccount: number
  perOrganisation: number
  perDisplay: number
  /** Of those whose network is counted. The rest of `inAll` is for paired screens. */
  unproven: number
  inAll: number
}

/**
 * A request for a stream of events, by everything that bounds it. `network`: the one within which a client can change its
 * address; `provider`: the larger one that a provider gives to one customer; the last three say who is signed in. A paired screen
 * has a session alone, so that nobody else takes its place.
 */
export type StreamRequest = {
  network?: string
  provider?: string
  display?: string
  session?: string | undefined
  account?: string | undefined
  organisation?: string | undefined
}

/** In this order: what is somebody's own doing is named before what is everybody's. */
const SHARED = [
  { bound: 'session', of: 'session', limit: 'perSession' },
  { bound: 'account', of: 'account', limit: 'perAccount' },
  { bound: 'address', of: 'network', limit: 'perAddress' },
  { bound: 'provider', of: 'provider', limit: 'perProvider' },
  { bound: 'organisation', of: 'organisation', limit: 'perOrganisation' },
  { bound: 'display', of: 'display', limit: 'perDisplay' },
] as const satisfies readonly { bound: string; of: keyof StreamRequest; limit: keyof PlaceLimits }[]

/** The bound that a listener met: one that it shares with others, or that of the whole process. */
export type Bound = (typeof SHARED)[number]['bound'] | 'server'

export type Places = {
  /** @returns `leave` gives the place back, once however often it is called; or the bound that is reached */
  take(request: StreamRequest): { taken: true; leave(): void } | { taken: false; full: Bound }
  limits: PlaceLimits
  /** Places that are taken. */
  taken(): number
  /** How often each bound has turned somebody away. */
  refused(): Readonly<Record<Bound, number>>
}

/**
 * A listener that is in stays in: a full house turns newcomers away, and never puts anybody out. Those who are put out come back
 * at once, and put out others.
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

/** More than a machine of two cores should serve; who has a larger one says so. */
const MOST_STREAMS = 20_000
/** Descriptors that the database, files, uploads and everybody's short requests need, whatever the limit is. */
const LEAST_RESERVE = 256
/** Of all places, those that screens cannot take: for the people who would put right what the screens do. */
const PEOPLES_SHARE = 0.1
const MOST_OF_PEOPLE = 500
/** A browser opens six to a host, and somebody has a laptop and a telephone. */
const PER_SESSION = 20
/** Signing in again and again brings no more places. */
const PER_ACCOUNT = 40
/** Of the screens' places, those that only paired screens take, however many others come. */
const PAIRED_SHARE = 0.1
/** Of the other screens' places: all networks of one customer of a provider leave some to others. */
const PROVIDERS_SHARE = 0.75
/** Of the people's places: the people of one organisation leave the others theirs. */
const ORGANISATIONS_SHARE = 0.5

/**
 * Divides the streams that the process may have open between screens and people.
 *
 * @param settings of the operator; `inAll` undefined: as many as there is room for, and no more than 20,000
 * @param openFiles how many files and connections the process may have open; left out: nobody knows
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
    // Nobody signs a screen in, and an organisation's displays have bounds of their own.
    screens: { ...shared, perProvider, perOrganisation: screens, unproven, inAll: screens },
    // They are signed in: their organisation's share counts, wherever they are.
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
