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
 * A route by which a screen reports something that is stored. `proof`: when the secret is verified: `each-time`, or `lately`: a
 * verified screen is trusted for a minute, which saves a query.
 */
type TellingDoor = {
  kind: 'telling'
  proof: 'each-time' | 'lately'
  /** Limit for one screen. Proven and unproven requests for one id are counted separately. */
  perScreen: Limit
  /** Limit for one network. Proven requests do not count. */
  perNetwork: Limit
}

/**
 * `secret`: the route verifies the secret itself, before its limits. `stream`: a paired screen takes its own place. `reading`:
 * nothing is stored or counted for a screen; data for paired screens only is refused to others.
 */
type OtherDoor = { kind: 'secret' | 'stream' | 'reading' }

/** Every route that a screen calls, and its protection from others who know the screen's id. */
export const SCREEN_DOORS = {
  /** A player sends three beats a minute, and each page starts its own. One network may have ten thousand screens. */
  beatScreen: {
    kind: 'telling',
    proof: 'lately',
    perScreen: { atOnce: 6, everyMs: 10_000, names: 20_000 },
    perNetwork: { atOnce: 2_000, everyMs: 2, names: 10_000 },
  },
  /**
   * Players stay far below this: one a minute, with one in reserve (`player/src/reports/pace.ts`). But each page starts its own
   * count and reports when it ends, and a page that recovers by itself loads three times within minutes: its last report must be
   * accepted.
   */
  reportScreen: {
    kind: 'telling',
    proof: 'each-time',
    perScreen: { atOnce: 12, everyMs: 20_000, names: 20_000 },
    perNetwork: { atOnce: 1_000, everyMs: 100, names: 10_000 },
  },
  /** A screen that was offline for a month sends its stored reports piece by piece, within an hour. */
  tellPlays: {
    kind: 'telling',
    proof: 'each-time',
    perScreen: { atOnce: 30, everyMs: 2_500, names: 20_000 },
    perNetwork: { atOnce: 1_000, everyMs: 50, names: 10_000 },
  },
  /** A player reports each take-over twice, and again if there is no response. */
  showTakeOver: {
    kind: 'telling',
    proof: 'each-time',
    perScreen: { atOnce: 12, everyMs: 5_000, names: 20_000 },
    perNetwork: { atOnce: 10_000, everyMs: 2, names: 10_000 },
  },
  enterScreen: { kind: 'secret' },
  answerCommand: { kind: 'secret' },
  helloAgent: { kind: 'secret' },
  reportAgent: { kind: 'secret' },
  sendAgentPicture: { kind: 'secret' },
  getAgentFile: { kind: 'secret' },
  streamAgent: { kind: 'stream' },
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

/** An unpaired screen is not looked up for each request. Its reports are checked again when they are written. */
const FOR_EVERYBODY = { ms: 10 * 60_000, most: 20_000 }

/** The proof is checked first, so that a request without it does not use up the limit of the paired screen that it names. */
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
