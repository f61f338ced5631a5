// npm test: sets up what is missing, then runs all tests of a change, even if some fail. The last line has the counts.
//   npm test -- --only check|unit|e2e      one part; its name alone works as well
//   npm run test:all                       all tests; otherwise those that run every time and one round of the others (tools/rounds.mjs)
//   npm test -- --round 2                  another round
//   npm test -- e2e --fonts few            browsers with DejaVu alone, or with all fonts of the machine; else the round decides
//   npm run test:slow                      tests that take minutes: journeys that are in no other part, kills and restores in full
//   npm test -- e2e --shard 1/3            a third of the tests, for three machines; the checks are in the first
//   npm test -- --only unit -t F51         all other arguments go to Vitest and Playwright
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findHeadlessShell } from './browser.mjs'
import { runChecks } from './checks.mjs'
import { run } from './child-process.mjs'
import { makeFewFonts } from './few-fonts.mjs'
import { findTests } from './find-tests.mjs'
import { PROJECT } from './project-folder.mjs'
import {
  addTallies,
  emptyTally,
  lastLine,
  readPlaywrightReport,
  readPlaywrightTimes,
  readVitestReport,
  readVitestTimes,
  withExitCode,
} from './reports.mjs'
import { fontsOf, journeysOf, longTestsLeftOutOf, ROUNDS } from './rounds.mjs'
import {
  ensureBrowser,
  ensureBuild,
  ensureDependencies,
  ensureTestPackages,
  pinnedEnvironment,
  pinnedNode,
  SetupError,
} from './setup.mjs'
import { useTempFolderInMemory } from './temp-folder.mjs'
import { readTestArguments } from './test-arguments.mjs'

const REPORTS = join(PROJECT, 'node_modules', '.cache', 'reports')
const SLOWEST = 10

/** The parts that have been run, in order. */
/** @type {{ name: string, seconds: number, files: import('./reports.mjs').FileTime[] }[]} */
const times = []

/** @param {string} text */
const heading = (text) => console.log(`\n── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`)

/**
 * Runs one step of the set-up. If it fails, that counts as a test failure, and the rest still runs.
 *
 * @param {string} name
 * @param {() => Promise<unknown>} ensure
 */
async function setUp(name, ensure) {
  try {
    await ensure()
    return emptyTally()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.log(error.message)
    return { ...emptyTally(), failed: 1, failures: [name] }
  }
}

async function check() {
  heading('Checks')
  const startedAt = performance.now()
  const results = await runChecks()
  times.push({ name: 'checks', seconds: (performance.now() - startedAt) / 1_000, files: [] })
  const failures = results.filter(({ failed }) => failed).map(({ name }) => name)
  return { ...emptyTally(), passed: results.length - failures.length, failed: failures.length, failures }
}

/**
 * @param {string} runner
 * @param {string[]} args
 * @param {string} report path of the machine-readable report
 * @param {(report: never) => import('./reports.mjs').Tally} readTally
 * @param {(report: never) => import('./reports.mjs').FileTime[]} readTimes
 * @param {NodeJS.ProcessEnv} env
 */
async function runTests(runner, args, report, readTally, readTimes, env) {
  rmSync(report, { force: true })
  const startedAt = performance.now()
  const { code } = await run(pinnedNode(), args, { cwd: PROJECT, env, output: 'inherit' })
  const seconds = (performance.now() - startedAt) / 1_000
  /** @type {never | undefined} */
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  times.push({ name: runner, seconds, files: written === undefined ? [] : readTimes(written) })
  return withExitCode(written === undefined ? emptyTally() : readTally(written), runner, code)
}

