import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bareEnvironment, pinnedNode } from './pinned-node.mjs'
import { PROJECT } from './project-folder.mjs'
import { CANNOT_START, nextStart, supervise, WAITS } from './supervise.mjs'

/** A limit for events that never come. It measures nothing. */
const PATIENCE = { timeout: 60_000, interval: 50 }
const KILLED = 137
/** Eleven servers start, one after the other. */
const ELEVEN_STARTS_MS = 600_000

describe('whether a server that has ended is started again', () => {
  const short = { code: KILLED, ranMs: 100, lastWaitMs: 0 }

  it('[S1] waits longer each time, and no longer than the most', () => {
    const waits: number[] = []
    for (let lastWaitMs = 0; waits.length < 10; waits.push(lastWaitMs)) {
      lastWaitMs = nextStart({ ...short, lastWaitMs }) ?? Number.NaN
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000])
  })

  it('[S1] starts again after a process that ran a while', () => {
    expect(nextStart({ ...short, lastWaitMs: 30_000, ranMs: WAITS.steadyMs })).toBe(WAITS.firstMs)
    expect(nextStart({ ...short, lastWaitMs: 4_000, ranMs: WAITS.steadyMs - 1 })).toBe(8_000)
  })

  it('[S1] does not start again after a requested end, nor if it cannot start as configured', () => {
    expect(nextStart({ ...short, code: 0 })).toBeUndefined()
    expect(nextStart({ ...short, code: CANNOT_START })).toBeUndefined()
  })

  it('[S1] says why and when, in a line each', async () => {
    const codes = [1, KILLED, 0]
    const said: string[] = []
    const last = await supervise(async () => codes.shift() ?? 0, {
      isAsked: () => false,
      say: (line) => said.push(line),
      waits: { firstMs: 100, mostMs: 200, steadyMs: 60_000 },
    })
    expect(last).toBe(0)
    expect(said).toEqual([
      'Placard ended without being asked to (exit code 1). It starts again in 0.1 seconds.',
      'Placard ended without being asked to (ended by SIGKILL). It starts again in 0.2 seconds.',
    ])
  })

  it('[S1] does not start again once the end was requested', async () => {
    const start = vi.fn(async () => KILLED)
    expect(await supervise(start, { isAsked: () => true, say() {} })).toBe(KILLED)
    expect(start).toHaveBeenCalledOnce()
  })
})

describe('npm start', () => {
  let dataDir: string
  let port: number
  let keeper: ChildProcess | undefined
  let output = ''

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'placard-supervise-'))
    port = await freePort()
    output = ''
  })
  afterEach(async () => {
    if (keeper && keeper.exitCode === null && keeper.signalCode === null) {
      keeper.kill('SIGTERM')
      await once(keeper, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Runs the last part of `npm start`, after the set-up, with shorter waits. */
  function start(environment: Record<string, string> = {}, waits = { firstMs: 1, mostMs: 50, steadyMs: 60_000 }) {
    const script = `import { keepRunning } from './tools/serve.mjs'
      process.exitCode = await keepRunning([], ${JSON.stringify(waits)})`
    keeper = spawn(pinnedNode(), ['--input-type=module', '--eval', script], {
      cwd: PROJECT,
      env: {
        ...bareEnvironment(),
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'info',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [keeper.stdout, keeper.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    return keeper
  }
  /** The process ids of the servers, from the log. */
  const pids = () => [...new Set([...output.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid)))]
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  async function isServing(times: number): Promise<number> {
    await vi.waitFor(() => expect(output.split('Placard is running')).toHaveLength(times + 1), PATIENCE)
    await vi.waitFor(async () => expect(await answers()).toBe(true), PATIENCE)
    // The log is a separate stream from the messages, and may arrive later.
    await vi.waitFor(() => expect(pids()).toHaveLength(times), PATIENCE)
    const pid = pids().at(-1)
    if (pid === undefined) throw new Error('the server did not say its number')
    return pid
  }

  it(
    '[S1] killed ten times, the server answers again ten times; asked to end, everything ends',
    async () => {
      const running = start()
      for (let kills = 1; kills <= 10; kills += 1) {
        process.kill(await isServing(kills), 'SIGKILL')
        await vi.waitFor(() => expect(output.match(/ended by SIGKILL/g)).toHaveLength(kills), PATIENCE)
      }
      await isServing(11)
      expect(pids()).toHaveLength(11)
      running.kill('SIGTERM')
      const [code] = await once(running, 'exit')
      expect(code).toBe(0)
      expect(await answers()).toBe(false)
    },
    ELEVEN_STARTS_MS,
  )

  it('[S1] a wrong setting is reported once, and not tried again', async () => {
    const [code] = await once(start({ PORT: 'eighty' }), 'exit')
    expect(code).toBe(CANNOT_START)
    expect(output.trim()).toBe('Placard cannot start: PORT is "eighty"; expected a port from 0 to 65535.')
  })

  it('[S1] asked to end while it waits, it ends at once', async () => {
    const running = start({}, { firstMs: 600_000, mostMs: 600_000, steadyMs: 60_000 })
    process.kill(await isServing(1), 'SIGKILL')
    await vi.waitFor(() => expect(output).toContain('It starts again in 600 seconds.'), PATIENCE)
    running.kill('SIGTERM')
    await once(running, 'exit')
    expect(await answers()).toBe(false)
  })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
