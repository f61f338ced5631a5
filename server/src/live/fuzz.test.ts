import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { arbitrarySequence, type ConnectionStep, type FuzzTargets } from '../testing/fuzz-connection.ts'
import { createClient } from '../testing/server.ts'
import { freePort, isServing, runServer, type ServerProcess } from '../testing/server-process.ts'

const EMAIL = 'admin@vnr.example'
const PASSWORD = 'a pass phrase for tests'
/** Every day; `npm run fuzz` asks for 100,000. */
const EVERYDAY_SEQUENCES = 300
const FACTOR = process.env.PROPERTY_FACTOR
const SEQUENCES_PER_FACTOR = 2_000
const PATIENCE_MS = 300_000 * Math.max(1, Number(FACTOR ?? 1) / 4)

describe('whatever connections carry', { timeout: PATIENCE_MS }, () => {
  let dataDir: string
  let port: number
  let running: ServerProcess
  let targets: FuzzTargets
  const answers = new Map<string, number>()
  let streams = 0

  async function start(): Promise<void> {
    running = runServer(
      { port, dataDir },
      { SEED_ADMIN_EMAIL: EMAIL, SEED_ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error' },
    )
    await isServing(running)
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'placard-fuzz-'))
    port = await freePort()
    await start()
    const url = `http://127.0.0.1:${port}`
    const admin = createClient(url)
    const signedIn = await admin.call('signIn', { params: {}, body: { email: EMAIL, password: PASSWORD } })
    expect(signedIn.status).toBe(200)
    const { items } = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    const line = pathOf('removeLine', { ...SAMPLE_DISPLAY, lineId: 'none' } as never)
    targets = {
      streams: [
        pathOf('streamManifest', SAMPLE_DISPLAY),
        pathOf('streamProgramme', SAMPLE_DISPLAY),
        `${pathOf('streamManifest', SAMPLE_DISPLAY)}?revision=1`,
        pathOf('streamManifest', SAMPLE_DISPLAY).replace('/ece/', '/nope/'),
      ],
      reads: [
        '/api/time',
        '/healthz',
        '/api/nothing',
        pathOf('getManifest', SAMPLE_DISPLAY),
        pathOf('getProgramme', SAMPLE_DISPLAY),
        items[0]?.url ?? '/media/none.webp',
        '/dashboard',
      ],
      commands: [
        { method: 'POST', path: pathOf('createLine', SAMPLE_DISPLAY) },
        { method: 'DELETE', path: line },
        { method: 'POST', path: '/api/nothing' },
      ],
      credentials: [`cookie: ${admin.cookie()}`, 'origin: http://127.0.0.1', 'x-requested-with: placard'],
    }
  })
  afterAll(async () => {
    running.server.kill('SIGKILL')
    await running.exit
    await rm(dataDir, { recursive: true, force: true })
  })

  const hasEnded = () => running.server.exitCode !== null || running.server.signalCode !== null

  /** An answer to somebody else: the server has had its turns since whatever was sent before. */
  async function askAside(): Promise<void> {
    const { status } = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(status).toBe(200)
  }

  /** @returns what came on each connection */
  async function carryOut(steps: ConnectionStep[]): Promise<string[]> {
    const sockets = new Map<number, Socket>()
    const heard: string[] = []
    for (const step of steps) {
      let socket = sockets.get(step.on)
      if (!socket || socket.destroyed) {
        const index = heard.push('') - 1
        socket = connect(port, '127.0.0.1')
        socket.setNoDelay(true)
        socket.on('error', () => {})
        socket.on('data', (chunk) => {
          heard[index] += chunk.toString('latin1')
        })
        sockets.set(step.on, socket)
      }
      if (step.do === 'send' && socket.writable) socket.write(step.text, 'latin1')
      else if (step.do === 'end') socket.end()
      else if (step.do === 'reset') socket.resetAndDestroy()
      else if (step.do === 'pause') socket.pause()
      else if (step.do === 'resume') socket.resume()
      else await askAside()
    }
    await askAside()
    await askAside()
    for (const socket of sockets.values()) socket.destroy()
    await askAside()
    return heard
  }

  async function holds(steps: ConnectionStep[]): Promise<void> {
    try {
      await carryOutAndLook(steps)
    } catch (error) {
      // A counterexample is made smaller by trying others, each on a server that knows nothing of the one before.
      running.server.kill('SIGKILL')
      await running.exit
      await start()
      throw error
    }
  }

  async function carryOutAndLook(steps: ConnectionStep[]): Promise<void> {
    const heard = await carryOut(steps).catch((error: unknown) => {
      throw new Error(`the server does not answer others: ${running.output().slice(-2_000)}`, { cause: error })
    })
    expect(hasEnded()).toBe(false)
    const said = heard.flatMap((text) => text.split('HTTP/1.1 ').slice(1))
    for (const answer of said) answers.set(answer.slice(0, 3), (answers.get(answer.slice(0, 3)) ?? 0) + 1)
    streams += said.filter((answer) => answer.includes('text/event-stream')).length
    // A machine that has not the time for everything says so.
    const isRefused = (answer: string) => answer.includes('"code":"unavailable"')
    expect(said.filter((answer) => answer.startsWith('5') && !isRefused(answer))).toEqual([])
    expect(running.output()).not.toMatch(/"level":[56]0/)
  }

  it('[S1] no order of requests, pieces and ends, streams among them, ends the process or is answered by a fault of ours', async () => {
    const { seed } = fc.readConfigureGlobal()
    const numRuns = FACTOR === undefined ? EVERYDAY_SEQUENCES : SEQUENCES_PER_FACTOR * Number(FACTOR)
    const startedPid = running.server.pid
    await fc.assert(fc.asyncProperty(arbitrarySequence(targets), holds), { numRuns })
    expect(running.server.pid).toBe(startedPid)
    expect(streams).toBeGreaterThan(numRuns / 4)
    if (FACTOR === undefined) return
    console.log(`${numRuns} sequences on bare sockets, seed ${seed}: the process lives, ${streams} streams`)
    console.log(
      `answers  ${[...answers]
        .sort()
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}`,
    )
  })
})
