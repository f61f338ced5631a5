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
import type { Context } from '../../platform/context.ts'
import { expand, FeedCopy, feedIdOf } from '../programmes/service.ts'
import { zoneOffsetsOf } from '../schedules/service.ts'
import type { ReadEntry } from './parse-job.ts'
import {
  addressOf,
  CLAIMED_MS,
  DUE_AT_ONCE,
  type Failed,
  failed,
  hostOf,
  isAskedLately,
  isParsedLately,
  nextAfter,
  nextAfterFailure,
  type Reading,
} from './reading.ts'
import * as store from './store.ts'
import { takeCopy } from './take-copy.ts'

/** Interval at which the server looks for feeds that are due. */
export const FEEDS_READ_EVERY_MS = 2_000
/** Interval at which the server looks for the feeds that items show. */
const TRACKED_EVERY_MS = 30_000
const DAY_MS = 24 * 60 * 60_000
/** FD2: an address is read automatically at this interval. */
const READ_EVERY_MS = 5 * 60_000

const ASKED = {
  maxBytes: 2 * 2 ** 20,
  accept:
    'application/rss+xml,application/atom+xml,application/feed+json,text/calendar,application/xml;q=0.9,text/xml;q=0.9,application/json;q=0.8,text/html;q=0.5,*/*;q=0.1',
  userAgent: 'Placard (digital signage; reads a feed)',
}

export type { FoundColumn, SoughtColumn, TableProblem } from './parse-job.ts'
export * from './reading.ts'

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
  | Failed<FeedProblem>
  /** A web page that names its feed. */
  | { outcome: 'elsewhere'; url: string }

export function createFeeds(context: Context, reading: Reading): Feeds {
  const { database, now } = context
  const { queries } = database
  let trackedAt = Number.NEGATIVE_INFINITY

  async function ask(known: store.StoredFeed): Promise<Outcome> {
    const isKnown = known.copy !== null && isParsedLately(known.kind, known.parsed_at, now())
    const answer = await reading.ask(known.organisation_id, known.url, ASKED, { ...known, isKnown })
    if (answer.outcome !== 'body') return answer
    const { body, contentType, url, sha256, etag, lastModified } = answer
    const reply = await reading.parse({ body, contentType, url, now: now() })
    switch (reply.status) {
      case 'ended':
        return failed('too-costly')
      case 'refused':
        return failed(reply.problem)
      case 'page':
        return reply.feed === undefined ? failed('not-a-feed') : { outcome: 'elsewhere', url: reply.feed }
      case 'read':
        return { outcome: 'read', ...reply, etag, lastModified, sha256 }
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
    const fine = { read_at: at, asked_at: at, failures: 0, problem: null, status: null, stale_at: null }
    if (outcome.outcome === 'unchanged') {
      const { etag, lastModified } = outcome
      const marks = { etag, last_modified: lastModified }
      await store.updateFeed(queries, feed, { ...fine, ...marks, next_at: nextAfter(at, READ_EVERY_MS) })
      return
    }
    if (outcome.outcome === 'read') {
      const { kind, title, tally, etag, lastModified, sha256 } = outcome
      const entries = numbered(outcome.entries, copyOf(feed))
      const read = { kind, title, etag, last_modified: lastModified, body_sha256: sha256, parsed_at: at }
      const copy: FeedCopy = { kind, title, entries, ...(tally ? { tally } : {}) }
      await takeCopy(context, feed, copy, { ...fine, ...read, next_at: nextAfter(at, READ_EVERY_MS) })
      return
    }
    const { problem, status } = outcome
    const failure = {
      asked_at: at,
      failures: feed.failures + 1,
      problem,
      status,
      next_at: nextAfterFailure(at, READ_EVERY_MS, feed.failures, outcome),
    }
    if (feed.copy === null || feed.read_at === null || at - feed.read_at < FEED_STALE_MS) {
      await store.updateFeed(queries, feed, failure)
      return
    }
    // Remove the entries from the screens, and parse the whole feed when it is back.
    const gone = { body_sha256: null, etag: null, last_modified: null, stale_at: at }
    await takeCopy(context, feed, null, { ...failure, ...gone })
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
    // A failing feed is only read when due: an open dashboard checks its cards each minute.
    const isWanted = again || (feed.copy === null && (feed.asked_at === null || feed.next_at <= now()))
    if (!isWanted || isAskedLately(feed.asked_at, now())) return { feed, named: undefined }
    reading.takeByHand(organisationId)
    const claimedUntil = now() + CLAIMED_MS
    const isMine = await store.claimFeed(queries, feed, claimedUntil)
    const named = isMine ? await readOne({ ...feed, next_at: claimedUntil }) : undefined
    await store.updateFeed(queries, key, { wanted_at: now() })
    return { feed: (await store.findFeed(queries, key)) ?? feed, named }
  }

  return {
    async tick() {
      if (now() - trackedAt >= TRACKED_EVERY_MS || now() < trackedAt) {
        trackedAt = now()
        await track()
      }
      if (!reading.hasRoom()) return
      await reading.begin(
        await store.listDue(queries, now(), DUE_AT_ONCE),
        (feed) => store.claimFeed(queries, feed, now() + CLAIMED_MS),
        async (due) => {
          const feed = await store.findFeed(queries, due)
          if (feed) await readOne(feed)
        },
      )
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

    pids: reading.pids,
    settled: reading.settled,
  }
}

/** Entries of a check belong to no item yet. */
const CHECKED = ItemId.parse('checked')

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
