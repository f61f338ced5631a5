import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './project-folder.mjs'

/**
 * All journeys are run once within this many commits in a row. With more rounds a fault would be found later; with
 * fewer, each round would take longer.
 */
export const ROUNDS = 20

/**
 * The fonts of a round: all that the machine has, or few (`few-fonts.mjs`). They change after all rounds have been run,
 * so that every journey is run with both within 40 commits in a row.
 *
 * @param {number} round as in `journeysOf`
 * @returns {'few' | 'all'}
 */
export const fontsOf = (round) => (Math.floor(round / ROUNDS) % 2 === 0 ? 'few' : 'all')

/** The journeys that run for every change: everyday work, actions that must be refused, and screens that must never go dark. */
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
 * Journeys that wait for something: the seconds of each file on two processors. The time of all other files is
 * estimated from their size.
 *
 * @type {Record<string, number>}
 */
export const WAITING = {
  'accessibility.spec.ts': 113,
  'agent-updates.spec.ts': 375,
  'agent.spec.ts': 194,
  'alerts.spec.ts': 192,
  'border.spec.ts': 48,
  'corners-page.spec.ts': 60,
  'decks.spec.ts': 173,
  'door.spec.ts': 330,
  'faults/media.spec.ts': 61,
  'faults/plays.spec.ts': 96,
  'faults/supervisor.spec.ts': 62,
  'faults/zones.spec.ts': 200,
  'feeds.spec.ts': 87,
  'held-pictures.spec.ts': 60,
  'inserts.spec.ts': 125,
  'interrupted-uploads.spec.ts': 32,
  'kept-uploads.spec.ts': 223,
  'kinds/age.spec.ts': 164,
  'kinds/old-engines.spec.ts': 63,
  'kinds/stage.spec.ts': 318,
  'kinds/zones.spec.ts': 250,
  'layout-page.spec.ts': 97,
  'layouts/corners.spec.ts': 90,
  'layouts/films.spec.ts': 100,
  'layouts/inserts.spec.ts': 109,
  'layouts/one-decoder.spec.ts': 70,
  'layouts/zones.spec.ts': 70,
  'library.spec.ts': 184,
  'long-lists.spec.ts': 60,
  'media-url.spec.ts': 80,
  'messages.spec.ts': 24,
  'notice-stage.spec.ts': 71,
  'notices.spec.ts': 99,
  'player-builds.spec.ts': 60,
  'player-evicted.spec.ts': 92,
  'player-kept.spec.ts': 75,
  'player-stage.spec.ts': 85,
  'player-stream.spec.ts': 113,
  'plays.spec.ts': 133,
  'read-code.spec.ts': 100,
  'rigs/oracle.spec.ts': 73,
  'silent-screen.spec.ts': 186,
  'standing.spec.ts': 17,
  'take-over.spec.ts': 186,
  'uncommon-pictures.spec.ts': 102,
  'walls/wall-page.spec.ts': 138,
  'walls/wall.spec.ts': 136,
  'web-pages.spec.ts': 153,
}
const BYTES_PER_SECOND = 350

/**
 * Each of the long tests below is run once within this many commits in a row. An odd number, because PostgreSQL is used in every
 * second round (`server/src/testing/dialects.ts`): with an even one, a file would always or never run on it.
 */
export const LONG_ROUNDS = 9

/**
 * Tests of the server and the tools that kill, restore, install, wait or try very many values, and the seconds of each.
 * A ninth of them runs with each change. To run one of them at once: `npm test -- --only unit FILE`.
 */
