import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = resolve(import.meta.dirname, '..')

type Heard = { id: string; body: { type: string; data: Record<string, unknown> }; isBelieved: boolean }

/** Starts a receiver in its own process, which verifies signatures with the library of Standard Webhooks. */
export async function startReceiver() {
  const started: ChildProcess = spawn(process.execPath, ['server/src/testing/run-webhook-receiver.ts'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const heard: Heard[] = []
  const port = await new Promise<string>((done, fail) => {
    started.once('exit', () => fail(new Error('the receiver ended while it started')))
    if (!started.stdout) throw new Error('it has no output')
    createInterface({ input: started.stdout }).on('line', (line) => {
      if (/^\d+$/.test(line)) done(line)
      else heard.push(JSON.parse(line))
    })
  })
  return {
    heard,
    /** Settings with which a server treats the receiver as part of the public internet. */
    settings: { NODE_OPTIONS: '--import ./server/dist/run-with-receiver.js', RECEIVER_PORT: port },
    url: `http://receiver.example:${port}/hook`,
    tell: (said: { status?: number; secret?: string }) => started.stdin?.write(`${JSON.stringify(said)}\n`),
    close: () => started.kill(),
  }
}
