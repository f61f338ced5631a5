import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as letOthers } from 'node:timers/promises'
import pg from 'pg'
import { DATABASE_FILE, type DatabaseSettings, POSTGRES_TYPES, type SqlDialect } from './database.ts'

/** A column value, on either dialect. */
export type Value = string | number | null
export type TableShape = { name: string; columns: string[] }
export type RelatedShape = TableShape & { parents: string[] }

/** Everything that a database held at one moment, unaffected by later writes. Disposing of it ends the snapshot. */
export type Dump = AsyncDisposable & {
  dialect: SqlDialect
  /** Names of the migrations that made its tables, in order. Empty for a new database. */
  migrations: string[]
  /** All tables except the migrator's, each after the tables that it refers to (its parents). */
  tables: RelatedShape[]
  /** Rows in batches. One table must be read to its end before the next. */
  rows(table: TableShape): AsyncIterable<Value[][]>
  /** Size of the database on the disk, in bytes. */
  sizeBytes(): Promise<number>
}

const AT_ONCE = 500
/** The migrator's own tables. They are not dumped, because a restore creates tables by migrating. */
const MIGRATIONS_TABLE = 'kysely_migration'
const isMigrators = (name: string) => name.startsWith(MIGRATIONS_TABLE)

/**
 * Reads over a separate connection, so that it neither blocks other work on the database nor waits for it. It changes nothing and does
 * not migrate older tables.
 *
 * @returns undefined when there is no SQLite file
 */
export function openDump(settings: DatabaseSettings): Promise<Dump | undefined> {
  return settings.databaseUrl ? openPostgresDump(settings.databaseUrl) : openSqliteDump(settings.dataDir)
}

async function openSqliteDump(dataDir: string): Promise<Dump | undefined> {
  const path = join(dataDir, DATABASE_FILE)
  if (!existsSync(path)) return undefined
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma query_only = on; pragma busy_timeout = 5000; begin')
    // The first read fixes the moment.
    const names = database
      .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
      .all()
      .map(({ name }) => String(name))
    const shapes = names
      .filter((name) => !isMigrators(name))
      .map((name) => ({
        name,
        columns: database
          .prepare('select name from pragma_table_info(?)')
          .all(name)
          .map((column) => String(column.name)),
        parents: database
          .prepare('select "table" as parent from pragma_foreign_key_list(?)')
          .all(name)
          .map((key) => String(key.parent)),
      }))
    const migrations = names.includes(MIGRATIONS_TABLE)
      ? database
          .prepare(`select name from ${MIGRATIONS_TABLE} order by name`)
          .all()
          .map(({ name }) => String(name))
      : []
    return {
      dialect: 'sqlite',
      migrations,
      tables: parentsFirst(shapes),
      async *rows(table) {
        const statement = database.prepare(`select ${columnList(table)} from ${quoted(table.name)}`)
        statement.setReturnArrays(true)
        let some: Value[][] = []
        for (const row of statement.iterate()) {
          some.push(valuesOf(table, row as unknown as unknown[]))
          if (some.length < AT_ONCE) continue
          yield some
          some = []
          await letOthers()
        }
        if (some.length > 0) yield some
      },
      async sizeBytes() {
        const row = database
          .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
          .get()
        return Number(row?.bytes)
      },
      async [Symbol.asyncDispose]() {
        database.close()
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}

async function openPostgresDump(databaseUrl: string): Promise<Dump> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    types: POSTGRES_TYPES,
  })
  // A connection that breaks fails the running query. Without a listener the error would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const columns = await client.query<{ name: string; column: string; parents: string[] }>(`
      select t.relname::text as name, a.attname::text as column,
        array(
          select p.relname::text from pg_constraint c join pg_class p on p.oid = c.confrelid
          where c.conrelid = t.oid and c.contype = 'f'
        ) as parents
      from pg_class t join pg_attribute a on a.attrelid = t.oid
      where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
      order by t.relname, a.attnum`)
    const shapes = new Map<string, RelatedShape>()
    for (const { name, column, parents } of columns.rows) {
      const shape = shapes.get(name) ?? { name, columns: [], parents }
      shape.columns.push(column)
      shapes.set(name, shape)
    }
    const migrations = shapes.has(MIGRATIONS_TABLE)
      ? (await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by name`)).rows
      : []
    return {
      dialect: 'postgres',
      migrations: migrations.map(({ name }) => name),
      tables: parentsFirst([...shapes.values()].filter(({ name }) => !isMigrators(name))),
      async *rows(table) {
        await client.query(
          `declare reading no scroll cursor for select ${columnList(table)} from ${quoted(table.name)}`,
        )
        try {
          for (;;) {
            const { rows } = await client.query<unknown[]>({
              text: `fetch ${AT_ONCE} from reading`,
              rowMode: 'array',
            })
            if (rows.length === 0) return
            yield rows.map((row) => valuesOf(table, row))
          }
        } finally {
          await client.query('close reading').catch(() => {})
        }
      },
      async sizeBytes() {
        const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
        return rows[0]?.bytes ?? 0
      },
      [Symbol.asyncDispose]: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnList(table: TableShape): string {
  return table.columns.map(quoted).join(', ')
}

/** @throws Error when a column holds a value that the other dialect cannot store */
function valuesOf(table: TableShape, row: unknown[]): Value[] {
  return row.map((value, index) => {
    if (value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)))
      return value
    throw new Error(`${table.name}.${table.columns[index]} holds a ${typeof value}, which cannot be written down`)
  })
}

/** Orders tables so that they can be filled in this order. A table that refers to itself does not wait for itself. */
function parentsFirst(shapes: RelatedShape[]): RelatedShape[] {
  const left = new Map(shapes.map((shape) => [shape.name, shape]))
  const ordered: RelatedShape[] = []
  while (left.size > 0) {
    const next = [...left.values()].find(({ name, parents }) =>
      parents.every((parent) => parent === name || !left.has(parent)),
    )
    if (!next) throw new Error('tables refer to each other in a circle')
    left.delete(next.name)
    ordered.push(next)
  }
  return ordered
}
