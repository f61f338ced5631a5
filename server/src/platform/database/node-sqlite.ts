import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { fromSystemError } from '../errors.ts'

/** More than the number of distinct statements of the product. A guard against statements that are built with values in them. */
const MAX_STATEMENTS = 500

/** Kysely's interface of the database, and a count of the writes of this process. */
export type NodeSqlite = SqliteDatabase & {
  /** @returns the number of statements begun that write into the table, or whose table is not known */
  writesTo(table: string): number
}

/** SQLite makes a checkpoint by itself at this many pages: https://sqlite.org/pragma.html#pragma_wal_autocheckpoint */
const PAGES_OF_LOG = { usual: 1_000, onFullDisk: 100 }
/** After a disk had no room, it is treated as full for this long. */
const FULL_MS = 10 * 60_000

export type Told = { onFull?: () => void; onWrite?: (characters: number) => void }

/**
 * Node's own SQLite with the interface that Kysely's SQLite dialect expects. There is one connection per process: a second one in the
 * same thread would wait for a lock that only this thread can release. Statements are prepared once.
 *
 * @param path of the file, or ':memory:'
 * @param told.onFull called each time that the disk has no room for a statement, before the error is thrown
 * @param told.onWrite called before each statement that writes, with the number of characters in its parameters
 */
export function openNodeSqlite(path: string, { onFull, onWrite }: Told = {}): NodeSqlite {
  const database = new DatabaseSync(path)
  // FULL syncs the log at each commit, so acknowledged changes survive a power cut. NORMAL can lose rows. Temporary data stays in memory,
  // because a change of many pages would otherwise need a folder for temporary files, which a read-only container may not have.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = 2000;
    pragma journal_size_limit = 67108864;
    pragma temp_store = memory;
  `)
  const statements = new Map<string, SqliteStatement>()
  const writes = new Map<string, number>()
  let fullAt: number | undefined
  const setPagesOfLog = (pages: number) => database.exec(`pragma wal_autocheckpoint = ${pages}`)

  function meetFullDisk() {
    fullAt = performance.now()
    onFull?.()
    // The log cannot grow. Frequent checkpoints let it restart within the room that it has.
    setPagesOfLog(PAGES_OF_LOG.onFullDisk)
  }

  function count(table: string, parameters: readonly unknown[]) {
    writes.set(table, (writes.get(table) ?? 0) + 1)
    if (fullAt !== undefined && performance.now() - fullAt > FULL_MS) {
      fullAt = undefined
      setPagesOfLog(PAGES_OF_LOG.usual)
    }
    onWrite?.(charactersIn(parameters))
  }
  return {
    writesTo: (table) => (writes.get(table) ?? 0) + (writes.get(ANY_TABLE) ?? 0),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const table = tableWrittenBy(sql)
      const onRun = table === undefined ? () => {} : (parameters: readonly unknown[]) => count(table, parameters)
      const prepared = wrap(database.prepare(sql), meetFullDisk, onRun)
      const statement = sql === 'rollback' ? unlessUndone(database, prepared) : prepared
      if (statements.size >= MAX_STATEMENTS) statements.clear()
      statements.set(sql, statement)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

const ANY_TABLE = '*'
/** Beginnings of SQLite statements that write into one table, as Kysely writes them. */
const WRITES = /^(?:insert(?: or \w+)? into|update(?: or \w+)?|delete from) "([^"]+)"/
const WRITES_NOTHING = /^(?:select|begin|commit|rollback|pragma)\b/

/** @returns the table. undefined for a statement that writes into none. `*` for any other, such as a new index */
export function tableWrittenBy(sql: string): string | undefined {
  return WRITES_NOTHING.test(sql) ? undefined : (WRITES.exec(sql)?.[1] ?? ANY_TABLE)
}

/** @param onRun called with the parameters each time that the statement is about to run */
function wrap(
  statement: StatementSync,
  onFull: () => void,
  onRun: (parameters: readonly unknown[]) => void,
): SqliteStatement {
  function watched<Result>(parameters: readonly unknown[], work: () => Result): Result {
    onRun(parameters)
    try {
      return work()
    } catch (error) {
      if (fromSystemError(error)?.code === 'disk-full') onFull()
      throw error
    }
  }
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => watched(parameters, () => statement.all(...bindable(parameters))),
    run: (parameters) => watched(parameters, () => statement.run(...bindable(parameters))),
    iterate(parameters) {
      onRun(parameters)
      return statement.iterate(...bindable(parameters))
    },
  }
}

/** On a full or broken disk, SQLite rolls a transaction back at once. A second rollback would fail and hide the original error. */
function unlessUndone(database: DatabaseSync, rollback: SqliteStatement): SqliteStatement {
  return {
    ...rollback,
    run: (parameters) => (database.isTransaction ? rollback.run(parameters) : { changes: 0, lastInsertRowid: 0 }),
  }
}

function charactersIn(parameters: readonly unknown[]): number {
  let characters = 0
  for (const value of parameters) if (typeof value === 'string') characters += value.length
  return characters
}

/** Refuses values that node:sqlite would accept silently: it binds `undefined` as NULL and treats an object as named parameters. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value
    if (value instanceof Uint8Array) return value
    throw new TypeError(`SQLite cannot bind ${value === undefined ? 'undefined' : typeof value}`)
  })
}
