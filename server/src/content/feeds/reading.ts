import { createHash } from 'node:crypto'
import { type AddressProblem, type FetchFailure, type OrganisationId, readItemUrl } from '@placard/contract'
import { askFor } from '../../platform/asker.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { fetchOutside, OPEN_NETWORK, type Outside, type OutsideOptions } from '../../platform/outgoing/fetch-outside.ts'
import { withNetworks } from '../../platform/outgoing/own-networks.ts'
import { retryAfterMsOf } from '../../platform/outgoing/told-retry-after.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { OUTSIDE_READS } from '../../platform/shares.ts'
import { createParser, type Parser } from './parser.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** An address is read by hand at most once in this interval, whoever requests it. */
const BY_HAND_EVERY_MS = 10_000
/** After failures, the wait is doubled up to this maximum. */
const MOST_WAIT_MS = 6 * HOUR_MS
/** Random share that is added to a wait, so that a thousand addresses added at once are not all read in the same second. */
const JITTER = 0.2
/** Calendars are parsed again after this time even if they have not changed, because the period that is read moves on. */
const CALENDAR_PARSED_EVERY_MS = 12 * HOUR_MS
/** Time that a node has for one address. If the node crashes, the address is due again after this. */
export const CLAIMED_MS = 2 * MINUTE_MS
/** More than the addresses of one unresponsive server, so that those behind them are still read. */
export const DUE_AT_ONCE = 10_000
/** Enough for a person who tries addresses, but not for a program that uses this server to visit others. */
const PER_ORGANISATION = { atOnce: 20, everyMs: 6_000, names: 10_000 }

/** An address that is read regularly, for choosing among many. */
export type DueAddress = { organisation_id: string; url: string }

/** Stored facts about an address from earlier requests. `isKnown` false: the content is read whatever the server says. */
export type Marks = {
  isKnown: boolean
  etag: string | null
  last_modified: string | null
  body_sha256: string | null
}

export type Answered =
  | { outcome: 'unchanged'; etag: string | null; lastModified: string | null }
  | {
      outcome: 'body'
      body: Buffer
      contentType: string | undefined
      /** After redirects. */
      url: string
      sha256: string
      etag: string | null
      lastModified: string | null
    }
  | Failed<AddressProblem>

export type Failed<Problem extends string> = {
  outcome: 'failed'
  problem: Problem
  status: number | null
  retryAfterMs: number
}

export const failed = <Problem extends string>(problem: Problem, status: number | null = null, retryAfterMs = 0) =>
  ({ outcome: 'failed', problem, status, retryAfterMs }) satisfies Failed<Problem>

/**
 * Reads addresses that people typed, for feeds and for sources of tables: how many at once, when again, and with which process the
 * content is parsed. All of them share these bounds.
 */
export type Reading = Pick<Parser, 'parse' | 'parseTable' | 'pids'> & {
  /** Requests an address. @param options the bounds of its kind */
  ask(
    organisationId: string,
    url: string,
    options: Omit<OutsideOptions, 'beyond' | 'timeoutMs' | 'maxRedirects'>,
    marks: Marks,
  ): Promise<Answered>
  /**
   * Starts to read addresses that are due, without waiting, as many as may be read at once.
   *
   * @param due longest due first
   * @param claim returns false if another node has it
   */
  begin<Due extends DueAddress>(
    due: readonly Due[],
    claim: (due: Due) => Promise<boolean>,
    read: (due: Due) => Promise<unknown>,
  ): Promise<void>
  /** False: so many are being read that no further one may begin. */
  hasRoom(): boolean
  /** Counts a reading by hand. @throws AppError too-many-requests */
  takeByHand(organisationId: OrganisationId): void
  /** Waits for the addresses that are being read. */
  settled(): Promise<unknown>
  /** Stops reading. What was read already is still stored. */
  close(): Promise<void>
}

