import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, vi } from 'vitest'

const MAIN = new URL('../main.ts', import.meta.url).pathname
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
/** Environment of the programs under test: no settings, only the variables that halve their start time. */
export const BARE_ENVIRONMENT = { PATH, NODE_COMPILE_CACHE }

/** Time limit of a start, with room for slow machines. */
const PATIENCE_MS = 100_000

export type ServerProcess = {
  server: ChildProcess
  /** Its output so far, including its log. */
  output(): string
  /** Its exit code. null when a signal ended it. */
  exit: Promise<number | null>
}

/**
 * Runs the server as its operator does: in a separate process, which a fault can end.
 *
 * @param environment further settings. Nothing else of this process's environment is passed on
 * @param under a command that starts its arguments
 */
export function runServer(
  { port, dataDir }: { port: number; dataDir: string },
  environment: Record<string, string> = {},
  under: string[] = [],
): ServerProcess {
  const env = { ...BARE_ENVIRONMENT, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...environment }
  const [command = '', ...args] = [...under, process.execPath, MAIN]
  const server = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return { server, output: () => output, exit: once(server, 'exit').then(([code]) => code) }
}

export async function isServing({ output }: ServerProcess): Promise<void> {
  await vi.waitFor(() => expect(output()).toContain('Placard is running'), { timeout: PATIENCE_MS })
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
