import type { FetchFailure, Town, WeatherSource } from '@placard/contract'
import { askFor } from '../../platform/asker.ts'
import type { Context } from '../../platform/context.ts'
import { fetchOutside, OPEN_NETWORK, type Outside, type OutsideOptions } from '../../platform/outgoing/fetch-outside.ts'
import { retryAfterMsOf } from '../../platform/outgoing/told-retry-after.ts'
import { type ForecastCopy, readCopy, withPast } from '../programmes/service.ts'
import { addressOf, readForecast } from './read-forecast.ts'
import * as store from './store.ts'
import { renewWeather, takeForecast } from './take-forecast.ts'
import { createTowns, type Towns } from './towns.ts'

/** Interval at which the server looks for towns that are due. */
export const WEATHER_READ_EVERY_MS = 2_000
/** Interval at which the server looks for the towns that displays are in. */
const TRACKED_EVERY_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A forecast is read again after this time, unless the source says a later one (`Expires`). */
const READ_EVERY_MS = 30 * MINUTE_MS
/** The longest time for which a source can say that its answer stays the same. */
const MOST_EXPIRES_MS = 6 * HOUR_MS
/** After a failure. Doubled with each further one. */
const AFTER_FAILURE_MS = 5 * MINUTE_MS
/** MET Norway blocks clients that go on after 403 and 429, so these wait for longer. */
const AFTER_REFUSAL_MS = HOUR_MS
const MOST_WAIT_MS = 12 * HOUR_MS
/** Random share that is added to a wait, so that all towns are not read in the same second. */
const JITTER = 0.2
/** Time that a node has for one town. If the node crashes, the town is due again after this. */
const CLAIMED_MS = 2 * MINUTE_MS
/** Towns read at once. Both services ask clients to send few requests at a time. */
const AT_ONCE = 4

const ASKED: OutsideOptions = {
  // The longest answers have some 100 kB.
  maxBytes: 2 ** 20,
  beyond: 'failure',
  timeoutMs: 15_000,
  // The address is the operator's or that of the service: neither moves.
  maxRedirects: 0,
  accept: 'application/json',
}

/** Reasons why a forecast could not be read. */
type Problem = FetchFailure | 'refused' | 'too-often' | 'status' | 'not-a-forecast'

type Outcome =
  | { outcome: 'unchanged'; expiresMs: number }
  | { outcome: 'read'; copy: ForecastCopy; lastModified: string | null; expiresMs: number }
  | { outcome: 'failed'; problem: Problem; status: number | null; retryAfterMs: number }

export type WeatherReader = {
  towns: Towns
  /** The service that forecasts come from. null: the operator has not chosen one. */
  source: WeatherSource | null
  /** Looks for the towns of displays at the next tick, because one of them has changed. */
  wake(): void
  /** Starts to read the towns that are due, without waiting. Several nodes may do this at once: each town is read by one of them. */
  tick(): Promise<void>
  /** Waits for the towns that are being read. */
  settled(): Promise<unknown>
  /** Stops reading. What was read already is still stored. */
  close(): Promise<void>
}