export const LONG_TESTS = {
  'playback/src/schedule.test.ts': 17,
  'server/src/screens/alerts/kill.test.ts': 15,
  'server/src/testing/whole/backup-s3.test.ts': 22,
  'server/src/testing/whole/backup-while.test.ts': 25,
  'server/src/testing/whole/backup.test.ts': 30,
  'server/src/testing/whole/cli.test.ts': 18,
  'server/src/operations/cli/care.test.ts': 68,
  'server/src/operations/cli/run.test.ts': 21,
  'server/src/testing/whole/cluster.test.ts': 29,
  'server/src/testing/whole/database-fails.test.ts': 15,
  'server/src/operations/documentation/fuzz.test.ts': 28,
  'server/src/playout/history/log-size.test.ts': 13,
  'server/src/playout/live/taken-over.test.ts': 24,
  'server/src/main.test.ts': 72,
  'server/src/platform/http/body-deadline.test.ts': 25,
  'server/src/platform/http/pressure.test.ts': 20,
  'server/src/platform/http/refusals.test.ts': 23,
  'server/src/content/playlists/model.test.ts': 31,
  'server/src/testing/whole/upgrade-killed.test.ts': 60,
  'server/src/content/uploads/killed.test.ts': 21,
  'server/src/content/uploads/storage.test.ts': 16,
  'server/src/operations/webhooks/service.test.ts': 70,
  'server/src/testing/whole/stored-files.test.ts': 152,
  'server/src/people/proposals/routes.test.ts': 47,
  'server/src/operations/backup/revoked.test.ts': 26,
  'server/src/content/playlists/routes.test.ts': 25,
  'server/src/people/accounts/password-reset.test.ts': 23,
  'server/src/screens/alerts/service.test.ts': 20,
  'server/src/content/feeds/routes.test.ts': 19,
  'server/src/people/accounts/second-factor.test.ts': 17,
  'server/src/operations/setup/setup.test.ts': 16,
  'server/src/people/accounts/single-sign-on/single-sign-on.test.ts': 16,
  'server/src/operations/console/routes.test.ts': 15,
  'server/src/content/feeds/bad-calendars.test.ts': 60,
  'server/src/people/accounts/routes.test.ts': 40,
  'server/src/playout/take-overs/routes.test.ts': 27,
  'server/src/playout/take-overs/inserts.test.ts': 15,
  'server/src/content/media/workshop.test.ts': 45,
  'web/src/features/content/move-ins/archives/archives.test.ts': 15,
  'server/src/content/uploads/disk.test.ts': 15,
  'server/src/content/feeds/read-calendar.test.ts': 14,
  'server/src/playout/live/routes.test.ts': 15,
  'tools/deploy.test.ts': 29,
  'tools/durability/durability.test.ts': 54,
  'tools/item-shape.test.ts': 31,
  'tools/supervise.test.ts': 15,
  'agent/src/browser/keep.test.ts': 78,
  'server/src/content/sources/routes.test.ts': 74,
  'server/src/content/feeds/parser.test.ts': 14,
  'agent/src/updates/updater.test.ts': 58,
  'server/src/playout/history/routes.test.ts': 49,
  'server/src/screens/pairing/routes.test.ts': 47,
  'server/src/screens/screens/doors.test.ts': 37,
  'server/src/operations/mqtt/mqtt.test.ts': 33,
  'server/src/screens/plays/kill.test.ts': 32,
  'server/src/screens/screens/beats.test.ts': 28,
  'server/src/content/media/film.test.ts': 25,
  'agent/src/launch.test.ts': 24,
  'server/src/testing/whole/together.test.ts': 23,
  'server/src/testing/whole/nodes.test.ts': 22,
  'server/src/content/uploads/resumable.test.ts': 20,
  'server/src/testing/whole/upgrade-interrupted.test.ts': 19,
  'server/src/testing/whole/client-package.test.ts': 18,
  'server/src/operations/legacy-import/service.test.ts': 18,
  'server/src/content/playlists/races.test.ts': 17,
  'server/src/operations/cli/written-down.test.ts': 34,
  'server/src/people/accounts/passkeys/passkeys.test.ts': 31,
  'server/src/content/displays/settings.test.ts': 24,
  'server/src/playout/history/looking-back.test.ts': 24,
  'server/src/playout/take-overs/inserts-on-screens.test.ts': 23,
  'server/src/people/tokens/routes.test.ts': 22,
  'server/src/content/commands/service.test.ts': 21,
  'server/src/operations/assistants/routes.test.ts': 19,
  'server/src/content/library/limits.test.ts': 17,
  'server/src/playout/history/crowd.test.ts': 15,
  'player/src/sync/read-manifest.test.ts': 15,
  'server/src/playout/live/hub.test.ts': 15,
  'server/src/content/conditions/routes.test.ts': 14,
  'server/src/platform/files/file-store.test.ts': 14,
  'web/src/features/content/schedules/sentence.test.ts': 14,
  'server/src/content/brand/routes.test.ts': 12,
  'server/src/testing/whole/house-cache.test.ts': 12,
  'server/src/content/uploads/films.test.ts': 11,
  'server/src/content/tables/routes.test.ts': 11,
  'server/src/operations/watching/routes.test.ts': 10,
  'server/src/screens/plays/routes.test.ts': 10,
  'server/src/screens/machines/routes.test.ts': 11,
  'server/src/content/layouts/crowd.test.ts': 17,
}

/**
 * The long tests that a round leaves out.
 *
 * @param {number} round as in `journeysOf`
 */
export function longTestsLeftOutOf(round) {
  const chosen = deal(Object.entries(LONG_TESTS), LONG_ROUNDS)[round % LONG_ROUNDS] ?? []
  return Object.keys(LONG_TESTS).filter((file) => !chosen.includes(file))
}

/**
 * Distributes files to rounds: longest first, each to the round that is shortest so far.
 *
 * @param {[file: string, seconds: number][]} files
 * @param {number} count number of rounds
 * @returns {string[][]} the files of each round
 */
function deal(files, count) {
  const rounds = Array.from({ length: count }, () => ({ seconds: 0, files: /** @type {string[]} */ ([]) }))
  for (const [file, seconds] of files.toSorted((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]))) {
    const shortest = rounds.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    shortest.files.push(file)
    shortest.seconds += seconds
  }
  return rounds.map((round) => round.files)
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
 * The time that a file of journeys takes, in seconds, as far as it is known.
 *
 * @param {string} file
 */
export function secondsOf(file) {
  return WAITING[file] ?? statSync(join(FOLDER, file)).size / BYTES_PER_SECOND
}

/**
 * The files of one round: those that run every time, and this round's share of the others.
 *
 * @param {number} round any whole number; one more is the next round
 */
export function journeysOf(round) {
  const others = listJourneys().filter((file) => !EACH_TIME.includes(file))
  const rounds = deal(
    others.map((file) => [file, secondsOf(file)]),
    ROUNDS,
  )
  return [...EACH_TIME, ...(rounds[round % ROUNDS] ?? [])]
}
