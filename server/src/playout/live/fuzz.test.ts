import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '@placard/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { openBareSocket, requestText } from '../../testing/bare-socket.ts'
import { arbitrarySequence, type ConnectionStep, type FuzzTargets } from '../../testing/fuzz-connection.ts'
import { createClient } from '../../testing/server.ts'
import { freePort, isServing, runServer, type ServerProcess } from '../../testing/server-process.ts'

const EMAIL = 'admin@vnr.example'
const PASSWORD = 'a pass phrase for tests'
/** The default; `npm run fuzz` runs 100,000. */
const EVERYDAY_SEQUENCES = 300
const FACTOR = process.env.PROPERTY_FACTOR
const SEQUENCES_PER_FACTOR = 2_000
const SEQUENCES = FACTOR === undefined ? EVERYDAY_SEQUENCES : SEQUENCES_PER_FACTOR * Number(FACTOR)
/** Run at the same time, each with its own connections. */
const AT_ONCE = 40
/** Batches for each seed of a long run. */
const BATCHES_PER_SEED = 50
/** Long enough for a busy machine. */
const PATIENCE_MS = 300_000 * Math.max(1, Number(FACTOR ?? 1))
/** Allowed share of answers from a server that is too busy. More would make the test meaningless. */
const MOST_WITHOUT_TIME = 0.05
/** Below this number of answers, a share means nothing. */
const LEAST_FOR_A_SHARE = 1_000
/** All connections come from one address. */
const STREAMS = { STREAMS_PER_ADDRESS: '20000', STREAMS_PER_DISPLAY: '20000', STREAMS_MAX: '20000' }

describe('whatever connections carry', { timeout: PATIENCE_MS }, () => {
  let dataDir: string
  let port: number
  let running: ServerProcess
  let targets: FuzzTargets
  const answers = new Map<string, number>()
  let streams = 0
  let carriedOut = 0

  async function start(): Promise<void> {
    running = runServer(
      { port, dataDir },
      { SEED_ADMIN_EMAIL: EMAIL, SEED_ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error', ...STREAMS },
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

  /**
   * Sends a request on another connection and waits for the answer. Connections are accepted in order, one in each turn of the
   * event loop, so the server has handled everything sent before.
   */
  async function askOnce(): Promise<void> {
    const one = openBareSocket(`http://127.0.0.1:${port}`)
    one.send(requestText('GET', '/healthz', ['connection: close']))
    await one.closed
    expect(one.received()).toMatch(/^HTTP\/1\.1 200/)
  }

  let asking = Promise.resolve()
  let next: Promise<void> | undefined
  /** Concurrent callers share the next answer. */
  function askAside(): Promise<void> {
    next ??= asking.then(() => {
      next = undefined
      asking = askOnce()
      return asking
    })
    return next
  }

  /** @returns the bytes received on each connection */
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

  /** Runs all of them at once, so that effects on the server are visible to the others. */
  async function hold(sequences: ConnectionStep[][]): Promise<void> {
    try {
      const heard = await Promise.all(sequences.map(carryOut)).catch((error: unknown) => {
        throw new Error(`the server does not answer others: ${running.output().slice(-2_000)}`, { cause: error })
      })
      lookAt(heard.flat())
      carriedOut += sequences.length
    } catch (error) {
      if (FACTOR !== undefined) console.log(`of ${sequences.length} at once:`, error)
      asking = Promise.resolve()
      next = undefined
      // A counterexample is minimised by trying others, each on a new server.
      running.server.kill('SIGKILL')
      await running.exit
      await start()
      throw error
    }
  }

  const withoutTime = () => answers.get('no time') ?? 0

  function lookAt(heard: string[]): void {
    expect(hasEnded()).toBe(false)
    const said = heard.flatMap((text) => text.split('HTTP/1.1 ').slice(1))
    for (const answer of said) {
      const status = answer.slice(0, 3)
      // A machine that is too busy reports it.
      const kind = answer.includes('"code":"unavailable"') ? 'no time' : status
      answers.set(kind, (answers.get(kind) ?? 0) + 1)
    }
    const inAll = [...answers.values()].reduce((sum, count) => sum + count, 0)
    if (inAll >= LEAST_FOR_A_SHARE) expect(withoutTime() / inAll).toBeLessThan(MOST_WITHOUT_TIME)
    streams += said.filter((answer) => answer.includes('text/event-stream')).length
    expect([...answers.keys()].filter((kind) => kind.startsWith('5'))).toEqual([])
    expect(
      running
        .output()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line)),
    ).toEqual([])
  }

  it('[S1] no order of requests, pieces and ends, streams among them, ends the process or is answered by a fault of ours', async () => {
    const { seed = 0 } = fc.readConfigureGlobal()
    const startedPid = running.server.pid
    const numRuns = FACTOR === undefined ? Math.ceil((SEQUENCES * 2) / AT_ONCE) : BATCHES_PER_SEED
    const many = fc.array(arbitrarySequence(targets), { minLength: 1, maxLength: AT_ONCE, size: 'max' })
    for (let from = seed; carriedOut < SEQUENCES; from += 1) {
      await fc.assert(fc.asyncProperty(many, hold), { seed: from, numRuns })
      if (FACTOR !== undefined) console.log(`seed ${from}  ${carriedOut} sequences, ${streams} streams so far`)
    }
    expect(running.server.pid).toBe(startedPid)
    // Requests refused because the machine is busy open no stream.
    expect(streams + withoutTime()).toBeGreaterThan(SEQUENCES / 4)
    console.log(`${withoutTime()} answers of a server without the time for one`)
    if (FACTOR === undefined) return
    console.log(`${carriedOut} sequences on bare sockets, seed ${seed} and on: the process lives, ${streams} streams`)
    console.log(
      `answers  ${[...answers]
        .sort()
        .map(([kind, count]) => `${kind}: ${count}`)
        .join(', ')}`,
    )
  })
})
