import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, readKept, writeKept } from './launcher/folder.ts'

const TRIAL_MS = 1_500
const GET = "const launcher = globalThis[Symbol.for('placard.screen.launcher')]"
/** Versions of the agent, in few lines. */
const VERSIONS = {
  package: `${GET}; console.log('package', launcher.isTrial)`,
  well: `${GET}; launcher.answered(); launcher.settle(); console.log('well', launcher.isTrial)`,
  ends: "console.log('ends'); process.exit(3)",
  throws: "console.log('throws'); throw new Error('bad')",
  'is no program': 'this is no program',
  'hangs silently': "console.log('hangs'); for (;;);",
  'answers and hangs': `${GET}; launcher.answered(); console.log('hangs'); for (;;);`,
  waits: "console.log('waits'); setInterval(() => {}, 1_000)",
} as const
type Version = keyof typeof VERSIONS
const digest = (version: Version) => createHash('sha256').update(VERSIONS[version]).digest('hex')

let root: string
let state: string
let folder: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'placard-launch-'))
  await build({
    configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
    mode: 'launcher',
    logLevel: 'error',
    build: { outDir: root, emptyOutDir: false },
  })
  writeFileSync(join(root, 'agent.mjs'), VERSIONS.package)
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  state = mkdtempSync(join(root, 'state-'))
  folder = join(state, 'updates')
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

function install(version: Version): void {
  const hash = digest(version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(folder, hash), VERSIONS[version])
  const next = { hash, starts: 0, attempt: 0 }
  writeKept(folder, { ...readKept(folder), next, packaged: digest('package') })
}

/** One start, as the service does it. @returns the words and the end of the process */
async function start(
  trialMs = TRIAL_MS,
): Promise<{ said: string; code: number | null; signal: string | null; ms: number }> {
  const at = performance.now()
  const child = spawn(process.execPath, [join(root, 'launch.mjs')], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, STATE_DIRECTORY: state, PLACARD_SCREEN_TRIAL_MS: String(trialMs) },
  })
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += bytes
  })
  const [code, signal] = await once(child, 'close')
  return { said: said.trim().split('\n')[0] ?? '', code, signal, ms: performance.now() - at }
}

/** Starts again and again, as the service does, until the package has run. @returns the words of each start */
async function startUntilPackage(): Promise<string[]> {
  const words: string[] = []
  while (words.length < 6) {
    const { said } = await start()
    words.push(said)
    if (said.startsWith('package')) break
  }
  return words
}

describe('PX6 the service’s program', { timeout: 120_000 }, () => {
  it('starts the package, and a new version that is well from then on', async () => {
    expect(await start()).toMatchObject({ said: 'package false', code: 0 })
    install('well')
    expect(await start(60_000)).toMatchObject({ said: 'well true', code: 0 })
    expect(readKept(folder)).toMatchObject({ current: digest('well'), next: null })
    expect(await start(60_000)).toMatchObject({ said: 'well false', code: 0 })
  })

  it.each([
    ['ends', ['ends', 'ends', 'package false'], 'exited'],
    ['throws', ['throws', 'package false'], 'exited'],
    ['is no program', [expect.stringContaining('cannot be started'), 'package false'], 'exited'],
    ['answers and hangs', ['hangs', 'package false'], 'not-well'],
  ] as const)('[F111] leaves a version that %s, and says why', async (version, words, problem) => {
    install(version)
    expect(await startUntilPackage()).toEqual(words)
    expect(readKept(folder)).toMatchObject({ current: null, next: null, failed: [{ hash: digest(version), problem }] })
    expect((await start()).said).toBe('package false')
  })

  it('[F111] ends a version whose thread is blocked, and forgives one silence of the server', async () => {
    install('hangs silently')
    const { said, signal, ms } = await start()
    expect([said, signal]).toEqual(['hangs', 'SIGKILL'])
    expect(ms).toBeGreaterThan(TRIAL_MS)
    expect(readKept(folder)).toMatchObject({ next: null, failed: [], silent: digest('hangs silently') })
    install('hangs silently')
    expect(await startUntilPackage()).toEqual(['hangs', 'package false'])
    expect(readKept(folder).failed).toMatchObject([{ problem: 'no-answer' }])
  })

  it('[F111] comes back to the update before, not to the package', async () => {
    install('well')
    await start(60_000)
    install('waits')
    expect(await start()).toMatchObject({ said: 'waits', signal: 'SIGKILL' })
    expect((await start(60_000)).said).toBe('well false')
  })
})
