import { SINGLE_SIGN_ON_WAIT_MS } from '@placard/contract'

// The tables of everything that organisations and strangers share: queues (queue.ts), lists that wait to be written
// (waiting-list.ts) and rows that strangers make (row-shares.ts). Each is made by its name here, so one that is missing does not
// compile. queue.test.ts and shares.test.ts fill each of them from one organisation or network; another one still gets in. Live
// streams have fixed shares (live/places.ts). Rate limits (rate-limit.ts) count each name by itself.

/**
 * The bounds of one queue.
 *
 * - `atOnce`: jobs that run at the same time; `atOnceOfOne`: of one asker, all when left out
 * - `waiting`: jobs that wait; `waitingOfOne`: of one asker, all when left out
 */
export type QueueBounds = { atOnce: number; atOnceOfOne?: number; waiting: number; waitingOfOne?: number }

/** Every queue of the server. */
export const QUEUES = {
  /** Questions to the operating system for a host's address. */
  'address-look-ups': { atOnce: 1, waiting: 20 },
  /** Two processes read feeds, of which one organisation has one: a calendar may take four seconds. */
  'feed-parser': { atOnce: 2, atOnceOfOne: 1, waiting: 1_000 },
  mail: { atOnce: 2, waiting: 200 },
  /** argon2id takes 19 MiB and 60 ms of a core: more at once would only make each of them slower. */
  'password-hashes': { atOnce: 2, waiting: 16 },
  'password-strength': { atOnce: 1, waiting: 16 },
  /** Pictures and films are decoded by one process, for up to a minute. */
  pictures: { atOnce: 1, waiting: 64, waitingOfOne: 16 },
  /** A report of a large organisation takes seconds of the database. */
  'play-reports': { atOnce: 2, atOnceOfOne: 1, waiting: 32, waitingOfOne: 8 },
  'upload-starts': { atOnce: 1, waiting: 100 },
} satisfies Record<string, QueueBounds>

export type QueueName = keyof typeof QUEUES

/** Every list of what waits in memory to be written. `most`: the entries of all together. */
export const WAITING_LISTS = {
  /** Ten thousand screens beat three times a minute, and are written each 5 s. */
  'proven-beats': { most: 10_000 },
  'other-beats': { most: 10_000 },
  'proven-reports': { most: 2_000 },
  'other-reports': { most: 2_000 },
  /** Each screen of a take-over tells at the same moment that it shows it. */
  'proven-showings': { most: 20_000 },
  'other-showings': { most: 20_000 },
  /** Wrong passwords and the like, written each second. */
  'refusals-of-strangers': { most: 1_000 },
} satisfies Record<string, { most: number }>

export type WaitingListName = keyof typeof WAITING_LISTS

/**
 * Every table whose rows strangers make. `most`: rows of all together; `mostOfNetwork`: of one /24 or /64; `retryAfterSeconds`:
 * the longest wait until there is room again.
 */
export const STRANGERS_ROWS = {
  /** Screens that wait to be paired, for ten minutes. */
  'pairing-codes': { most: 1_000, mostOfNetwork: 200, retryAfterSeconds: 60 },
  /** Sign-ins at the identity provider that have begun, until they must have ended. */
  'sign-on-attempts': { most: 2_000, mostOfNetwork: 100, retryAfterSeconds: SINGLE_SIGN_ON_WAIT_MS / 1_000 },
} satisfies Record<string, { most: number; mostOfNetwork: number; retryAfterSeconds: number }>

export type StrangersRows = keyof typeof STRANGERS_ROWS
