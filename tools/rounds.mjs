import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './project-folder.mjs'

/** So many changes in a row have every journey. More of them would find a fault later, fewer would take longer each time. */
export const ROUNDS = 6

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
  'films.spec.ts',
  'journey.spec.ts',
  'keyboard.spec.ts',
  'lines.spec.ts',
  'main-job.spec.ts',
  'navigation.spec.ts',
  'notices.spec.ts',
  'palette.spec.ts',
  'player-offline.spec.ts',
  'player-stage.spec.ts',
  'player.spec.ts',
  'playlists.spec.ts',
  'preview.spec.ts',
  'read.spec.ts',
  'schedule.spec.ts',
  'select.spec.ts',
  'setup.spec.ts',
  'sign-in.spec.ts',
  'tokens.spec.ts',
  'touch.spec.ts',
  'uploads.spec.ts',
]

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
 * The files of one round: those of each time, and a sixth of the others. A long file takes long, so the longest go to a round each
 * before the next ones do.
 *
 * @param {number} round any whole number; one more is the next round
 */
export function journeysOf(round) {
  const all = listJourneys()
  /** @param {string} file */
  const sizeOf = (file) => statSync(join(FOLDER, file)).size
  const others = all
    .filter((file) => !EACH_TIME.includes(file))
    .sort((one, other) => sizeOf(other) - sizeOf(one) || one.localeCompare(other))
  /** @param {number} at */
  const isInRound = (at) => {
    const row = Math.floor(at / ROUNDS)
    const place = at % ROUNDS
    // There and back, so that no round has the longest of every row.
    return (row % 2 === 0 ? place : ROUNDS - 1 - place) === round % ROUNDS
  }
  return [...EACH_TIME, ...others.filter((_, at) => isInRound(at))]
}
