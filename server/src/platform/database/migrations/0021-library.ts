import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

const COLUMNS = ['name', 'labels', 'alternative_text', 'uploaded_by', 'sent_sha256', 'kept', 'removed_at'] as const

/**
 * The facts about a stored file: its name, labels, an alternative text, its uploader; by which bytes it came; whether it
 * stays although nothing shows it. Files of before are called what their oldest item is called, and were uploaded by who added it.
 */
export function library(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      const change = db.schema.alterTable('media_file')
      for (const column of ['name', 'labels', 'alternative_text'])
        await change.addColumn(column, 'text', (c) => c.notNull().defaultTo('')).execute()
      await change.addColumn('uploaded_by', 'text').execute()
      await change.addColumn('sent_sha256', code).execute()
      await change.addColumn('kept', 'integer', (c) => c.notNull().defaultTo(0)).execute()
      await change.addColumn('removed_at', instant).execute()

      await sql`update media_file set name = coalesce((select item.title from item
        where item.media_id = media_file.id and item.title <> '' order by item.uploaded_at, item.id limit 1), '')`.execute(
        db,
      )
      await nameUploaders(db)
      // The newest first; all that a page reads is found by it.
      const newest = ['organisation_id', 'created_at', 'id']
      await db.schema.createIndex('media_file_newest').on('media_file').columns(newest).execute()
      await db.schema
        .createIndex('media_file_sent')
        .on('media_file')
        .columns(['organisation_id', 'sent_sha256'])
        .where(sql.ref('sent_sha256'), 'is not', null)
        .execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropIndex('media_file_sent').execute()
      await db.schema.dropIndex('media_file_newest').execute()
      for (const column of COLUMNS) await db.schema.alterTable('media_file').dropColumn(column).execute()
    },
  }
}

/** By the log, as far as it goes back. It is read once: nothing leads from an item to its entries. */
async function nameUploaders(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`select item.media_id as id, activity.actor_email as email
    from activity inner join item on item.id = activity.subject_id
    where activity.kind = 'item-added' and activity.actor_kind in ('person', 'token')
      and activity.actor_email <> '' and item.media_id is not null
    order by activity.id desc`.execute(db)
  // The first who added it is the last of these.
  for (const [id, email] of new Map(rows.map((row) => [row.id, row.email]))) {
    await sql`update media_file set uploaded_by = ${email} where id = ${id}`.execute(db)
  }
}
