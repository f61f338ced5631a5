import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { PlacardProcess } from './placard-process.ts'

export const DIALECTS = ['SQLite', 'PostgreSQL'] as const
export type Dialect = (typeof DIALECTS)[number]

/** Bytes of the rows and their indexes. Excludes free pages of SQLite; includes dead rows that PostgreSQL has not removed yet. */
export function bytesOf(placard: PlacardProcess, postgresUrl: string | undefined): Promise<number> {
  return onDatabase(placard, postgresUrl, {
    sqlite(database) {
      const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
      return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
    },
    async postgres(client) {
      const { rows } = await client.query<{ bytes: string }>(
        `select sum(pg_total_relation_size(oid)) as bytes from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      )
      return Number(rows[0]?.bytes)
    },
  })
}

/** Works on the database directly. A running server does not notice what is written this way. */
export async function onDatabase<T>(
  { folder }: PlacardProcess,
  postgresUrl: string | undefined,
  work: { sqlite(database: DatabaseSync): T; postgres(client: pg.Client): Promise<T> },
): Promise<T> {
  if (postgresUrl === undefined) {
    const database = new DatabaseSync(join(folder, 'placard.db'))
    try {
      return work.sqlite(database)
    } finally {
      database.close()
    }
  }
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    return await work.postgres(client)
  } finally {
    await client.end()
  }
}
