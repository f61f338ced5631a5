import { SINGLE_SIGN_ON_WAIT_MS } from '@placard/contract'

// The limits of everything that organisations and strangers share: queues (queue.ts), lists that wait to be written (waiting-list.ts) and
// rows that strangers create (row-shares.ts). Each is created by its name in these tables, so a missing entry does not compile.
// queue.test.ts and shares.test.ts fill each of them from one organisation or network and check that another one still gets in. Live
// streams have fixed shares (live/places.ts). Rate limits (rate-limit.ts) count each name separately.

/**
 * The bounds of one queue.
 *
 * - `atOnce`: jobs that run at the same time. `atOnceOfOne`: the same for one asker, unlimited when omitted
 * - `waiting`: jobs that wait. `waitingOfOne`: the same for one asker, unlimited when omitted
 */
export type QueueBounds = { atOnce: number; atOnceOfOne?: number; waiting: number; waitingOfOne?: number }

/** Every queue of the server. */
export const QUEUES = {
  /** Lookups of host names by the operating system. */
  'address-look-ups': { atOnce: 1, waiting: 20 },
  /** Two processes read feeds, and one organisation may use one of them. A calendar may take four seconds. */
  'feed-parser': { atOnce: 2, atOnceOfOne: 1, waiting: 1_000 },
  mail: { atOnce: 2, waiting: 200 },
  /** argon2id takes 19 MiB and 60 ms of a core. More at once would only make each of them slower. */
  'password-hashes': { atOnce: 2, waiting: 16 },
  'password-strength': { atOnce: 1, waiting: 16 },
  /** One process decodes pictures and films, each for up to a minute. */
  pictures: { atOnce: 1, waiting: 64, waitingOfOne: 16 },
  /** A report of a large organisation takes seconds of database time. */
  'play-reports': { atOnce: 2, atOnceOfOne: 1, waiting: 32, waitingOfOne: 8 },
  'upload-starts': { atOnce: 1, waiting: 100 },
} satisfies Record<string, QueueBounds>

export type QueueName = keyof typeof QUEUES

/** Addresses of feeds and of sources of tables that are read at the same time. A server that does not respond occupies one until the timeout. */
export const OUTSIDE_READS = {
  atOnce: 32,
  /** From one server, so that an unresponsive one does not block others. */
  atOnceOfHost: 8,
  /** For one organisation, even on many servers. More than for one server. */
  atOnceOfOne: 16,
}

/** Every list of entries that wait in memory to be written. `most`: the limit of all entries together. */
export const WAITING_LISTS = {
  /** Ten thousand screens beat three times a minute. The beats are written every 5 s. */
  'proven-beats': { most: 10_000 },
  'other-beats': { most: 10_000 },
  'proven-reports': { most: 2_000 },
  'other-reports': { most: 2_000 },
  /** All screens of a take-over report at the same moment that they show it. */
  'proven-showings': { most: 20_000 },
  'other-showings': { most: 20_000 },
  /** Vital signs of machines, one report a minute each. Written every 5 s. */
  'vital-signs': { most: 10_000 },
  /** Wrong passwords and similar failures, written every second. */
  'refusals-of-strangers': { most: 1_000 },
} satisfies Record<string, { most: number }>

export type WaitingListName = keyof typeof WAITING_LISTS

/**
 * Every table with rows that strangers create. `most`: limit of all rows. `mostOfNetwork`: limit of one /24 or /64. `retryAfterSeconds`:
 * the longest wait until there is room again.
 */
export const STRANGERS_ROWS = {
  /** Screens that wait up to ten minutes to be paired. */
  'pairing-codes': { most: 1_000, mostOfNetwork: 200, retryAfterSeconds: 60 },
  /** Sign-ins that have begun at the identity provider, until they expire. */
  'sign-on-attempts': { most: 2_000, mostOfNetwork: 100, retryAfterSeconds: SINGLE_SIGN_ON_WAIT_MS / 1_000 },
} satisfies Record<string, { most: number; mostOfNetwork: number; retryAfterSeconds: number }>

export type StrangersRows = keyof typeof STRANGERS_ROWS
