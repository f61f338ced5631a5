import {
  type DisplayKey,
  itemIdOfEntry,
  MAX_ZONES_BESIDE_MAIN,
  type OrganisationId,
  PLAYS_WAIT_MS,
  type PlayPiece,
  type Plays,
  type PlaysTaken,
  type ScreenId,
  type ZoneOffsets,
} from '@placard/contract'
import { zoneOffsetsOf } from '../../content/schedules/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { ScreenSender } from '../../platform/screen-door.ts'
import { cutAtHours } from './hour.ts'
import * as store from './store.ts'

/** Most reports of proven screens that wait for the database at once, and as many of others. Screens retry the rest. */
const MAX_AT_ONCE = 100
/** Most screens of one display over the whole time kept: of proven screens, and again as many others. */
const MAX_SCREENS = 500
/** Limit for new unproven screens. Made-up screens then take hours, not seconds, to fill a display's limit. */
const NEW_PER_NETWORK = { atOnce: 30, everyMs: 10 * 60_000, names: 10_000 }
/** The same for one display and all networks: more than one network may add, and fewer than a display may have. */
const NEW_PER_DISPLAY = { atOnce: 60, everyMs: 10 * 60_000, names: 10_000 }
/** Allowed difference between a screen's clock and the server's. */
const AHEAD_MS = 2 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** The zones of a screen that play at the same time, and an insert over them. */
const MOST_ZONES = 2 + MAX_ZONES_BESIDE_MAIN
/** No screen can show more than this within an hour. Two windows of one browser count as one screen. */
const MOST_MS = MOST_ZONES * 2 * 60 * 60_000
const MOST_TIMES = MOST_ZONES * 7_200
const MAX_KNOWN_ITEMS = 50_000

export type PlayTaker = {
  /** @throws AppError unavailable, display-not-found, screen-not-found */
  take(key: DisplayKey, screenId: ScreenId, plays: Plays, from: ScreenSender): Promise<PlaysTaken>
  /**
   * Stores nothing, and returns the same answer as if it had, so that the answer does not reveal which ids belong to paired
   * screens.
   *
   * @throws AppError display-not-found, screen-not-found
   */
  drop(key: DisplayKey, screenId: ScreenId, plays: Plays): Promise<PlaysTaken>
}

/**
 * Adds up the reports of screens. Anybody may report, so everything is limited: the rate, the number of screens, the items, and
 * the totals of an hour. The sums and the number of the last piece are written in one transaction, so that a repeated report adds
 * nothing.
 */
