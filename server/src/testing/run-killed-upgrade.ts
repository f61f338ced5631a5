// Opens the database of a folder, which upgrades it, and ends this process with SIGKILL before a given statement. If it is not ended, it
// prints the number of statements. For upgrade-killed.test.ts.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openUpToDate } from '../operations/backup/service.ts'
import { DATABASE_FILE } from '../platform/database/database.ts'

const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl, KILL_AT } = process.env
const killAt = Number(KILL_AT ?? Number.POSITIVE_INFINITY)
let statements = 0

/** Counts a statement. Ends the process before the statement runs, if it is the chosen one. */
function count() {
  statements += 1
  if (statements === killAt) process.kill(process.pid, 'SIGKILL')
}

/** True for the connection that upgrades. The database is also opened for its backup, and other databases are created in memory. */
const upgrades = (database: DatabaseSync) => database.location()?.endsWith(DATABASE_FILE) === true

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, text) {
  const statement = prepare.call(this, text)
  if (!upgrades(this)) return statement
  const { run, all, iterate } = statement
  return Object.assign(statement, {
    run: (...values: Parameters<typeof run>) => {
      count()
      return run.apply(statement, values)
    },
    all: (...values: Parameters<typeof all>) => {
      count()
      return all.apply(statement, values)
    },
    iterate: (...values: Parameters<typeof iterate>) => {
      count()
      return iterate.apply(statement, values)
    },
  })
}
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  count()
  return Reflect.apply(query, this, args)
} as typeof query

const backup = { folder: `${dataDir}/backups`, keep: 7 }
const database = await openUpToDate({ dataDir, databaseUrl, backup }, Date.now, () => {})
await database.close()
console.log(statements)