export function createWeather(context: Context, outside: Outside = OPEN_NETWORK): WeatherReader {
  const { config, database, log, now } = context
  const { queries } = database
  const { weather: source } = config
  const towns = createTowns()
  const writing = new Set<Promise<unknown>>()
  /** The towns whose displays are getting the words and answers of another hour. */
  const renewing = new Set<string>()
  let isClosing = false
  let trackedAt = Number.NEGATIVE_INFINITY
  /** No display is in a town. */
  let isIdle = true

  /** Adds the towns of displays, and removes those in which no display is any more. */
  async function track({ source: name }: NonNullable<typeof source>): Promise<void> {
    const all = await store.listTowns(queries)
    const wanted = new Map<string, Town>(all.map(({ town }) => [town.id, town]))
    isIdle = all.length === 0
    const known = await store.listWeather(queries)
    if (known.some((one) => one.source !== name)) await store.changeSource(queries, name, now())
    const ids = new Set(known.map(({ town_id }) => town_id))
    const missing = [...wanted.values()].filter(({ id }) => !ids.has(id))
    if (missing.length > 0) await store.createWeather(queries, missing, name, now())
    await store.removeWeather(
      queries,
      [...ids].filter((id) => !wanted.has(id)),
    )
  }

  async function ask(known: store.StoredWeather, from: NonNullable<typeof source>): Promise<Outcome> {
    const { source: name, url, isOwn, userAgent } = from
    const isKnown = known.copy !== null && known.last_modified !== null
    const headers: Record<string, string> = isKnown ? { 'if-modified-since': known.last_modified as string } : {}
    const address = addressOf(name, url, known)
    const answer = await fetchOutside(
      address,
      { ...ASKED, headers, userAgent },
      isOwn ? ownNetwork(outside, url) : outside,
    )
    if (answer.failure !== undefined) return failed(answer.failure)
    const { status, body, headers: told } = answer
    const expiresMs = expiresMsOf(told.expires, now())
    if (status === 304 && isKnown) return { outcome: 'unchanged', expiresMs }
    const retryAfterMs = retryAfterMsOf(told['retry-after'], now())
    if (status === 401 || status === 403) return failed('refused', status, retryAfterMs)
    if (status === 429) return failed('too-often', status, retryAfterMs)
    // 203: the service warns that this version of it ends.
    if (status !== 200 && status !== 203) return failed('status', status, retryAfterMs)
    const isJson = /\bjson\b/i.test(told['content-type'] ?? 'json')
    const copy = isJson ? readForecast(name, body, now()) : undefined
    if (!copy) return failed('not-a-forecast', status)
    return { outcome: 'read', copy, lastModified: told['last-modified']?.slice(0, 100) ?? null, expiresMs }
  }

  async function readOne(town: store.StoredWeather, from: NonNullable<typeof source>): Promise<void> {
    const outcome = await ask(town, from)
    const at = now()
    const next = (waitMs: number) => at + Math.round(waitMs * (1 + JITTER * Math.random()))
    if (outcome.outcome === 'failed') {
      const { problem, status, retryAfterMs } = outcome
      const first = problem === 'refused' || problem === 'too-often' ? AFTER_REFUSAL_MS : AFTER_FAILURE_MS
      const waitMs = Math.max(Math.min(first * 2 ** Math.min(town.failures, 20), MOST_WAIT_MS), retryAfterMs)
      if (town.failures === 0) {
        log.warn(
          { town: town.town_id, problem, status },
          'a forecast could not be read; the last one is shown for six hours',
        )
      }
      await store.updateWeather(queries, town.town_id, {
        failures: town.failures + 1,
        problem,
        status,
        next_at: next(waitMs),
      })
      return
    }
    const fine = {
      read_at: at,
      failures: 0,
      problem: null,
      status: null,
      next_at: next(Math.max(READ_EVERY_MS, outcome.expiresMs)),
    }
    if (outcome.outcome === 'unchanged') return store.updateWeather(queries, town.town_id, fine)
    const before = readCopy(town.copy)
    const copy = JSON.stringify(withPast(outcome.copy, before))
    await takeForecast(context, town, {
      ...fine,
      copy,
      last_modified: outcome.lastModified,
    })
  }

  function begin({ town_id: town }: store.StoredWeather, work: () => Promise<void>): void {
    const read = askFor({ of: 'the server', by: 'the server' }, work)
      .catch((error) => log.error({ err: error, town }, 'a forecast could not be stored'))
      .finally(() => {
        writing.delete(read)
        renewing.delete(town)
      })
    writing.add(read)
  }

  return {
    towns,
    source: source?.source ?? null,

    wake() {
      trackedAt = Number.NEGATIVE_INFINITY
    },

    async tick() {
      if (isClosing || !source) return
      if (now() - trackedAt >= TRACKED_EVERY_MS || now() < trackedAt) {
        trackedAt = now()
        await track(source)
      }
      if (isIdle || writing.size >= AT_ONCE) return
      for (const town of await store.listDue(queries, now(), AT_ONCE)) {
        if (isClosing || writing.size >= AT_ONCE) return
        if (await store.claimWeather(queries, town, now() + CLAIMED_MS)) begin(town, () => readOne(town, source))
      }
      for (const town of await store.listToRenew(queries, now(), AT_ONCE)) {
        if (isClosing || writing.size >= AT_ONCE) return
        if (renewing.has(town.town_id)) continue
        renewing.add(town.town_id)
        begin(town, () => renewWeather(context, town))
      }
    },

    settled: () => Promise.all(writing),

    async close() {
      isClosing = true
      towns.close()
      // Do not wait for a service that does not respond; its claims expire by themselves.
      await Promise.race([Promise.all(writing), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
    },
  }
}

/** The server that the operator named may be in a private network. Nothing else there is reached, as no redirect is followed. */
function ownNetwork(outside: Outside, url: string): Outside {
  const { port, protocol } = new URL(url)
  const own = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  return { ...outside, isOwn: (_, asked) => asked === own }
}

const failed = (problem: Problem, status: number | null = null, retryAfterMs = 0) =>
  ({ outcome: 'failed', problem, status, retryAfterMs }) as const

/** The time until the source has a new answer. */
function expiresMsOf(told: string | undefined, now: number): number {
  const waitMs = told === undefined ? 0 : Date.parse(told) - now
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MOST_EXPIRES_MS) : 0
}