export function createReading(context: Context, outside: Outside = OPEN_NETWORK): Reading {
  const { config, log, now } = context
  const parser = createParser(log)
  const perOrganisation = createRateLimit(PER_ORGANISATION)
  /** Number of addresses that are being read, by host and by organisation. */
  const underWay = new Map<string, number>()
  let reading = 0
  const writing = new Set<Promise<unknown>>()
  let isClosing = false

  function start<Due extends DueAddress>(due: Due, work: (due: Due) => Promise<unknown>): void {
    const names = namesOf(due)
    for (const name of names) underWay.set(name, (underWay.get(name) ?? 0) + 1)
    reading += 1
    const read = askFor({ of: due.organisation_id, by: 'the server' }, () => work(due))
      .catch((error) => log.error({ err: error, address: hostOf(due.url) }, 'an address could not be read'))
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

  const hasRoom = () => !isClosing && reading < OUTSIDE_READS.atOnce

  return {
    parse: parser.parse,
    parseTable: parser.parseTable,
    pids: parser.pids,
    hasRoom,

    async ask(organisationId, url, options, { isKnown, etag, last_modified, body_sha256 }) {
      const headers = {
        ...(isKnown && etag !== null ? { 'if-none-match': etag } : {}),
        ...(isKnown && last_modified !== null ? { 'if-modified-since': last_modified } : {}),
      }
      const network = withNetworks(outside, config.feedNetworks, organisationId)
      const answer = await fetchOutside(
        url,
        { ...options, headers, beyond: 'failure', timeoutMs: 15_000, maxRedirects: 5 },
        network,
      )
      if (answer.failure !== undefined) return failed(FAILURES[answer.failure])
      const { status, body, headers: told } = answer
      const marks = { etag: markOf(told.etag), lastModified: markOf(told['last-modified']) }
      if (status === 304 && isKnown) return { outcome: 'unchanged', etag, lastModified: last_modified }
      if (status < 200 || status > 299) {
        return failed(problemOf(status), status, retryAfterMsOf(told['retry-after'], now()))
      }
      const sha256 = createHash('sha256').update(body).digest('hex')
      if (isKnown && body_sha256 === sha256) return { outcome: 'unchanged', ...marks }
      return { outcome: 'body', body, contentType: told['content-type'], url: answer.url, sha256, ...marks }
    },

    async begin(due, claim, read) {
      for (const one of due) {
        if (!hasRoom()) return
        const [ofHost = 0, ofOrganisation = 0] = namesOf(one).map((name) => underWay.get(name))
        if (ofHost >= OUTSIDE_READS.atOnceOfHost || ofOrganisation >= OUTSIDE_READS.atOnceOfOne) continue
        if (await claim(one)) start(one, read)
      }
    },

    takeByHand(organisationId) {
      const waitMs = perOrganisation.take(organisationId, now())
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    },

    settled: () => Promise.all(writing),

    async close() {
      isClosing = true
      parser.close()
      // Do not wait for servers that do not respond; their claims expire by themselves.
      await Promise.race([Promise.all(writing), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
    },
  }
}

/** The time of the next read, after one that succeeded. */
export const nextAfter = (at: number, everyMs: number) => at + Math.round(everyMs * (1 + JITTER * Math.random()))

/** The time of the next read, after one that failed. @param failures the number of failures before it */
export function nextAfterFailure(
  at: number,
  everyMs: number,
  failures: number,
  { problem, retryAfterMs }: Failed<string>,
): number {
  const waitMs = problem === 'gone' ? DAY_MS : Math.min(everyMs * 2 ** failures, MOST_WAIT_MS)
  return nextAfter(at, Math.max(waitMs, retryAfterMs))
}

/** True: what was parsed is still good, if the bytes are the same. */
export const isParsedLately = (kind: string | null, parsedAt: number | null, now: number) =>
  kind !== 'calendar' || (parsedAt ?? Number.NEGATIVE_INFINITY) > now - CALENDAR_PARSED_EVERY_MS

/** True: it was requested so lately that a request by hand need not wait for another one. */
export const isAskedLately = (askedAt: number | null, now: number) =>
  now - (askedAt ?? Number.NEGATIVE_INFINITY) < BY_HAND_EVERY_MS

/** Converts the `webcal:` and `feed:` schemes to https. @throws AppError url-not-playable */
export function addressOf(typed: string): string {
  const address = readItemUrl(
    'feed',
    typed
      .trim()
      .replace(/^(webcals?|feed):(\/\/|(?=https?:))/i, (_, __, slashes) => (slashes === '' ? '' : 'https://')),
  )
  if (!address.playable || !URL.canParse(address.href)) throw new AppError('url-not-playable', { field: 'url' })
  return address.href.replace(/#.*$/, '')
}

export const hostOf = (url: string) => new URL(url).host
/** Names of hosts begin with a slash; ids of organisations contain none. */
const namesOf = ({ url, organisation_id }: DueAddress) => [`//${hostOf(url)}`, organisation_id]

const FAILURES: Record<FetchFailure, AddressProblem> = {
  'address-not-allowed': 'address-not-allowed',
  unreachable: 'unreachable',
  'too-slow': 'too-slow',
  'too-large': 'too-large',
  'too-many-redirects': 'too-many-redirects',
  'insecure-redirect': 'insecure-redirect',
}

function problemOf(status: number): AddressProblem {
  if (status === 401 || status === 403) return 'refused'
  if (status === 404) return 'not-found'
  return status === 410 ? 'gone' : 'status'
}

/** An ETag or Last-Modified value that is sent back unchanged. Long values are ignored. */
const markOf = (mark: string | undefined) => (mark !== undefined && mark.length <= 512 ? mark : null)
