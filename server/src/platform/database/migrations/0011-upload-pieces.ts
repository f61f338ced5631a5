import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** The bytes of uploads under way, where several nodes take them. What an upload is gone from is gone with it. */
export function uploadPieces(dialect: SqlDialect): Migration {
  const isSqlite = dialect === 'sqlite'
  const code = isSqlite ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema
        .createTable('upload_piece')
        .addColumn('upload_id', code, (c) => c.notNull().references('upload.id').onDelete('cascade'))
        .addColumn('start_byte', 'integer', (c) => c.notNull())
        .addColumn('bytes', isSqlite ? sql`blob` : sql`bytea`, (c) => c.notNull())
        // Two nodes that write the same upload meet here.
        .addPrimaryKeyConstraint('upload_piece_key', ['upload_id', 'start_byte'])
      await (isSqlite ? table.modifyEnd(sql`strict`) : table).execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('upload_piece').execute()
    },
  }
}
