import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SqlDialect } from '../queries.ts'

/** As ACTIVITY_KEPT_MS and STATES_KEPT_MS were when this was written. */
const DAY_MS = 24 * 60 * 60_000
const STATES_KEPT_MS = 60 * DAY_MS
const AT_ONCE = 200

/**
 * The states of things leave the rows that lists read: they are large, and nobody needs them once nothing can be undone by
 * them. An entry may say by which revision its states are told, and what the log takes is counted by organisation, display
 * and day.
 */
export function activityStates(dialect: SqlDialect): Migration {
  const instant = dialect === 'sqlite' ? 'integer' : 'bigint'
  const code = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`
  const strict = sql`strict`

  return {
    async up(db: Kysely<unknown>) {
      const states = db.schema
        .createTable('activity_state')
        .addColumn('entry_id', instant, (c) => c.primaryKey())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('at', instant, (c) => c.notNull())
        .addColumn('size_bytes', instant, (c) => c.notNull())
        .addColumn('touched', 'text', (c) => c.notNull())
        .addColumn('changes', 'text', (c) => c.notNull())
      await (dialect === 'sqlite' ? states.modifyEnd(strict) : states).execute()
      await db.schema
        .createIndex('activity_state_age')
        .on('activity_state')
        .columns(['organisation_id', 'at'])
        .execute()
      const use = db.schema
        .createTable('activity_use')
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('day', instant, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('entry_bytes', instant, (c) => c.notNull())
        .addColumn('state_bytes', instant, (c) => c.notNull())
        .addColumn('unwritten', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('activity_use_key', ['organisation_id', 'day', 'display_id'])
      await (dialect === 'sqlite' ? use.modifyEnd(strict) : use).execute()
      await db.schema.alterTable('activity').addColumn('base_revision', instant).execute()

      const day = dialect === 'sqlite' ? sql`at / ${sql.lit(DAY_MS)}` : sql`div(at, ${sql.lit(DAY_MS)})::bigint`
      const length = (column: string) =>
        dialect === 'sqlite'
          ? sql`coalesce(length(cast(${sql.ref(column)} as blob)), 0)`
          : sql`coalesce(octet_length(${sql.ref(column)}), 0)`
      await sql`
        insert into activity_use (organisation_id, day, display_id, entry_bytes, state_bytes, unwritten)
        select organisation_id, ${day}, display_id, sum(256 + ${length('subject_title')} + ${length('details')}),
          sum(${length('changes')}), 0
        from activity where display_id is not null group by organisation_id, ${day}, display_id`.execute(db)
      await unguard(db, dialect)
      await moveStates(db)
      await guard(db, dialect)
      await db.schema.alterTable('activity').dropColumn('changes').execute()

      for (const scope of ['organisation', 'display'] as const) {
        const columns = scope === 'display' ? ['organisation_id', 'display_id'] : ['organisation_id']
        await db.schema
          .createIndex(`activity_${scope}_kind`)
          .on('activity')
          .columns([...columns, 'kind', 'id'])
          .execute()
        const byPerson = [...columns, 'actor_email', 'id', 'kind']
        await db.schema.createIndex(`activity_${scope}_person`).on('activity').columns(byPerson).execute()
      }
      const byRevision = ['organisation_id', 'display_id', 'revision_after']
      await db.schema.createIndex('activity_revision').on('activity').columns(byRevision).execute()
      if (dialect === 'sqlite') await guardSqlite(db)
      else await guardPostgres(db)
    },

    async down(db: Kysely<unknown>) {
      await unguard(db, dialect)
      await db.schema.alterTable('activity').addColumn('changes', 'text').execute()
      await sql`
        update activity set changes = (select changes from activity_state where entry_id = activity.id)
        where base_revision is null`.execute(db)
      await guard(db, dialect)
      const indexes = ['organisation_kind', 'organisation_person', 'display_kind', 'display_person', 'revision']
      for (const name of indexes) await db.schema.dropIndex(`activity_${name}`).execute()
      await db.schema.alterTable('activity').dropColumn('base_revision').execute()
      await db.schema.dropTable('activity_state').execute()
      await db.schema.dropTable('activity_use').execute()
      if (dialect === 'postgres') await sql`drop function refuse_activity_state_change()`.execute(db)
    },
  }
}

type Old = { id: number; organisation_id: string; at: number; changes: string; details: string | null }

async function moveStates(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Old>`
      select id, organisation_id, at, changes, details from activity
      where id > ${after} and changes is not null order by id limit ${sql.lit(AT_ONCE)}`.execute(db)
    for (const row of rows) {
      const { touched, fields, values } = factsOf(row.changes)
      await sql`
        insert into activity_state (entry_id, organisation_id, at, size_bytes, touched, changes)
        values (${row.id}, ${row.organisation_id}, ${row.at}, ${Buffer.byteLength(row.changes)},
          ${JSON.stringify(touched)}, ${row.changes})`.execute(db)
      const details = merged(row.details, {
        count: Math.max(1, touched.length),
        ...(fields.length === 0 ? {} : { fields }),
        ...(values.length === 0 ? {} : { values }),
      })
      if (details !== undefined) await sql`update activity set details = ${details} where id = ${row.id}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** @returns undefined for details that are not to be read: they stay as they are */
function merged(details: string | null, more: object): string | undefined {
  const known = parsed(details ?? '{}')
  return isRecord(known) ? JSON.stringify({ ...more, ...known }) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The part of an entry's states that lists tell; nothing of states that are not to be read. */
function factsOf(text: string): { touched: unknown[]; fields: string[]; values: object[] } {
  const changes = parsed(text)
  if (!Array.isArray(changes) || !changes.every(isRecord)) return { touched: [], fields: [], values: [] }
  const touched = changes.map(({ thing, before, after }) => {
    const [was, is] = [before, after].map((state) => (isRecord(state) ? state : undefined))
    return [thing === 'item' ? 'i' : 'l', (is ?? was)?.id ?? '', was ? 1 : 0, is?.revision ?? null]
  })
  const [only] = changes
  const { before, after } = changes.length === 1 ? (only ?? {}) : {}
  if (!isRecord(before) || !isRecord(after)) return { touched, fields: [], values: [] }
  const differs = (...keys: string[]) =>
    keys.some((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
  const fields = Object.entries(FIELDS).flatMap(([field, keys]) => (differs(...keys) ? [field] : []))
  const values = Object.entries(VALUES).flatMap(([field, key]) =>
    differs(key) ? [{ field, former: before[key] ?? null, present: after[key] ?? null }] : [],
  )
  return { touched, fields, values }
}

const FIELDS: Record<string, string[]> = {
  title: ['title'],
  url: ['url'],
  type: ['type'],
  duration: ['durationSeconds'],
  visible: ['visible'],
  fit: ['fit', 'focus'],
  text: ['text'],
  position: ['position'],
}
const VALUES: Record<string, string> = { type: 'type', duration: 'durationSeconds' }

/** For as long as the migration moves what is there. */
async function unguard(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  if (dialect === 'sqlite') await sql`drop trigger activity_unchanged`.execute(db)
  else await sql`alter table activity disable trigger activity_unchanged`.execute(db)
}

async function guard(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  if (dialect === 'postgres')
    return void (await sql`alter table activity enable trigger activity_unchanged`.execute(db))
  await sql`
    create trigger activity_unchanged before update on activity
    begin select raise(abort, 'activity is append-only'); end`.execute(db)
}

async function guardSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger activity_state_unchanged before update on activity_state
    begin select raise(abort, 'activity is append-only'); end`.execute(db)
  await sql`
    create trigger activity_state_stays before delete on activity_state
    when old.at > cast(strftime('%s', 'now') as integer) * 1000 - ${sql.lit(STATES_KEPT_MS)}
      and exists (select 1 from organisation where id = old.organisation_id)
    begin select raise(abort, 'activity is append-only'); end`.execute(db)
}

async function guardPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_activity_state_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and (
        old.at <= extract(epoch from clock_timestamp()) * 1000 - ${sql.lit(STATES_KEPT_MS)}
        or not exists (select 1 from organisation where id = old.organisation_id)
      ) then
        return old;
      end if;
      raise exception 'activity is append-only';
    end $$`.execute(db)
  for (const [name, when, each] of [
    ['activity_state_unchanged', 'update or delete', 'row'],
    ['activity_state_stays', 'truncate', 'statement'],
  ] as const) {
    const trigger: RawBuilder<unknown> = sql`
      create trigger ${sql.ref(name)} before ${sql.raw(when)} on activity_state
      for each ${sql.raw(each)} execute function refuse_activity_state_change()`
    await trigger.execute(db)
  }
}
