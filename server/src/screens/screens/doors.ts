import type { DisplayKey, ROUTE_DETAILS, RouteName, ScreenId } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { createLately } from '../../platform/lately.ts'
import { networkOf } from '../../platform/network.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { ScreenDoor } from '../../platform/screen-door.ts'
import { createPairedLately, isForEverybody, isPaired } from './paired.ts'

/** A route that screens call. */
export type ScreenRoute = {
  [Name in RouteName]: (typeof ROUTE_DETAILS)[Name] extends { ofScreen: true } ? Name : never
}[RouteName]

type Limit = { atOnce: number; everyMs: number; names: number }

/**
 * A route by which a screen tells something that is stored. `proof`: how exactly the secret is asked. `each-time`, or `lately`:
 * a screen that has proven itself is believed for a minute, which costs no query.
 */
type TellingDoor = {
  kind: 'telling'
  proof: 'each-time' | 'lately'
  /** Of one screen. Proven and unproven requests of one id are counted apart. */
  perScreen: Limit
  /** Of one network. Proven requests are not counted. */
  perNetwork: Limit
}

/**
 * `secret`: the route asks for the secret itself, before its limits. `stream`: a paired screen takes a place of its own.
 * `reading`: nothing is stored or counted for a screen; what only paired screens may have is refused to others.
 */
type OtherDoor = { kind: 'secret' | 'stream' | 'reading' }

/** Every route that a screen calls, and how it is protected from others who know the screen's id. */
export const SCREEN_DOORS = {
  /** A player beats three times a minute; each page starts anew. One network may hold ten thousand screens. */
  beatScreen: {
    kind: 'telling',
    proof: 'lately',
    perScreen: { atOnce: 6, everyMs: 10_000, names: 20_000 },
    perNetwork: { atOnce: 2_000, everyMs: 2, names: 10_000 },
  },
  /**
   * A player stays far below: one a minute, and a second one in hand (`player/src/reports/pace.ts`). But each page starts anew
   * and says when it ends, and one that heals itself loads three times within minutes: its last report must be taken.
   */
  reportScreen: {
    kind: 'telling',
    proof: 'each-time',
    perScreen: { atOnce: 12, everyMs: 20_000, names: 20_000 },
    perNetwork: { atOnce: 1_000, everyMs: 100, names: 10_000 },
  },
  /** A screen that was away for a month sends what it has kept piece by piece, and is done within the hour. */
  tellPlays: {
    kind: 'telling',
    proof: 'each-time',
    perScreen: { atOnce: 30, everyMs: 2_500, names: 20_000 },
    perNetwork: { atOnce: 1_000, everyMs: 50, names: 10_000 },
  },
  /** A player says it twice of each take-over, and again where it was not answered. */
  showTakeOver: {
    kind: 'telling',
    proof: 'each-time',
    perScreen: { atOnce: 12, everyMs: 5_000, names: 20_000 },
    perNetwork: { atOnce: 10_000, everyMs: 2, names: 10_000 },
  },
  enterScreen: { kind: 'secret' },
  answerCommand: { kind: 'secret' },
  streamScreen: { kind: 'stream' },
  streamManifest: { kind: 'stream' },
  getManifest: { kind: 'reading' },
  getTime: { kind: 'reading' },
} as const satisfies Record<ScreenRoute, TellingDoor | OtherDoor>

type TellingRoute = {
  [Name in ScreenRoute]: (typeof SCREEN_DOORS)[Name] extends TellingDoor ? Name : never
}[ScreenRoute]

export type ScreenDoors = Record<TellingRoute, ScreenDoor>

export function createScreenDoors(context: Context): ScreenDoors {
  return {
    beatScreen: createDoor(context, SCREEN_DOORS.beatScreen),
    reportScreen: createDoor(context, SCREEN_DOORS.reportScreen),
    tellPlays: createDoor(context, SCREEN_DOORS.tellPlays),
    showTakeOver: createDoor(context, SCREEN_DOORS.showTakeOver),
  }
}

/** An unpaired screen is not looked up with each request. What it tells is checked again when it is written. */
const FOR_EVERYBODY = { ms: 10 * 60_000, most: 20_000 }

/** The proof comes first, so a request without it takes nothing from the paired screen whose id it names. */
function createDoor(context: Context, { proof, perScreen, perNetwork }: TellingDoor): ScreenDoor {
  const { queries } = context.database
  const ofProven = createRateLimit(perScreen)
  const ofOthers = createRateLimit(perScreen)
  const ofNetwork = createRateLimit(perNetwork)
  const forEverybody = createLately(FOR_EVERYBODY, context.now)
  const isPairedLately = createPairedLately(context)

  return async (request, key, screenId) => {
    const address = request.ip
    const name = nameOf(key, screenId)
    const isProven = await (proof === 'lately'
      ? isPairedLately(request, key, screenId)
      : isPaired(context, request, key, screenId))
    if (isProven) {
      requireNoWait(ofProven.take(name, context.now()))
      return { isProven, address }
    }
    requireNoWait(ofNetwork.take(networkOf(address), context.now()))
    let isDisplay = true
    const isTaken = await forEverybody(name, async () => {
      const answer = await isForEverybody(queries, key, screenId)
      isDisplay = answer !== undefined
      return answer === true
    })
    if (!isDisplay) throw new AppError('display-not-found')
    if (!isTaken) return undefined
    requireNoWait(ofOthers.take(name, context.now()))
    return { isProven, address }
  }
}

function requireNoWait(waitMs: number): void {
  if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}

const nameOf = ({ organisationId, displayId }: DisplayKey, screenId: ScreenId) =>
  `${organisationId}/${displayId}/${screenId}`
