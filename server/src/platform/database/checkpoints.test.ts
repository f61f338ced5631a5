import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCheckpoints } from './checkpoints.ts'
import { openNodeSqlite } from './node-sqlite.ts'

const PAGE_BYTES = 4096
/** From this size on SQLite makes a checkpoint itself, in the writing thread: https://sqlite.org/pragma.html#pragma_wal_autocheckpoint */
const BY_ITSELF_BYTES = 1_000 * PAGE_BYTES

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-checkpoints-'))
  path = join(folder, 'placard.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bytesOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

function open(onWrite?: (characters: number) => void) {
  const database = openNodeSqlite(path, onWrite ? { onWrite } : {})
  database.prepare('create table if not exists "page" ("bytes" blob)').run([])
  const insert = database.prepare('insert into "page" ("bytes") values (zeroblob(3000))')
  const write = (times: number) => {
    for (let time = 0; time < times; time += 1) insert.run([])
  }
  const count = () => (database.prepare('select count(*) as "count" from "page"').all([])[0] as { count: number }).count
  return { database, write, count }
}

it('[Q9] another thread copies changes to the file, and the log is empty afterwards', async () => {
  const checkpoints = createCheckpoints(path)
  const { database, write, count } = open(checkpoints.count)
  write(250)
  await vi.waitFor(() => expect(bytesOf(path)).toBeGreaterThan(150 * PAGE_BYTES), 20_000)
  // Too small for SQLite's own checkpoint.
  expect(bytesOf(`${path}-wal`)).toBeLessThan(BY_ITSELF_BYTES)
  const written = count()

  await checkpoints.stop()
  write(1_000)
  database.close()
  expect(existsSync(`${path}-wal`)).toBe(false)
  const again = open()
  expect(again.count()).toBe(written + 1_000)
  again.database.close()
})

it('a log that was written to during a pass begins anew all the same', async () => {
  const checkpoints = createCheckpoints(path)
  const { database, write } = open(checkpoints.count)
  // The header counts how often the log was restarted: https://sqlite.org/walformat.html
  const beginnings = () => readFileSync(`${path}-wal`).readUInt32BE(12)
  write(250)
  // The interval is so long that SQLite's own checkpoint would come only after all of these checks.
  const looks = { timeout: 15_000, interval: 250 }
  await vi.waitFor(() => {
    write(1)
    expect(beginnings()).toBe(1)
  }, looks)
  await checkpoints.stop()
  database.close()
})

it.runIf(process.platform === 'linux')('the thread has the lowest priority, and it alone', async () => {
  const { PRIORITY_LOW } = constants.priority
  const lowest = () =>
    readdirSync('/proc/self/task').filter((thread) => getPriority(Number(thread)) === PRIORITY_LOW).length
  const before = { lowest: lowest(), own: getPriority() }
  const checkpoints = createCheckpoints(path)
  const { database, write } = open(checkpoints.count)
  write(250)
  await vi.waitFor(() => expect(lowest()).toBe(before.lowest + 1), 20_000)
  expect(getPriority()).toBe(before.own)
  await checkpoints.stop()
  database.close()
})

it('without the thread SQLite keeps the log in bounds', () => {
  const { database, write } = open()
  write(4_000)
  expect(bytesOf(`${path}-wal`)).toBeLessThan(1.1 * BY_ITSELF_BYTES)
  expect(bytesOf(path)).toBeGreaterThan(3_000 * PAGE_BYTES)
  database.close()
})

it('nothing was written: to stop waits for nothing, and after that nothing is started', async () => {
  const checkpoints = createCheckpoints(path)
  await checkpoints.stop()
  checkpoints.count(10_000_000)
  // A thread would create the file when it opens it.
  await sleep(1_000)
  expect(existsSync(path)).toBe(false)
})
