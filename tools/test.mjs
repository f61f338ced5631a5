// npm test: sets up what is missing, then runs everything there is, however much of it fails. The last line counts.
//   npm test -- --only check|unit|e2e      one part
//   npm test -- --only unit -t F51         what is left of the arguments goes to Vitest and Playwright
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChecks } from './checks.mjs'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { addTallies, emptyTally, lastLine, readPlaywrightReport, readVitestReport, withExitCode } from './reports.mjs'
import { ensureBrowser, ensureBuild, ensureDependencies, pinnedEnvironment, pinnedNode, SetupError } from './setup.mjs'

const PARTS = ['check', 'unit', 'e2e']
const REPORTS = join(PROJECT, 'node_modules', '.cache', 'reports')

/** @param {string[]} args */
function readArguments(args) {
  const at = args.indexOf('--only')
  if (at === -1) return { parts: PARTS, rest: args }
  const part = args[at + 1] ?? ''
  if (!PARTS.includes(part)) throw new SetupError(`--only takes one of ${PARTS.join(', ')}, not "${part}".`)
  return {
    parts: [part],
    rest: args.toSpliced ? args.toSpliced(at, 2) : args.filter((_, i) => i !== at && i !== at + 1),
  }
}

/** @param {string} text */
const heading = (text) => console.log(`\n── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`)

/**
 * Does one thing of the set-up. When it cannot be done that is a failure like any other, and the rest still runs.
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
  const results = await runChecks()
  const failures = results.filter(({ failed }) => failed).map(({ name }) => name)
  return { ...emptyTally(), passed: results.length - failures.length, failed: failures.length, failures }
}

/**
 * @param {string} runner
 * @param {string[]} args
 * @param {string} report path of the machine-readable report
 * @param {(report: never) => import('./reports.mjs').Tally} read
 * @param {NodeJS.ProcessEnv} env
 */
async function runTests(runner, args, report, read, env) {
  rmSync(report, { force: true })
  const { code } = await run(pinnedNode(), args, { cwd: PROJECT, env, output: 'inherit' })
  const tally = existsSync(report)
    ? read(/** @type {never} */ (JSON.parse(readFileSync(report, 'utf8'))))
    : emptyTally()
  return withExitCode(tally, runner, code)
}

/** @param {string[]} rest */
function unit(rest) {
  heading('Unit and server tests')
  const report = join(REPORTS, 'vitest.json')
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTests('Vitest', [vitest, 'run', ...reporters, ...rest], report, readVitestReport, pinnedEnvironment())
}

/** @param {string[]} rest */
async function e2e(rest) {
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
  const report = join(REPORTS, 'playwright.json')
  const cli = join(PROJECT, 'node_modules', '@playwright', 'test', 'cli.js')
  // The same flag for both runners: Vitest's -t is Playwright's -g.
  const args = rest.map((arg) => (arg === '-t' ? '-g' : arg))
  return runTests(
    'Playwright',
    [cli, 'test', '--config', config, '--reporter=list,json', ...args],
    report,
    readPlaywrightReport,
    { ...pinnedEnvironment(), CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
}

/** @param {string[]} args */
async function test(args) {
  const { parts, rest } = readArguments(args)
  await ensureDependencies()
  mkdirSync(REPORTS, { recursive: true })
  let tally = emptyTally()
  if (parts.includes('check')) tally = addTallies(tally, await check())
  if (parts.includes('unit') || parts.includes('e2e')) tally = addTallies(tally, await setUp('build', ensureBuild))
  if (parts.includes('unit')) tally = addTallies(tally, await unit(rest))
  if (parts.includes('e2e')) tally = addTallies(tally, await e2e(rest))
  return tally
}

/** @type {import('./reports.mjs').Tally} */
let tally
try {
  tally = await test(process.argv.slice(2))
} catch (error) {
  // Whatever happened, the last line must count: it is what machines read.
  console.log(error instanceof SetupError ? error.message : error)
  tally = { ...emptyTally(), failed: 1, failures: ['setting up'] }
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
