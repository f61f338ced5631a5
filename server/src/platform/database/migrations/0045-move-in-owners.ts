import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The account or the token that began a move-in; empty: not known, so owners alone see it. A playlist counts as brought only
 * where the server made it, which its log says: any other was told by a page.
 */
export function moveInOwners(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('move_in')
        .addColumn('begun_by_id', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await sql`update move_in set begun_by_id = (select id from "user" where email = move_in.begun_by)
        where exists (select 1 from "user" where email = move_in.begun_by)`.execute(db)
      await sql`update move_in_entry set playlist_id = null where playlist_id is not null and not exists (
        select 1 from activity where activity.organisation_id = move_in_entry.organisation_id
        and activity.programme_id = move_in_entry.playlist_id and activity.kind = 'imported')`.execute(db)
    },

    async down(db: Kysely<unknown>) {
      await db.schema.alterTable('move_in').dropColumn('begun_by_id').execute()
    },
  }
}
