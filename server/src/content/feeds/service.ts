import { createHash } from 'node:crypto'
import {
  type CalendarTally,
  type CheckedFeed,
  type CheckFeed,
  FEED_STALE_MS,
  type FeedProblem,
  type FeedSettings,
  type FeedState,
  ItemId,
  type OrganisationId,
  readItemUrl,
} from '@placard/contract'
import { askFor } from '../../platform/asker.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import {
  fetchOutside,
  OPEN_NETWORK,
  type Outside,
  type OutsideFailure,
  type OutsideOptions,
} from '../../platform/outgoing/fetch-outside.ts'
import { withNetworks } from '../../platform/outgoing/own-networks.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { expand, FeedCopy, feedIdOf } from '../programmes/service.ts'
import { zoneOffsetsOf } from '../schedules/service.ts'
import type { ReadEntry } from './parse-job.ts'
import { createParser } from './parser.ts'
import * as store from './store.ts'
import { takeCopy } from './take-copy.ts'

/** Interval at which the server looks for feeds that are due. */
export const FEEDS_READ_EVERY_MS = 2_000
/** Interval at which the server looks for the feeds that items show. */
const TRACKED_EVERY_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** FD2: an address is read automatically at this interval. */
const READ_EVERY_MS = 5 * MINUTE_MS
/** An address is read by hand at most once in this interval, whoever requests it. */
const BY_HAND_EVERY_MS = 10_000
/** After failures, the wait is doubled up to this maximum. */
const MOST_WAIT_MS = 6 * HOUR_MS
/** The longest wait that a server can request. */
const MOST_RETRY_AFTER_MS = DAY_MS
/** Random share that is added to a wait, so that a thousand feeds added at once are not all read in the same second. */
const JITTER = 0.2
/** A calendar is parsed again after this time even if it has not changed, because the period that is read moves on. */
const CALENDAR_PARSED_EVERY_MS = 12 * HOUR_MS
/** Time that a node has for one feed. If the node crashes, the feed is due again after this. */
const CLAIMED_MS = 2 * MINUTE_MS
/** Feeds read at once. A server that does not respond occupies one of these until the timeout. */
const AT_ONCE = 32
/** Of these, at most this many from one server, so that an unresponsive server does not block others. */
const AT_ONCE_OF_HOST = 8
/** Of these, at most this many for one organisation, even on many servers. More than for one server. */
const AT_ONCE_OF_ORGANISATION = 16
/** More than the feeds of one unresponsive server, so that feeds behind those are still read. */
const DUE_AT_ONCE = 10_000
/** Enough for a person who tries addresses, but not for a program that uses this server to visit others. */
const PER_ORGANISATION = { atOnce: 20, everyMs: 6_000, names: 10_000 }

const ASKED: OutsideOptions = {
  maxBytes: 2 * 2 ** 20,
  beyond: 'failure',
  timeoutMs: 15_000,
  maxRedirects: 5,
  accept:
    'application/rss+xml,application/atom+xml,application/feed+json,text/calendar,application/xml;q=0.9,text/xml;q=0.9,application/json;q=0.8,text/html;q=0.5,*/*;q=0.1',
  userAgent: 'Placard (digital signage; reads a feed)',
}

export type Feeds = {
  /** Starts to read the feeds that are due, without waiting. Several nodes may do this at once: each feed is read by one of them. */
  tick(): Promise<void>
  /**
   * Returns the contents of an address. Reads it only if it was never read before, or if `again` is set. @throws AppError
   * url-not-playable, too-many-requests
   */
  check(organisationId: OrganisationId, asked: CheckFeed): Promise<CheckedFeed>
  /** The running processes that parse feeds. */
  pids(): number[]
  /** Waits for the feeds that are being read. */
  settled(): Promise<unknown>
  /** Stops reading. What was read already is still stored. */
  close(): Promise<void>
}

/** The result of one request. */
type Outcome =
  | { outcome: 'unchanged'; etag: string | null; lastModified: string | null }
  | {
      outcome: 'read'
      kind: 'news' | 'calendar'
      title: string
      entries: ReadEntry[]
      tally?: CalendarTally
      etag: string | null
      lastModified: string | null
      sha256: string
    }
  | { outcome: 'failed'; problem: FeedProblem; status: number | null; retryAfterMs: number }
  /** A web page that names its feed. */
  | { outcome: 'elsewhere'; url: string }

