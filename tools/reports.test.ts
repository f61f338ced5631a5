import { describe, expect, it } from 'vitest'
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

describe('the last line', () => {
  it('counts, and names what was skipped only when something was', () => {
    expect(lastLine({ ...emptyTally(), passed: 3 })).toBe('3 passed, 0 failed')
    expect(lastLine({ ...emptyTally(), passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
  })

  it('is the sum of its parts', () => {
    const sum = addTallies(
      { passed: 1, failed: 1, skipped: 0, failures: ['one'], wavered: [] },
      { passed: 2, failed: 1, skipped: 4, failures: ['other'], wavered: ['third'] },
    )
    expect(sum).toEqual({ passed: 3, failed: 2, skipped: 4, failures: ['one', 'other'], wavered: ['third'] })
  })
})

describe('a report of Vitest', () => {
  const file = (status: string, assertions: [string, string][], message = '') => ({
    name: 'a.test.ts',
    status,
    message,
    assertionResults: assertions.map(([name, of]) => ({ fullName: name, status: of })),
  })

  it('counts tests, and names those that failed', () => {
    const tally = readVitestReport({
      testResults: [
        file('failed', [
          ['D1 one', 'passed'],
          ['D2 two', 'failed'],
          ['D3 three', 'pending'],
          ['D4 four', 'todo'],
        ]),
      ],
    })
    expect(tally).toEqual({ passed: 1, failed: 1, skipped: 2, failures: ['a.test.ts: D2 two'], wavered: [] })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const tally = readVitestReport({ testResults: [file('failed', [], 'No such module\nat …')] })
    expect(tally).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ['a.test.ts: No such module'], wavered: [] })
  })

  it('counts a hook that threw after its tests had passed', () => {
    const tally = readVitestReport({ testResults: [file('failed', [['D1 one', 'passed']], 'afterAll threw')] })
    expect(tally).toMatchObject({ passed: 1, failed: 1 })
  })
})

describe('a report of Playwright', () => {
  it('counts tests in nested suites; names those that passed at the second try', () => {
    const of = (title: string, status: string) => ({ title, tests: [{ projectName: 'desktop', status }] })
    const tally = readPlaywrightReport({
      suites: [
        {
          title: 'dashboard.spec.ts',
          specs: [of('D1 one', 'expected'), of('D2 two', 'skipped')],
          suites: [{ title: 'on a phone', specs: [of('D3 three', 'flaky'), of('D4 four', 'unexpected')] }],
        },
      ],
      errors: [{ message: 'the server did not start\nat …' }],
    })
    expect(tally).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
      failures: ['dashboard.spec.ts › on a phone › D4 four', 'Playwright: the server did not start'],
      wavered: ['dashboard.spec.ts › on a phone › D3 three'],
    })
  })
})

describe('a runner that ended badly', () => {
  it('is a failure of its own when no test failed', () => {
    const tally = withExitCode({ ...emptyTally(), passed: 5 }, 'Vitest', 1)
    expect(tally).toEqual({
      passed: 5,
      failed: 1,
      skipped: 0,
      failures: ['Vitest: ended with 1 although no test failed'],
      wavered: [],
    })
  })

  it('adds nothing to failures that were counted, and nothing when all is well', () => {
    const failed = { ...emptyTally(), failed: 2 }
    expect(withExitCode(failed, 'Vitest', 1)).toEqual(failed)
    expect(withExitCode(emptyTally(), 'Vitest', 0)).toEqual(emptyTally())
  })
})

describe('the time of each file', () => {
  it('is read from either report, second tries included, the slowest first', () => {
    const testResults = [
      { name: 'quick.test.ts', startTime: 1_000, endTime: 1_500 },
      { name: 'slow.test.ts', startTime: 1_000, endTime: 4_000 },
    ]
    expect(readVitestTimes({ testResults })).toEqual([
      { file: 'slow.test.ts', seconds: 3 },
      { file: 'quick.test.ts', seconds: 0.5 },
    ])
    const spec = (file: string, ...durations: number[]) => ({
      file,
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    })
    const suites = [
      { specs: [spec('one.spec.ts', 1_000)] },
      { specs: [], suites: [{ specs: [spec('two.spec.ts', 2_000, 500), spec('two.spec.ts', 250)] }] },
    ]
    expect(readPlaywrightTimes({ suites })).toEqual([
      { file: 'two.spec.ts', seconds: 2.75 },
      { file: 'one.spec.ts', seconds: 1 },
    ])
  })
})
