import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, importEmbeddedPostgres, restoreSymlinks } from './postgres.ts'

/** A PostgreSQL server for one test, which may stop it in any way. */
export type OwnPostgres = {
  url: string
  /** Like `pg_ctl stop -m immediate`: cuts every connection and finishes nothing. Resolves when the process has ended. */
  stopAtOnce(): Promise<void>
  /** Starts again on the same data. */
  start(): Promise<void>
  close(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  await restoreSymlinks()
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const databaseDir = await mkdtemp(join(tmpdir(), 'placard-own-postgres-'))
  const port = await freePort()
  const make = () =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--no-sync'],
      // Only the process is ended, never the machine.
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'],
      onLog: () => {},
      onError: () => {},
    })
  let postgres = make()
  await postgres.initialise()
  await postgres.start()
  process.once('exit', () => postgres.stop())

  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async stopAtOnce() {
      const [pid = ''] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      while (isRunning(Number(pid))) await new Promise((resolve) => setTimeout(resolve, 20))
      // The old object still refers to the ended process.
      postgres = make()
    },
    start: () => postgres.start(),
    async close() {
      await postgres.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
