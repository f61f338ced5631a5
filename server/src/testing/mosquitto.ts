import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './server-process.ts'

const PROGRAM = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'mosquitto'))
  .find((path) => {
    try {
      accessSync(path)
      return true
    } catch {
      return false
    }
  })

/** False: Debian's package `mosquitto` is not installed. */
export const hasMosquitto = PROGRAM !== undefined

/** A real broker on a port of its own. It keeps nothing over a restart. */
export type Mosquitto = {
  url: string
  start(): Promise<void>
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  remove(): Promise<void>
}

export async function createMosquitto(): Promise<Mosquitto> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'placard-mosquitto-'))
  const file = join(folder, 'mosquitto.conf')
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
  let running: ChildProcess | undefined

  async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const ending = running
    running = undefined
    if (!ending || ending.exitCode !== null) return
    const gone = once(ending, 'exit')
    ending.kill(signal)
    await gone
  }

  return {
    url: `mqtt://127.0.0.1:${port}`,
    async start() {
      running = spawn(PROGRAM ?? 'mosquitto', ['-c', file], { stdio: 'ignore' })
      for (let tries = 0; tries < 200; tries += 1) {
        const socket = connect({ port, host: '127.0.0.1' })
        const isThere = await Promise.race([
          once(socket, 'connect').then(() => true),
          once(socket, 'error').then(() => false),
        ]).catch(() => false)
        socket.destroy()
        if (isThere) return
        await new Promise((wake) => setTimeout(wake, 50))
      }
      throw new Error('mosquitto does not listen')
    },
    stop,
    async remove() {
      await stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
