import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/**
 * An item names its stored file by id alone: `url` is for addresses elsewhere. One that named a file by an address which is not
 * the file's keeps the address, since it is what its display was told.
 */
export function itemFiles(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const share = dialect === 'sqlite' ? 'real' : 'double precision'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  /** Of a row of media_file. */
  const address = sql`'/media/' || media_file.id || case media_file.content_type
    when 'image/jpeg' then '.jpg' when 'video/mp4' then '.mp4' else '.webm' end`
  const namesOne = sql`(url is null) <> (media_id is null)`

  /** SQLite takes no constraint from a table that is there, and gives it none. */
  async function rebuild(db: Kysely<unknown>, urls: 'elsewhere' | 'all'): Promise<void> {
    const table = db.schema
      .createTable('item_after')
      .addColumn('id', code, (c) => c.primaryKey().notNull())
      .addColumn('organisation_id', code, (c) => c.notNull())
      .addColumn('display_id', code, (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => (urls === 'all' ? c.notNull() : c))
      .addColumn('media_id', code, (c) => c.references('media_file.id'))
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('duration_seconds', 'integer')
      .addColumn('visible', 'integer', (c) => c.notNull())
      .addColumn('position', code, (c) => c.notNull())
      .addColumn('revision', instant, (c) => c.notNull())
      .addColumn('uploaded_at', instant, (c) => c.notNull())
      .addColumn('fit', 'text')
      .addColumn('focus_x', share)
      .addColumn('focus_y', share)
      .addForeignKeyConstraint('item_display_fk', ['organisation_id', 'display_id'], 'display', [
        'organisation_id',
        'id',
      ])
      .modifyEnd(sql`strict`)
    await (urls === 'all' ? table : table.addCheckConstraint('item_names_one', namesOne)).execute()
    const before = sql.raw('item.id, item.organisation_id, display_id, title')
    const after = sql.raw('type, duration_seconds, visible, position, revision, uploaded_at, fit, focus_x, focus_y')
    if (urls === 'elsewhere') {
      await sql`insert into item_after
        select ${before}, case when media_file.id is null then url end, media_file.id, ${after}
        from item left join media_file on media_file.id = media_id and ${address} = url`.execute(db)
    } else {
      await sql`insert into item_after select ${before}, coalesce(url, ${address}), media_id, ${after}
        from item left join media_file on media_file.id = media_id`.execute(db)
    }
    await db.schema.dropTable('item').execute()
    await db.schema.alterTable('item_after').renameTo('item').execute()
    await db.schema
      .createIndex('item_order')
      .on('item')
      .columns(['organisation_id', 'display_id', 'position'])
      .execute()
    await db.schema.createIndex('item_media').on('item').column('media_id').execute()
  }

  return {
    async up(db: Kysely<unknown>) {
      if (dialect === 'sqlite') return await rebuild(db, 'elsewhere')
      await sql`alter table item alter column url drop not null`.execute(db)
      await sql`update item set media_id = null from media_file where media_file.id = media_id and ${address} <> url`.execute(
        db,
      )
      await sql`update item set url = null where media_id is not null`.execute(db)
      await db.schema.alterTable('item').addCheckConstraint('item_names_one', namesOne).execute()
    },

    async down(db: Kysely<unknown>) {
      if (dialect === 'sqlite') return await rebuild(db, 'all')
      await db.schema.alterTable('item').dropConstraint('item_names_one').execute()
      await sql`update item set url = ${address} from media_file where media_file.id = media_id`.execute(db)
      await sql`alter table item alter column url set not null`.execute(db)
    },
  }
}
