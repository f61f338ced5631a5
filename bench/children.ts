import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BenchError } from './bench-error.ts'

const START_TIMEOUT_MS = 30_000
const LOOK_AGAIN_MS = 50

/** A program under the same Node as this process. Its last output is kept in case it fails. */
export type Child = AsyncDisposable & {
  process: ChildProcess
  pid: number
  /** The output so far. */
  output(): string
  /** Resolves when the process has ended and all of its output is there. */
  ended: Promise<void>
  /** Kills the process at once, because it has nothing to save. */
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
const folders = new Set<string>()

/** @param args the program and its arguments */
export function startChild(args: string[], options: { env?: NodeJS.ProcessEnv; ipc?: boolean } = {}): Child {
  const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'pipe', ...(options.ipc ? (['ipc'] as const) : [])]
  const child = spawn(process.execPath, args, { env: options.env ?? process.env, stdio })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.once('exit', () => running.delete(child))
  running.add(child)
  if (child.pid === undefined) throw new BenchError(`${args[0]} could not be started.`)
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { process: child, pid: child.pid, output: () => output, ended, stop, [Symbol.asyncDispose]: stop }
}

/**
 * Resolves when a child answers on its port.
 *
 * @throws BenchError with the child's output when it ends or takes longer than START_TIMEOUT_MS
 */
export async function listening(child: Child, port: number): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await answers(port))) {
    const hasEnded = child.process.exitCode !== null || child.process.signalCode !== null
    if (hasEnded) await child.ended
    if (hasEnded || performance.now() > deadline) {
      throw new BenchError(`A server did not start on port ${port}. It said:\n${child.output()}`)
    }
    await sleep(LOOK_AGAIN_MS)
  }
}

/** @throws BenchError when another process already listens there, because that one would be measured */
export async function checkPortFree(port: number): Promise<void> {
  if (await answers(port)) throw new BenchError(`Port ${port} is taken. Choose others with --port.`)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** An empty folder that `clear` removes. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'))
  folders.add(folder)
  return folder
}

/** Ends every child that still runs and removes every folder. Must be called however the program ends. */
export function clear(): void {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  running.clear()
  folders.clear()
}
