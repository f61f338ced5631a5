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

/** How often it is looked whether a feed is due. */
export const FEEDS_READ_EVERY_MS = 2_000
/** How often it is looked which feeds items show. */
const TRACKED_EVERY_MS = 30_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** FD2: of one address, by itself. */
const READ_EVERY_MS = 5 * MINUTE_MS
/** Of one address, whoever presses a button. */
const BY_HAND_EVERY_MS = 10_000
/** After failures the wait is doubled, up to this. */
const MOST_WAIT_MS = 6 * HOUR_MS
/** The longest wait that a server can ask for. */
const MOST_RETRY_AFTER_MS = DAY_MS
/** Of a wait: a thousand feeds that were added in one go are not asked in one second. */
const JITTER = 0.2
/** A calendar is read anew after this time, changed or not: the year that is told of it moves on. */
const CALENDAR_PARSED_EVERY_MS = 12 * HOUR_MS
/** How long a reader has for one feed. A reader that died with it is found out by then. */
const CLAIMED_MS = 2 * MINUTE_MS
/** At once: one that hangs takes one of them until its time is up. */
const AT_ONCE = 32
/** Of these for one server: a whole town's feeds that hang hold up nobody else's. */
const AT_ONCE_OF_HOST = 8
/** Of these for one organisation, on however many servers: those that hang hold up nobody else's. More than for one server. */
const AT_ONCE_OF_ORGANISATION = 16
/** More than all the feeds of a server that hangs: those behind them have their turn. */
const DUE_AT_ONCE = 10_000
/** A person who tries addresses, and not a program that has others visited. */
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
  /** Reads whatever is due, without waiting for it. Any number of nodes may do it at once: each feed is read by one. */
  tick(): Promise<void>
  /** Says what an address holds. It is asked where it has not been before, or where somebody wants it anew. @throws AppError url-not-playable, too-many-requests */
  check(organisationId: OrganisationId, asked: CheckFeed): Promise<CheckedFeed>
  /** The processes that read what was fetched. */
  pids(): number[]
  /** Waits for what is being read. */
  settled(): Promise<unknown>
  /** Reads nothing any more; what was read is still written. */
  close(): Promise<void>
}

/** The outcome of one question. */
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
  /** A page that names its feed. */
  | { outcome: 'elsewhere'; url: string }

export function createFeeds(context: Context, outside: Outside = OPEN_NETWORK): Feeds {
  const { config, database, log, now } = context
  const { queries } = database
  const parser = createParser(log)
  const perOrganisation = createRateLimit(PER_ORGANISATION)
  /** Feeds that are being read, by the names of their host and of their organisation. */
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

  /** Asks a feed that is claimed, and writes down what came of it. @returns the feed that is named by what is a page */
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
    // Off the screens, and read as a whole when it is there again.
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

  /** Feeds that items have come to show, by an undo or a restore, are read; those that nobody shows any more are forgotten. */
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

  /** A feed as it is known, asked first where nothing is known of it, or where somebody wants that. */
  async function keptAndAsked(organisationId: OrganisationId, url: string, again: boolean): Promise<Asked> {
    const key = { organisation_id: organisationId, id: feedIdOf(url) }
    await store.createFeeds(queries, [newFeed(organisationId, url, { dueAt: now() + CLAIMED_MS, wantedAt: now() })])
    const feed = (await store.findFeed(queries, key)) as store.StoredFeed
    const askedBefore = feed.asked_at ?? Number.NEGATIVE_INFINITY
    // One that fails is asked when it is due: a dashboard that stays open looks at its cards each minute.
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
        // The page itself is no feed that anybody could show.
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
      // Those that wait for a server that hangs have their claim end by itself.
      await Promise.race([Promise.all(writing), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
    },
  }
}

/** The entries of a check belong to no item yet. */
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

/** A mark that is given back as it came; a long one is none. */
const markOf = (mark: string | undefined) => (mark !== undefined && mark.length <= 512 ? mark : null)

/** Seconds, or a date. */
function retryAfterMsOf(told: string | undefined, now: number): number {
  if (told === undefined) return 0
  const waitMs = /^\d+$/.test(told) ? Number(told) * 1_000 : Date.parse(told) - now
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MOST_RETRY_AFTER_MS) : 0
}

/** An address that is meant for a program that reads such feeds is one of https. @throws AppError url-not-playable */
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
/** No organisation has an id with a slash in it. */
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

/** Each entry with a number: its own of before, or the least that is free. */
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

/** News run through the ticker, the next events stand on a notice. */
function fitFor(kind: FeedState['kind'], language: string | undefined): FeedSettings {
  const words = language === undefined ? {} : { language }
  return kind === 'calendar'
    ? { as: 'notices', count: 3, window: 'next', ...words }
    : { as: 'lines', count: 5, maxAgeDays: 14, ...words }
}
