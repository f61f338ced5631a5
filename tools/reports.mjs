/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures one readable line for each failure
 * @property {string[]} wavered one readable line for each test that passed only at its second try
 */

/** @returns {Tally} */
export const emptyTally = () => ({ passed: 0, failed: 0, skipped: 0, failures: [], wavered: [] })

/**
 * @param {Tally} one
 * @param {Tally} other
 * @returns {Tally}
 */
export function addTallies(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
    wavered: [...one.wavered, ...other.wavered],
  }
}

/**
 * Counts a runner that failed without a failed test (an error in its configuration or between two tests, or a crash) as
 * one failure. Otherwise the last line would report no failure.
 *
 * @param {Tally} tally
 * @param {string} runner
 * @param {number} code the runner's exit code
 * @returns {Tally}
 */
export function withExitCode(tally, runner, code) {
  if (code === 0 || tally.failed > 0) return tally
  const failure = `${runner}: ended with ${code} although no test failed`
  return { ...tally, failed: 1, failures: [failure] }
}

/**
 * @typedef {{ status: string, fullName: string }} Assertion
 * @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} TestFile
 *
 * @param {{ testResults: TestFile[] }} report the output of Vitest's JSON reporter
 * @returns {Tally}
 */
export function readVitestReport({ testResults }) {
  const tally = emptyTally()
  for (const file of testResults) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    tally.passed += file.assertionResults.filter(({ status }) => status === 'passed').length
    tally.skipped += file.assertionResults.length - failed.length
    tally.failed += failed.length
    tally.failures.push(...failed.map(({ fullName }) => `${file.name}: ${fullName}`))
    // A file that could not be loaded, or whose hook threw, has failed although none of its tests did.
    if (file.status === 'failed' && failed.length === 0) {
      tally.failed += 1
      tally.failures.push(`${file.name}: ${file.message.split('\n')[0] ?? 'could not be run'}`)
    }
  }
  tally.skipped -= tally.passed
  return tally
}

/**
 * @typedef {{ title: string, tests: { projectName: string, status: string }[] }} Spec
 * @typedef {{ title: string, file?: string, specs?: Spec[], suites?: Suite[] }} Suite
 *
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report what Playwright's JSON reporter wrote
 * @returns {Tally}
 */
export function readPlaywrightReport({ suites, errors }) {
  const tally = emptyTally()
  /**
   * @param {Suite} suite
   * @param {string[]} path
   */
  const walk = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const { status } of spec.tests) {
        const name = [...path, spec.title].join(' › ')
        if (status === 'skipped') tally.skipped += 1
        else if (status === 'unexpected') {
          tally.failed += 1
          tally.failures.push(name)
        } else {
          tally.passed += 1
          if (status === 'flaky') tally.wavered.push(name)
        }
      }
    }
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title])
  }
  for (const suite of suites) walk(suite, [suite.title])
  for (const { message } of errors) {
    tally.failed += 1
    tally.failures.push(`Playwright: ${message?.split('\n')[0] ?? 'an error outside of any test'}`)
  }
  return tally
}

/** @typedef {{ file: string, seconds: number }} FileTime */

/**
 * The time that each file took, slowest first.
 *
 * @param {{ testResults: { name: string, startTime: number, endTime: number }[] }} report the output of Vitest's JSON
 *   reporter
 * @returns {FileTime[]}
 */
export function readVitestTimes({ testResults }) {
  return slowestFirst(testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]))
}

/**
 * The same for Playwright, including second tries.
 *
 * @typedef {{ file: string, tests: { results: { duration: number }[] }[] }} TimedSpec
 * @typedef {{ specs?: TimedSpec[], suites?: TimedSuite[] }} TimedSuite
 *
 * @param {{ suites: TimedSuite[] }} report
 * @returns {FileTime[]}
 */
export function readPlaywrightTimes({ suites }) {
  /** @type {(suite: TimedSuite) => TimedSpec[]} */
  const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
  return slowestFirst(
    suites
      .flatMap(specsIn)
      .flatMap(({ file, tests }) =>
        tests.flatMap(({ results }) =>
          results.map(({ duration }) => /** @type {[string, number]} */ ([file, duration])),
        ),
      ),
  )
}

/**
 * @param {[file: string, ms: number][]} times any number for each file
 * @returns {FileTime[]}
 */
function slowestFirst(times) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const [file, ms] of times) sums.set(file, (sums.get(file) ?? 0) + ms)
  return [...sums]
    .map(([file, ms]) => ({ file, seconds: ms / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds)
}

/** @param {Tally} tally */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
