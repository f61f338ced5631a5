/**
 * The bounds of one queue.
 *
 * - `atOnce`: jobs that run at the same time; `atOnceOfOne`: of one asker, all when left out
 * - `waiting`: jobs that wait; `waitingOfOne`: of one asker, all when left out
 */
export type QueueBounds = { atOnce: number; atOnceOfOne?: number; waiting: number; waitingOfOne?: number }

/**
 * Every queue of the server that everybody shares. A queue is made by its name here (queue.ts), which gives each asker a share;
 * queues.test.ts fills each of them from one organisation and from one network, and another one still gets in.
 */
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
