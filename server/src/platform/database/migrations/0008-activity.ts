import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** As ACTIVITY_KEPT_MS was when this was written: a migration that has run never changes. */
const KEPT_MS = 400 * 24 * 60 * 60_000

/**
 * The log of activity. Append-only by the database's own word: whatever a later version of the program, or a hole in it, tries, a
 * row is never changed, and goes only once it is old by the database's own clock, or with its whole organisation.
 */
export function activity(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`

  return {
    async up(db: Kysely<unknown>) {
      // No reference: what happened to a display outlives the display.
      const table = db.schema
        .createTable('activity')
        .addColumn('id', instant, (c) =>
          dialect === 'sqlite' ? c.primaryKey() : c.primaryKey().generatedAlwaysAsIdentity(),
        )
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code)
        .addColumn('at', instant, (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('actor_kind', 'text', (c) => c.notNull())
        .addColumn('actor_id', code)
        .addColumn('actor_email', code, (c) => c.notNull())
        .addColumn('revision_before', instant)
        .addColumn('revision_after', instant)
        .addColumn('subject_type', 'text')
        .addColumn('subject_id', code)
        .addColumn('subject_title', 'text')
        .addColumn('changes', 'text')
        .addColumn('details', 'text')
        .addColumn('request_id', 'text')
      await (dialect === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute()
      await db.schema
        .createIndex('activity_display')
        .on('activity')
        .columns(['organisation_id', 'display_id', 'id'])
        .execute()
      await db.schema.createIndex('activity_organisation').on('activity').columns(['organisation_id', 'id']).execute()
      await db.schema.createIndex('activity_age').on('activity').column('at').execute()
      if (dialect === 'sqlite') await guardSqlite(db)
      else await guardPostgres(db)
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('activity').execute()
      if (dialect === 'postgres') await sql`drop function refuse_activity_change()`.execute(db)
    },
  }
}

async function guardSqlite(db: Kysely<unknown>): Promise<void> {
  const kept = sql.lit(KEPT_MS)
  await sql`
    create trigger activity_unchanged before update on activity
    begin select raise(abort, 'activity is append-only'); end`.execute(db)
  await sql`
    create trigger activity_stays before delete on activity
    when old.at > cast(strftime('%s', 'now') as integer) * 1000 - ${kept}
      and exists (select 1 from organisation where id = old.organisation_id)
    begin select raise(abort, 'activity is append-only'); end`.execute(db)
}

async function guardPostgres(db: Kysely<unknown>): Promise<void> {
  const kept = sql.lit(KEPT_MS)
  await sql`
    create function refuse_activity_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and (
        old.at <= extract(epoch from clock_timestamp()) * 1000 - ${kept}
        or not exists (select 1 from organisation where id = old.organisation_id)
      ) then
        return old;
      end if;
      raise exception 'activity is append-only';
    end $$`.execute(db)
  await sql`
    create trigger activity_unchanged before update or delete on activity
    for each row execute function refuse_activity_change()`.execute(db)
  await sql`
    create trigger activity_stays before truncate on activity
    for each statement execute function refuse_activity_change()`.execute(db)
}
