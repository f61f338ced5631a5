/** Which bound a listener met: of its address, of its session, of its display, or of the whole process. */
export type Bound = 'address' | 'session' | 'display' | 'server'

/** How many streams of one kind may be open at once. */
export type PlaceLimits = { perAddress: number; perSession: number; perDisplay: number; inAll: number }

/** Who wants to listen to what. `network`: what one client can change its address within. */
export type Guest = { network: string; display: string; session?: string | undefined }

export type Places = {
  /** @returns `leave` gives the place back, once however often it is called; or the bound that is reached */
  take(guest: Guest): { taken: true; leave(): void } | { taken: false; full: Bound }
  limits: PlaceLimits
  /** Places that are taken. */
  taken(): number
  /** How often each bound has turned somebody away. */
  refused(): Readonly<Record<Bound, number>>
}

/**
 * Who is in stays in: a full house turns away who comes, and never puts anybody out. Those who are put out come back at once,
 * and put out others.
 */
export function createPlaces(limits: PlaceLimits): Places {
  const refused: Record<Bound, number> = { address: 0, session: 0, display: 0, server: 0 }
  const addresses = new Map<string, number>()
  const sessions = new Map<string, number>()
  const displays = new Map<string, number>()
  let taken = 0

  function boundMet({ network, display, session }: Guest): Bound | undefined {
    // What is somebody's own doing is named before what is everybody's.
    if (session !== undefined && (sessions.get(session) ?? 0) >= limits.perSession) return 'session'
    if ((addresses.get(network) ?? 0) >= limits.perAddress) return 'address'
    if ((displays.get(display) ?? 0) >= limits.perDisplay) return 'display'
    return taken >= limits.inAll ? 'server' : undefined
  }

  function count({ network, display, session }: Guest, by: 1 | -1): void {
    taken += by
    add(addresses, network, by)
    add(displays, display, by)
    if (session !== undefined) add(sessions, session, by)
  }

  return {
    take(guest) {
      const full = boundMet(guest)
      if (full !== undefined) {
        refused[full] += 1
        return { taken: false, full }
      }
      count(guest, 1)
      let isIn = true
      return {
        taken: true,
        leave() {
          if (isIn) count(guest, -1)
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
/** What the database, files, uploads and everybody's short requests need, whatever the limit is. */
const LEAST_RESERVE = 256
/** Of all places, those that screens cannot take: for the people who would put right what the screens do. */
const PEOPLES_SHARE = 0.1
const MOST_OF_PEOPLE = 500
/** A browser opens six to a host, and somebody has a laptop and a telephone. */
const PER_SESSION = 20

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
  const shared = { perAddress: settings.perAddress, perDisplay: settings.perDisplay, perSession: PER_SESSION }
  return { screens: { ...shared, inAll: inAll - people }, people: { ...shared, inAll: people } }
}

function reserveOf(openFiles: number): number {
  return Number.isFinite(openFiles) ? Math.ceil(Math.min(openFiles / 2, Math.max(LEAST_RESERVE, openFiles / 8))) : 0
}