/** Tests that repeat an action until a rare moment has been met, when TEST_IN_FULL is set (server/src/testing/in-full.ts). */
const listRepeating = () => findTests(/\binFull\(|TEST_IN_FULL/)

/**
 * @param {string[]} rest
 * @param {NodeJS.ProcessEnv} env
 */
function unit(rest, env = {}) {
  heading('Unit and server tests')
  const report = join(REPORTS, 'vitest.json')
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTests('Vitest', [vitest, 'run', ...reporters, ...rest], report, readVitestReport, readVitestTimes, {
    ...pinnedEnvironment(),
    ...env,
  })
}

/**
 * The number of the round. It changes with each commit, so that every journey has been run after some changes in a row.
 *
 * @returns {Promise<number | undefined>} undefined when commits cannot be counted; all journeys are run then
 */
async function roundOfCommit() {
  const { code, output } = await run('git', ['rev-list', '--count', 'HEAD'], { cwd: PROJECT }).catch(() => ({
    code: 1,
    output: '',
  }))
  return code === 0 ? Number(output) : undefined
}

/**
 * @param {string[]} rest
 * @param {'few' | 'all'} fonts of the browsers
 * @param {NodeJS.ProcessEnv} env
 */
async function e2e(rest, fonts, env) {
  heading('Journeys in a real browser')
  const config = join(PROJECT, 'e2e', 'playwright.config.ts')
  if (!existsSync(config)) {
    console.log('NO JOURNEYS WERE RUN: there is no e2e/playwright.config.ts.')
    return emptyTally()
  }
  let chromium = ''
  const missing = await setUp('browser', async () => {
    chromium = await ensureBrowser()
  })
  if (missing.failed > 0) return missing
  // A browser that is set explicitly is used as it is.
  const shell = process.env.CHROMIUM_PATH ? undefined : findHeadlessShell()
  const fewFonts = makeFewFonts(REPORTS)
  if (fonts === 'few')
    console.log(fewFonts ? 'The browsers have DejaVu alone.' : 'DejaVu is missing: all fonts are used.')
  const report = join(REPORTS, 'playwright.json')
  const cli = join(PROJECT, 'node_modules', '@playwright', 'test', 'cli.js')
  // The same option for both runners: Vitest's -t is Playwright's -g.
  const args = rest.map((arg) => (arg === '-t' ? '-g' : arg))
  return runTests(
    'Playwright',
    [cli, 'test', '--config', config, '--reporter=list,json', ...args],
    report,
    readPlaywrightReport,
    readPlaywrightTimes,
    {
      ...pinnedEnvironment(),
      ...env,
      CHROMIUM_PATH: chromium,
      ...(fewFonts === undefined ? {} : { FEW_FONTS_FILE: fewFonts }),
      ...(fonts === 'few' && fewFonts !== undefined ? { FONTCONFIG_FILE: fewFonts } : {}),
      ...(shell === undefined ? {} : { HEADLESS_SHELL_PATH: shell }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  )
}

/** @param {string[]} args */
async function test(args) {
  const { parts, shard, round: asked, fonts: askedFonts, rest } = readTestArguments(args)
  // A run of one file or one name installs nothing. The test itself says what it needs.
  const needsPackages = rest.length === 0 && parts.some((name) => name !== 'check')
  // Downloading takes minutes on a new machine. The checks need none of the packages and run meanwhile.
  const packages = needsPackages ? ensureTestPackages() : undefined
  if (shard !== undefined) rest.push(`--shard=${shard}`)
  await ensureDependencies()
  mkdirSync(REPORTS, { recursive: true })
  useTempFolderInMemory()
  let tally = emptyTally()
  if (parts.includes('check')) tally = addTallies(tally, await check())
  await packages
  if (parts.some((name) => name !== 'check')) tally = addTallies(tally, await setUp('build', ensureBuild))
  const round = asked === 'of the commit' ? await roundOfCommit() : asked
  if (round !== undefined) console.log(`\nRound ${round % ROUNDS} of ${ROUNDS}, and what is looked at each time.`)
  if (parts.includes('unit')) {
    // Vitest matches paths inside their workspace.
    const paths = round === undefined ? [] : longTestsLeftOutOf(round).map((file) => file.replace(/^\w+\//, '**/'))
    const leftOut = paths.flatMap((path) => ['--exclude', path])
    const env = round === undefined ? {} : { TEST_ROUND: String(round) }
    tally = addTallies(tally, await unit([...rest, ...leftOut], env))
  }
  if (parts.includes('e2e')) {
    const files = round === undefined ? [] : journeysOf(round).map((file) => `e2e/${file}`)
    // A run of everything tries a journey twice before it fails, because a shared machine may stall for seconds.
    const retries = process.env.PLACARD_RETRIES ?? (parts.length > 1 ? '1' : '0')
    const fonts = askedFonts ?? (round === undefined ? 'all' : fontsOf(round))
    tally = addTallies(tally, await e2e([...rest, ...files], fonts, { PLACARD_RETRIES: retries }))
  }
  if (parts.includes('slow')) {
    tally = addTallies(tally, await unit([...listRepeating(), ...rest], { TEST_IN_FULL: '1' }))
    tally = addTallies(tally, await e2e(['-g', '@slow', ...rest], 'all', { PLACARD_SLOW: '1' }))
  }
  return tally
}

/** @type {import('./reports.mjs').Tally} */
let tally
try {
  tally = await test(process.argv.slice(2))
} catch (error) {
  // The last line must contain the counts in every case, because machines read it.
  console.log(error instanceof SetupError ? error.message : error)
  tally = { ...emptyTally(), failed: 1, failures: ['setting up'] }
}
if (times.length > 0) heading('Where the time went')
for (const { name, seconds, files } of times) {
  console.log(`${name}: ${seconds.toFixed(0)} s`)
  for (const { file, seconds: ofFile } of files.slice(0, SLOWEST)) {
    console.log(`${ofFile.toFixed(1).padStart(8)} s  ${file.replace(join(PROJECT, '/'), '')}`)
  }
}
if (tally.wavered.length > 0) {
  heading('Passed at the second try: something to find, or a wrong test')
  for (const name of tally.wavered) console.log(`~ ${name}`)
}
if (tally.failures.length > 0) {
  heading('Failed')
  for (const failure of tally.failures) console.log(`✗ ${failure.replaceAll(join(PROJECT, '/'), '')}`)
}
console.log(`\n${lastLine(tally)}`)
process.exitCode = tally.failed > 0 ? 1 : 0
