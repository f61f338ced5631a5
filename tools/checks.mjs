import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { run } from './child-process.mjs'
import { PROJECT } from './project-folder.mjs'
import { pinnedEnvironment, pinnedNode } from './setup.mjs'

const program = (/** @type {string[]} */ ...path) => join(PROJECT, 'node_modules', ...path)
const TSC = program('typescript', 'bin', 'tsc')

/** The checks that must pass before any test is run, quickest first. */
/** @type {[name: string, args: string[]][]} */
const CHECKS = [
  ['format and lint', [program('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.']],
  ['types: contract, playback, server, bench, tools', [TSC, '-p', 'tsconfig.json']],
  ['types: what Node 20 runs', [TSC, '-p', join('tools', 'tsconfig.node-20.json')]],
  ['types: web', [TSC, '-p', join('web', 'tsconfig.json')]],
  ['types: player', [TSC, '-p', join('player', 'tsconfig.json')]],
  ['types: e2e', [TSC, '-p', join('e2e', 'tsconfig.json')]],
  ['types: bench/player', [TSC, '-p', join('bench', 'player', 'tsconfig.json')]],
  ['types: bench/storm', [TSC, '-p', join('bench', 'storm', 'tsconfig.json')]],
  ['types and package: client', [join('client', 'build.ts')]],
  ['boundaries', [join('tools', 'boundaries.ts')]],
  ['languages', [join('tools', 'languages.ts')]],
  ['unused code', [program('knip', 'bin', 'knip.js'), '--no-progress']],
]

/** @typedef {{ name: string, failed: boolean }} CheckResult */

/**
 * Runs all checks, even if some fail. Prints one line for each, and below it the output if the check failed.
 *
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks() {
  const node = pinnedNode()
  const env = pinnedEnvironment()
  /** @type {CheckResult[]} */
  const results = []
  for (const [name, args] of CHECKS) {
    const startedAt = performance.now()
    const { code, output } = await run(node, args, { cwd: PROJECT, env })
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
    if (code !== 0) console.log(output.trimEnd().replace(/^/gm, '    '))
    results.push({ name, failed: code !== 0 })
  }
  return results
}
