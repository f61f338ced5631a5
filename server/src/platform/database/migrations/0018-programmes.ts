import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** Tables whose rows are of a programme from now on. Screens stay a display's. */
const OF_PROGRAMMES = ['item', 'line', 'activity', 'activity_use'] as const

/**
 * A display becomes one kind of programme, a playlist the other: both hold items and lines. An item may include a playlist in the
 * place of a file or an address.
 */
export function programmes(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const share = dialect === 'sqlite' ? 'real' : 'double precision'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  const isThere = (column: string) => sql`(case when ${sql.ref(column)} is null then 0 else 1 end)`
  const showsOne = (...columns: string[]) => sql`${sql.join(columns.map(isThere), sql` + `)} = 1`

  async function indexItems(db: Kysely<unknown>, owner: 'display_id' | 'programme_id'): Promise<void> {
    const order = ['organisation_id', owner, 'position']
    await db.schema.createIndex('item_order').on('item').columns(order).execute()
    await db.schema.createIndex('item_media').on('item').column('media_id').execute()
  }

  /** SQLite takes no constraint from a table that is there, and gives it none. */
  async function rebuildItems(db: Kysely<unknown>, owner: 'display_id' | 'programme_id'): Promise<void> {
    const isNew = owner === 'programme_id'
    let table = db.schema
      .createTable('item_after')
      .addColumn('id', code, (c) => c.primaryKey().notNull())
      .addColumn('organisation_id', code, (c) => c.notNull())
      .addColumn(owner, code, (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('url', 'text')
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
      .addColumn('schedule', 'text')
      .addForeignKeyConstraint('item_programme_fk', ['organisation_id', owner], isNew ? 'programme' : 'display', [
        'organisation_id',
        'id',
      ])
      .modifyEnd(sql`strict`)
    if (isNew) {
      table = table
        .addColumn('playlist_id', code)
        .addForeignKeyConstraint('item_playlist_fk', ['organisation_id', 'playlist_id'], 'programme', [
          'organisation_id',
          'id',
        ])
    }
    const names = isNew ? showsOne('url', 'media_id', 'playlist_id') : showsOne('url', 'media_id')
    await table.addCheckConstraint('item_names_one', names).execute()
    const columns = sql.raw(
      `id, organisation_id, ${owner}, title, url, media_id, type, duration_seconds, visible, position, revision, uploaded_at, fit, focus_x, focus_y, schedule`,
    )
    const from = isNew ? 'display_id' : 'programme_id'
    const before = sql.raw(
      `id, organisation_id, ${from}, title, url, media_id, type, duration_seconds, visible, position, revision, uploaded_at, fit, focus_x, focus_y, schedule`,
    )
    await sql`insert into item_after (${columns}) select ${before} from item`.execute(db)
    await db.schema.dropTable('item').execute()
    await db.schema.alterTable('item_after').renameTo('item').execute()
    await indexItems(db, owner)
  }

  const rename = (db: Kysely<unknown>, tables: readonly string[], from: string, to: string) =>
    Promise.all(tables.map((table) => db.schema.alterTable(table).renameColumn(from, to).execute()))

  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('display').renameTo('programme').execute()
      const change = db.schema.alterTable('programme')
      await change.addColumn('kind', 'text', (c) => c.notNull().defaultTo('display')).execute()
      await change.addColumn('told_revision', instant, (c) => c.notNull().defaultTo(0)).execute()
      await change.addColumn('removed_at', instant).execute()
      await sql`update programme set told_revision = revision`.execute(db)
      if (dialect === 'sqlite') {
        await rename(db, OF_PROGRAMMES.slice(1), 'display_id', 'programme_id')
        await rebuildItems(db, 'programme_id')
      } else {
        await rename(db, OF_PROGRAMMES, 'display_id', 'programme_id')
        await db.schema.alterTable('item').addColumn('playlist_id', code).execute()
        await db.schema.alterTable('item').dropConstraint('item_names_one').execute()
        const one = showsOne('url', 'media_id', 'playlist_id')
        await db.schema.alterTable('item').addCheckConstraint('item_names_one', one).execute()
        await db.schema
          .alterTable('item')
          .addForeignKeyConstraint('item_playlist_fk', ['organisation_id', 'playlist_id'], 'programme', [
            'organisation_id',
            'id',
          ])
          .execute()
      }
      // [CP3] Once on each display. It finds the displays that include a playlist too.
      await sql`create unique index item_playlist on item (organisation_id, playlist_id, programme_id)
        where playlist_id is not null`.execute(db)
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropIndex('item_playlist').execute()
      const ofPlaylists = sql`programme_id in (select id from programme where kind = 'playlist')`
      await sql`delete from item where playlist_id is not null or ${ofPlaylists}`.execute(db)
      await sql`delete from line where ${ofPlaylists}`.execute(db)
      if (dialect === 'sqlite') {
        await sql`delete from programme where kind = 'playlist'`.execute(db)
        await rename(db, OF_PROGRAMMES.slice(1), 'programme_id', 'display_id')
      } else {
        await db.schema.alterTable('item').dropConstraint('item_names_one').execute()
        await db.schema.alterTable('item').dropColumn('playlist_id').execute()
        await db.schema.alterTable('item').addCheckConstraint('item_names_one', showsOne('url', 'media_id')).execute()
        await sql`delete from programme where kind = 'playlist'`.execute(db)
        await rename(db, OF_PROGRAMMES, 'programme_id', 'display_id')
      }
      for (const column of ['kind', 'told_revision', 'removed_at'])
        await db.schema.alterTable('programme').dropColumn(column).execute()
      await db.schema.alterTable('programme').renameTo('display').execute()
      if (dialect === 'sqlite') await rebuildItems(db, 'display_id')
    },
  }
}