export function createFeeds(context: Context, outside: Outside = OPEN_NETWORK): Feeds {
  const { config, database, log, now } = context
  const { queries } = database
  const parser = createParser(log)
  const perOrganisation = createRateLimit(PER_ORGANISATION)
  /** Number of feeds that are being read, by host and by organisation. */
  const underWay = new Map<string, number>()
  let reading = 0
  const writing = new Set<Promise<unknown>>()
  let isClosing = false
  let trackedAt = Number.NEGATIVE_INFINITY

  async function ask(known: store.StoredFeed): Promise<Outcome> {
    const isFresh =
      known.kind === 'news' || (known.parsed_at ?? Number.NEGATIVE_INFINITY) > now() - CALENDAR_PARSED_EVERY_MS
    const isKnown = known.copy !== null && isFresh
    const headers = {
      ...(isKnown && known.etag !== null ? { 'if-none-match': known.etag } : {}),
      ...(isKnown && known.last_modified !== null ? { 'if-modified-since': known.last_modified } : {}),
    }
    const network = withNetworks(outside, config.feedNetworks, known.organisation_id)
    const answer = await fetchOutside(known.url, { ...ASKED, headers }, network)
    if (answer.failure !== undefined) return failed(FAILURES[answer.failure])
    const { status, body, headers: told } = answer
    const marks = { etag: markOf(told.etag), lastModified: markOf(told['last-modified']) }
    if (status === 304 && isKnown) return { outcome: 'unchanged', etag: known.etag, lastModified: known.last_modified }
    if (status < 200 || status > 299) {
      return failed(problemOf(status), status, retryAfterMsOf(told['retry-after'], now()))
    }
    const sha256 = createHash('sha256').update(body).digest('hex')
    if (isKnown && known.body_sha256 === sha256) return { outcome: 'unchanged', ...marks }
    const reply = await parser.parse({ body, contentType: told['content-type'], url: answer.url, now: now() })
    switch (reply.status) {
      case 'ended':
        return failed('too-costly')
      case 'refused':
        return failed(reply.problem)
      case 'page':
        return reply.feed === undefined ? failed('not-a-feed') : { outcome: 'elsewhere', url: reply.feed }
      case 'read':
        return { outcome: 'read', ...reply, ...marks, sha256 }
    }
  }

  /** Reads a claimed feed and stores the result. @returns the feed address that a web page names */
  async function readOne(feed: store.StoredFeed): Promise<string | undefined> {
    const outcome = await ask(feed)
    await settle(feed, outcome.outcome === 'elsewhere' ? failed('not-a-feed') : outcome)
    return outcome.outcome === 'elsewhere' ? outcome.url : undefined
  }

  async function settle(feed: store.StoredFeed, outcome: Exclude<Outcome, { outcome: 'elsewhere' }>): Promise<void> {
    const at = now()
    const next = (waitMs: number) => at + Math.round(waitMs * (1 + JITTER * Math.random()))
    const fine = { read_at: at, asked_at: at, failures: 0, problem: null, status: null, stale_at: null }
    if (outcome.outcome === 'unchanged') {
      const { etag, lastModified } = outcome
      const marks = { etag, last_modified: lastModified }
      await store.updateFeed(queries, feed, { ...fine, ...marks, next_at: next(READ_EVERY_MS) })
      return
    }
    if (outcome.outcome === 'read') {
      const { kind, title, tally, etag, lastModified, sha256 } = outcome
      const entries = numbered(outcome.entries, copyOf(feed))
      const read = { kind, title, etag, last_modified: lastModified, body_sha256: sha256, parsed_at: at }
      const copy: FeedCopy = { kind, title, entries, ...(tally ? { tally } : {}) }
      await takeCopy(context, feed, copy, { ...fine, ...read, next_at: next(READ_EVERY_MS) })
      return
    }
    const { problem, status, retryAfterMs } = outcome
    const waitMs = problem === 'gone' ? DAY_MS : Math.min(READ_EVERY_MS * 2 ** feed.failures, MOST_WAIT_MS)
    const failure = {
      asked_at: at,
      failures: feed.failures + 1,
      problem,
      status,
      next_at: next(Math.max(waitMs, retryAfterMs)),
    }
    if (feed.copy === null || feed.read_at === null || at - feed.read_at < FEED_STALE_MS) {
      await store.updateFeed(queries, feed, failure)
      return
    }
    // Remove the entries from the screens, and parse the whole feed when it is back.
    const gone = { body_sha256: null, etag: null, last_modified: null, stale_at: at }
    await takeCopy(context, feed, null, { ...failure, ...gone })
  }

  function begin(due: store.DueFeed): void {
    const names = namesOf(due)
    for (const name of names) underWay.set(name, (underWay.get(name) ?? 0) + 1)
    reading += 1
    const read = askFor({ of: due.organisation_id, by: 'the server' }, async () => {
      const feed = await store.findFeed(queries, due)
      return feed && (await readOne(feed))
    })
      .catch((error) => log.error({ err: error, feed: hostOf(due.url) }, 'a feed could not be read'))
      .finally(() => {
        reading -= 1
        for (const name of names) {
          const left = (underWay.get(name) ?? 1) - 1
          if (left > 0) underWay.set(name, left)
          else underWay.delete(name)
        }
        writing.delete(read)
      })
    writing.add(read)
  }

  /** Registers feeds that items show again after an undo or a restore, and removes feeds that no item shows any more. */
  async function track(): Promise<void> {
    const shown = new Map<string, store.StoredFeed>()
    for (const { url, key } of await store.listShown(queries)) {
      const address = readItemUrl('feed', url)
      if (!address.playable) continue
      const feed = newFeed(key.organisationId, address.href, { dueAt: now(), wantedAt: 0 })
      shown.set(`${feed.organisation_id} ${feed.id}`, feed)
    }
    const known = await store.listKnown(queries)
    const names = new Set(known.map(({ organisation_id, id }) => `${organisation_id} ${id}`))
    const missing = [...shown].flatMap(([name, feed]) => (names.has(name) ? [] : [feed]))
    if (missing.length > 0) await store.createFeeds(queries, missing)
    for (const feed of known) {
      const isShown = shown.has(`${feed.organisation_id} ${feed.id}`)
      if (!isShown && feed.wanted_at < now() - DAY_MS) await store.removeFeed(queries, feed)
    }
  }

  type Asked = { feed: store.StoredFeed; named: string | undefined }

  /** Returns a feed, after reading it if nothing is known about it or the caller requests it. */
  async function keptAndAsked(organisationId: OrganisationId, url: string, again: boolean): Promise<Asked> {
    const key = { organisation_id: organisationId, id: feedIdOf(url) }
    await store.createFeeds(queries, [newFeed(organisationId, url, { dueAt: now() + CLAIMED_MS, wantedAt: now() })])
    const feed = (await store.findFeed(queries, key)) as store.StoredFeed
    const askedBefore = feed.asked_at ?? Number.NEGATIVE_INFINITY
    // A failing feed is only read when due: an open dashboard checks its cards each minute.
    const isWanted = again || (feed.copy === null && (feed.asked_at === null || feed.next_at <= now()))
    if (!isWanted || now() - askedBefore < BY_HAND_EVERY_MS) return { feed, named: undefined }
    const waitMs = perOrganisation.take(organisationId, now())
    if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    const claimedUntil = now() + CLAIMED_MS
    const isMine = await store.claimFeed(queries, feed, claimedUntil)
    const named = isMine ? await readOne({ ...feed, next_at: claimedUntil }) : undefined
    await store.updateFeed(queries, key, { wanted_at: now() })
    return { feed: (await store.findFeed(queries, key)) ?? feed, named }
  }

  return {
    async tick() {
      if (isClosing) return
      if (now() - trackedAt >= TRACKED_EVERY_MS || now() < trackedAt) {
        trackedAt = now()
        await track()
      }
      if (reading >= AT_ONCE) return
      for (const feed of await store.listDue(queries, now(), DUE_AT_ONCE)) {
        if (isClosing || reading >= AT_ONCE) return
        const [ofHost = 0, ofOrganisation = 0] = namesOf(feed).map((name) => underWay.get(name))
        if (ofHost >= AT_ONCE_OF_HOST || ofOrganisation >= AT_ONCE_OF_ORGANISATION) continue
        if (await store.claimFeed(queries, feed, now() + CLAIMED_MS)) begin(feed)
      }
    },

    async check(organisationId, asked) {
      let { feed, named } = await keptAndAsked(organisationId, addressOf(asked.url), asked.again === true)
      if (named !== undefined && readItemUrl('feed', named).playable) {
        // The page itself is not a feed, so it is not kept.
        await store.removeFeed(queries, feed)
        ;({ feed, named } = await keptAndAsked(organisationId, addressOf(named), false))
      }
      const copy = copyOf(feed)
      const settings = asked.feed ?? fitFor(copy?.kind ?? null, asked.language)
      const zoneOffsets = zoneOffsetsOf(asked.timeZone ?? 'UTC', now())
      const item = { id: CHECKED, title: feed.title || hostOf(feed.url), feed: settings }
      return {
        ...stateOf(feed, copy),
        feed: settings,
        entries: copy ? expand(copy, item, { zoneOffsets, language: asked.language }) : [],
      }
    },

    pids: parser.pids,
    settled: () => Promise.all(writing),

    async close() {
      isClosing = true
      parser.close()
      // Do not wait for servers that do not respond; their claims expire by themselves.
      await Promise.race([Promise.all(writing), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
    },
  }
}

/** Entries of a check belong to no item yet. */
const CHECKED = ItemId.parse('checked')

const FAILURES: Record<OutsideFailure, FeedProblem> = {
  'address-not-allowed': 'address-not-allowed',
  unreachable: 'unreachable',
  'too-slow': 'too-slow',
  'too-large': 'too-large',
  'too-many-redirects': 'too-many-redirects',
  'insecure-redirect': 'insecure-redirect',
}

const failed = (problem: FeedProblem, status: number | null = null, retryAfterMs = 0) =>
  ({ outcome: 'failed', problem, status, retryAfterMs }) as const

function problemOf(status: number): FeedProblem {
  if (status === 401 || status === 403) return 'refused'
  if (status === 404) return 'not-found'
  return status === 410 ? 'gone' : 'status'
}

/** An ETag or Last-Modified value that is sent back unchanged. Long values are ignored. */
const markOf = (mark: string | undefined) => (mark !== undefined && mark.length <= 512 ? mark : null)

/** Retry-After is a number of seconds or a date. */
function retryAfterMsOf(told: string | undefined, now: number): number {
  if (told === undefined) return 0
  const waitMs = /^\d+$/.test(told) ? Number(told) * 1_000 : Date.parse(told) - now
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MOST_RETRY_AFTER_MS) : 0
}

/** Converts the `webcal:` and `feed:` schemes to https. @throws AppError url-not-playable */
function addressOf(typed: string): string {
  const address = readItemUrl(
    'feed',
    typed
      .trim()
      .replace(/^(webcals?|feed):(\/\/|(?=https?:))/i, (_, __, slashes) => (slashes === '' ? '' : 'https://')),
  )
  if (!address.playable || !URL.canParse(address.href)) throw new AppError('url-not-playable', { field: 'url' })
  return address.href.replace(/#.*$/, '')
}

const hostOf = (url: string) => new URL(url).host
/** Names of hosts begin with a slash; ids of organisations contain none. */
const namesOf = ({ url, organisation_id }: store.DueFeed) => [`//${hostOf(url)}`, organisation_id]

function copyOf({ copy }: store.StoredFeed): FeedCopy | undefined {
  return copy === null ? undefined : FeedCopy.safeParse(JSON.parse(copy)).data
}

function newFeed(
  organisation_id: OrganisationId,
  url: string,
  { dueAt, wantedAt }: { dueAt: number; wantedAt: number },
): store.StoredFeed {
  return {
    organisation_id,
    id: feedIdOf(url),
    url,
    kind: null,
    title: '',
    copy: null,
    body_sha256: null,
    etag: null,
    last_modified: null,
    parsed_at: null,
    read_at: null,
    asked_at: null,
    next_at: dueAt,
    failures: 0,
    problem: null,
    status: null,
    stale_at: null,
    wanted_at: wantedAt,
  }
}

/** Gives each entry a number: the one that it had before, or the lowest free one. */
function numbered(entries: readonly ReadEntry[], before: FeedCopy | undefined): FeedCopy['entries'] {
  const known = new Map(before?.entries.map(({ key, number }) => [key, number]))
  const taken = new Set(entries.flatMap(({ key }) => known.get(key) ?? []))
  let free = 1
  return entries.map((entry) => {
    const own = known.get(entry.key)
    if (own !== undefined) return { ...entry, number: own }
    while (taken.has(free)) free += 1
    taken.add(free)
    return { ...entry, number: free }
  })
}

function stateOf(feed: store.StoredFeed, copy: FeedCopy | undefined): FeedState {
  const { url, kind, title, read_at, problem, status, stale_at } = feed
  return {
    url,
    kind: kind as FeedState['kind'],
    title,
    readAt: read_at,
    problem: problem as FeedState['problem'],
    status,
    staleAt: problem === null || read_at === null ? null : read_at + FEED_STALE_MS,
    isStale: stale_at !== null,
    tally: copy?.tally ?? null,
  }
}

/** The default settings: news in the ticker, the next events on a notice. */
function fitFor(kind: FeedState['kind'], language: string | undefined): FeedSettings {
  const words = language === undefined ? {} : { language }
  return kind === 'calendar'
    ? { as: 'notices', count: 3, window: 'next', ...words }
    : { as: 'lines', count: 5, maxAgeDays: 14, ...words }
}