export function createPlayTaker(context: Context): PlayTaker {
  const newPerNetwork = createRateLimit(NEW_PER_NETWORK)
  const newPerDisplay = createRateLimit(NEW_PER_DISPLAY)
  /** The numbers of items, cached because they never change. */
  const known = new Map<string, number>()
  const underWay = { proven: 0, others: 0 }

  /**
   * @returns the number of each item that exists or existed, by `store.nameOf`. Files that are unknown or were removed meanwhile
   * are left out, because arbitrary digests could be used to fill the table
   */
  async function numbersOf(
    queries: Queries,
    organisationId: OrganisationId,
    shown: readonly store.Shown[],
  ): Promise<Map<string, number>> {
    const unknown = shown.filter((one) => !known.has(`${organisationId} ${store.nameOf(one)}`))
    const found = await store.findItems(queries, organisationId, unknown)
    const missing = unknown.filter((one) => !found.has(store.nameOf(one)))
    if (missing.length > 0) {
      const ids = [...new Set(missing.map(({ itemId }) => itemIdOfEntry(itemId)))]
      const titles = await store.findTitles(queries, organisationId, ids)
      const digests = [...new Set(missing.map(({ sha256 }) => sha256).filter((one) => one !== ''))]
      const stored = await store.keepStored(queries, organisationId, digests)
      const made = missing.flatMap(({ itemId, sha256 }) => {
        const title = titles.get(itemIdOfEntry(itemId))?.title
        return title === undefined ? [] : [{ itemId, sha256: stored.has(sha256) ? sha256 : '', title }]
      })
      await store.createItems(queries, organisationId, made)
      for (const [name, number] of await store.findItems(queries, organisationId, made)) found.set(name, number)
    }
    const numbers = new Map<string, number>()
    for (const one of shown) {
      const name = store.nameOf(one)
      const number =
        known.get(`${organisationId} ${name}`) ?? found.get(name) ?? found.get(store.nameOf({ ...one, sha256: '' }))
      if (number !== undefined) numbers.set(name, number)
    }
    return numbers
  }

  function remember(organisationId: OrganisationId, numbers: ReadonlyMap<string, number>): void {
    for (const [name, number] of numbers) known.set(`${organisationId} ${name}`, number)
    if (known.size > MAX_KNOWN_ITEMS) known.clear()
  }

  async function add(
    queries: Queries,
    { organisationId }: DisplayKey,
    screen: number,
    offsets: ZoneOffsets,
    pieces: readonly PlayPiece[],
  ): Promise<Map<string, number>> {
    const shown = pieces.flatMap((piece) => (piece.kind === 'idle' ? [] : [shownIn(piece)]))
    const numbers = await numbersOf(queries, organisationId, shown)

    const sums: store.Sum[] = []
    const misses: store.Miss[] = []
    for (const piece of pieces) {
      const item = piece.kind === 'idle' ? 0 : numbers.get(store.nameOf(shownIn(piece)))
      if (item === undefined) continue
      if (piece.kind === 'missed') {
        const [{ hour } = { hour: 0 }] = cutAtHours(offsets, piece.at, 0)
        misses.push({ hour, item, why: store.PLAY_MISS_REASONS.indexOf(piece.why), missed: piece.missed })
        continue
      }
      const { showings, cut, share = 100 } = piece.kind === 'play' ? piece : { showings: 0, cut: 0 }
      const parts = cutAtHours(offsets, piece.at, piece.ms)
      for (const [index, { hour, ms }] of parts.entries()) {
        // A showing counts in the hour in which it began, and as cut short in the hour in which it ended.
        sums.push({
          hour,
          item,
          ms,
          areaMs: Math.round((ms * share) / 100),
          showings: index === 0 ? showings : 0,
          cut: index === parts.length - 1 ? cut : 0,
        })
      }
    }
    const hours = [...new Set([...sums, ...misses].map(({ hour }) => hour))]
    if (hours.length === 0) return numbers
    const held = await store.sumHours(queries, screen, hours)
    const fits = (hour: number, { showings = 0, ms = 0, missed = 0 }) => {
      const before = held.get(hour) ?? { showings: 0, ms: 0, missed: 0 }
      const after = {
        showings: before.showings + showings,
        ms: before.ms + ms,
        missed: before.missed + missed,
      }
      if (after.ms > MOST_MS || after.showings > MOST_TIMES || after.missed > MOST_TIMES) return false
      held.set(hour, after)
      return true
    }
    const fitting = sums.filter((sum) => fits(sum.hour, sum))
    await store.addSums(
      queries,
      screen,
      joined(fitting, ({ hour, item }) => `${hour} ${item}`, addSum),
    )
    const missing = misses.filter((miss) => fits(miss.hour, { missed: miss.missed }))
    await store.addMisses(
      queries,
      screen,
      joined(missing, ({ hour, item, why }) => `${hour} ${item} ${why}`, addMiss),
    )
    return numbers
  }

  function mayComeNew({ organisationId, displayId }: DisplayKey, network: string, now: number): boolean {
    return newPerNetwork.take(network, now) === 0 && newPerDisplay.take(`${organisationId}/${displayId}`, now) === 0
  }

  async function write(
    key: DisplayKey,
    screenId: ScreenId,
    { series, pieces }: Plays,
    { isProven, address }: ScreenSender,
  ): Promise<PlaysTaken> {
    const now = context.now()
    const { until, numbers } = await context.database.transaction(async (queries) => {
      const teller = await getTeller(queries, key, screenId)
      // The display may have been closed to others after the request was let in.
      if (!isProven && teller.pairedOnly) return { until: lastOf(pieces), numbers: new Map<string, number>() }
      const right = pieces.filter(({ at }) => at <= now + AHEAD_MS && at >= now - PLAYS_WAIT_MS - DAY_MS)
      const firstAt = right.reduce((first, { at }) => Math.min(first, at), now)
      const told = {
        firstAt,
        now,
        most: MAX_SCREENS,
        mayBeNew: () => isProven || mayComeNew(key, networkOf(address), now),
      }
      const screen = await store.holdScreen(queries, key, screenId, isProven, teller, told)
      if (screen === undefined) throw new AppError('unavailable', { retryAfterSeconds: 60 * 60 })
      const before = await store.findToldUntil(queries, screen, series)
      const last = Math.max(before, lastOf(pieces))
      if (last === before) return { until: before, numbers: new Map<string, number>() }
      const fresh = right.filter(({ n }) => n > before)
      const numbers = await add(queries, key, screen, zoneOffsetsOf(teller.timeZone, now), fresh)
      await store.putToldUntil(queries, { screen, series, until: last, now }, before === 0)
      return { until: last, numbers }
    })
    remember(key.organisationId, numbers)
    return { until }
  }

  return {
    async take(key, screenId, plays, from) {
      const kind = from.isProven ? 'proven' : 'others'
      if (underWay[kind] >= MAX_AT_ONCE) throw new AppError('unavailable', { retryAfterSeconds: 60 })
      underWay[kind] += 1
      try {
        return await write(key, screenId, plays, from)
      } finally {
        underWay[kind] -= 1
      }
    },
    async drop(key, screenId, { pieces }) {
      await getTeller(context.database.queries, key, screenId)
      return { until: lastOf(pieces) }
    },
  }
}

/** @throws AppError display-not-found, screen-not-found */
async function getTeller(queries: Queries, key: DisplayKey, screenId: ScreenId) {
  const teller = await store.findTeller(queries, key, screenId)
  if (!teller) throw new AppError('display-not-found')
  const { name } = teller
  if (name === null) throw new AppError('screen-not-found')
  return { ...teller, name }
}

const lastOf = (pieces: readonly PlayPiece[]) => pieces.at(-1)?.n ?? 0

function shownIn({ itemId, sha256 }: Exclude<PlayPiece, { kind: 'idle' }>): store.Shown {
  return { itemId, sha256: sha256 ?? '' }
}

function joined<One>(all: readonly One[], keyOf: (one: One) => string, add: (one: One, other: One) => One): One[] {
  const byKey = new Map<string, One>()
  for (const one of all) {
    const before = byKey.get(keyOf(one))
    byKey.set(keyOf(one), before ? add(before, one) : one)
  }
  return [...byKey.values()]
}

function addSum(one: store.Sum, { showings, ms, areaMs, cut }: store.Sum): store.Sum {
  return {
    ...one,
    showings: one.showings + showings,
    ms: one.ms + ms,
    areaMs: one.areaMs + areaMs,
    cut: one.cut + cut,
  }
}

function addMiss(one: store.Miss, { missed }: store.Miss): store.Miss {
  return { ...one, missed: one.missed + missed }
}
