import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './project-folder.mjs'

/** So many changes in a row have every journey. More of them would find a fault later, fewer would take longer each time. */
export const ROUNDS = 10

/** The journeys of each change: the work of every day, the things that a stranger must not do, and those that never may go dark. */
export const EACH_TIME = [
  'activity.spec.ts',
  'add-container.spec.ts',
  'add-draft.spec.ts',
  'attacks.spec.ts',
  'browser-features.spec.ts',
  'budgets.spec.ts',
  'dashboard.spec.ts',
  'edit-item.spec.ts',
  'faults/network.spec.ts',
  'journey.spec.ts',
  'lines.spec.ts',
  'main-job.spec.ts',
  'navigation.spec.ts',
  'palette.spec.ts',
  'player-offline.spec.ts',
  'player.spec.ts',
  'read.spec.ts',
  'sign-in.spec.ts',
  'tokens.spec.ts',
  'touch.spec.ts',
  'uploads.spec.ts',
]

/**
 * Journeys that wait for something: the seconds of each file on two processors. Of what only works, so many bytes take a second.
 *
 * @type {Record<string, number>}
 */
export const WAITING = {
  'accessibility.spec.ts': 113,
  'alerts.spec.ts': 192,
  'decks.spec.ts': 173,
  'door.spec.ts': 143,
  'faults/media.spec.ts': 61,
  'faults/plays.spec.ts': 96,
  'faults/supervisor.spec.ts': 62,
  'feeds.spec.ts': 87,
  'kept-uploads.spec.ts': 223,
  'kinds.spec.ts': 525,
  'library.spec.ts': 184,
  'media-url.spec.ts': 80,
  'notice-stage.spec.ts': 71,
  'notices.spec.ts': 99,
  'player-stage.spec.ts': 85,
  'player-stream.spec.ts': 113,
  'plays.spec.ts': 133,
  'read-code.spec.ts': 100,
  'rigs/oracle.spec.ts': 73,
  'silent-screen.spec.ts': 186,
  'take-over.spec.ts': 186,
  'web-pages.spec.ts': 153,
}
const BYTES_PER_SECOND = 350

/** So many changes in a row have every one of the long tests below. */
const LONG_ROUNDS = 3

/**
 * Tests of the server and the tools that kill, restore, install or wait, each for half a minute of a processor: a third of them with
 * each change. What a change of their own area needs of them is quick to ask for: `npm test -- --only unit FILE`.
 */
export const LONG_TESTS = [
  'server/src/alerts/kill.test.ts',
  'server/src/backup-s3.test.ts',
  'server/src/backup-while.test.ts',
  'server/src/backup.test.ts',
  'server/src/cli/care.test.ts',
  'server/src/cluster.test.ts',
  'server/src/history/log-size.test.ts',
  'server/src/main.test.ts',
  'server/src/platform/http/body-deadline.test.ts',
  'server/src/platform/http/pressure.test.ts',
  'server/src/uploads/storage.test.ts',
  'tools/deploy.test.ts',
  'tools/durability/durability.test.ts',
  'tools/item-shape.test.ts',
  'tools/supervise.test.ts',
]

/**
 * The long tests that a round leaves out.
 *
 * @param {number} round as in `journeysOf`
 */
export function longTestsLeftOutOf(round) {
  return LONG_TESTS.filter((_, at) => at % LONG_ROUNDS !== round % LONG_ROUNDS)
}

const FOLDER = join(PROJECT, 'e2e')

/** @returns {string[]} the files of all journeys, as paths from their folder */
export function listJourneys() {
  return readdirSync(FOLDER, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.spec.ts'))
    .sort()
}

/**
 * Of one file.
 *
 * @param {string} file
 */
export function secondsOf(file) {
  return WAITING[file] ?? statSync(join(FOLDER, file)).size / BYTES_PER_SECOND
}

/**
 * The files of one round: those of each time, and of the others those that are in this round. The longest is dealt first, and each to
 * the round that has the least so far.
 *
 * @param {number} round any whole number; one more is the next round
 */
export function journeysOf(round) {
  const others = listJourneys()
    .filter((file) => !EACH_TIME.includes(file))
    .map((file) => ({ file, seconds: secondsOf(file) }))
    .sort((one, other) => other.seconds - one.seconds || one.file.localeCompare(other.file))
  /** @type {{ seconds: number, files: string[] }[]} */
  const rounds = Array.from({ length: ROUNDS }, () => ({ seconds: 0, files: [] }))
  for (const { file, seconds } of others) {
    const shortest = rounds.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    shortest.files.push(file)
    shortest.seconds += seconds
  }
  return [...EACH_TIME, ...(rounds[round % ROUNDS]?.files ?? [])]
}
