import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypes } from '../column-types.ts'
import type { SqlDialect } from '../queries.ts'

/** The first tables: organisations with displays, what displays hold, who may sign in. */
export function initial(dialect: SqlDialect): Migration {
  const { instant, code, table } = columnTypes(dialect)

  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'organisation')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .execute()

      await table(db, 'display')
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id'))
        .addColumn('id', code, (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('revision', instant, (c) => c.notNull())
        .addColumn('loop_started_at', instant, (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('display_pk', ['organisation_id', 'id'])
        .execute()

      await table(db, 'media_file')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull().references('organisation.id'))
        .addColumn('content_type', 'text', (c) => c.notNull())
        .addColumn('sha256', 'text', (c) => c.notNull())
        .addColumn('size_bytes', instant, (c) => c.notNull())
        .addColumn('width', 'integer', (c) => c.notNull())
        .addColumn('height', 'integer', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .execute()

      await table(db, 'item')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('title', 'text', (c) => c.notNull())
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('media_id', code, (c) => c.references('media_file.id'))
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('duration_seconds', 'integer')
        .addColumn('visible', 'integer', (c) => c.notNull())
        .addColumn('position', code, (c) => c.notNull())
        .addColumn('revision', instant, (c) => c.notNull())
        .addColumn('uploaded_at', instant, (c) => c.notNull())
        .addForeignKeyConstraint('item_display_fk', ['organisation_id', 'display_id'], 'display', [
          'organisation_id',
          'id',
        ])
        .execute()
      await db.schema
        .createIndex('item_order')
        .on('item')
        .columns(['organisation_id', 'display_id', 'position'])
        .execute()
      await db.schema.createIndex('item_media').on('item').column('media_id').execute()

      await table(db, 'line')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('organisation_id', code, (c) => c.notNull())
        .addColumn('display_id', code, (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('position', code, (c) => c.notNull())
        .addColumn('revision', instant, (c) => c.notNull())
        .addForeignKeyConstraint('line_display_fk', ['organisation_id', 'display_id'], 'display', [
          'organisation_id',
          'id',
        ])
        .execute()
      await db.schema
        .createIndex('line_order')
        .on('line')
        .columns(['organisation_id', 'display_id', 'position'])
        .execute()

      await table(db, 'receipt')
        .addColumn('user_id', code, (c) => c.notNull())
        .addColumn('key', code, (c) => c.notNull())
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('answer', 'text', (c) => c.notNull())
        .addColumn('created_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('receipt_pk', ['user_id', 'key'])
        .execute()
      await db.schema.createIndex('receipt_age').on('receipt').column('created_at').execute()

      await table(db, 'profile')
        .addColumn('email', code, (c) => c.primaryKey().notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('org', code, (c) => c.notNull().references('organisation.id'))
        .addColumn('msg', 'text', (c) => c.notNull())
        .addColumn('sub_type', 'text', (c) => c.notNull())
        .execute()

      await table(db, 'user')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('email', code, (c) => c.notNull().unique())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('email_verified', 'integer', (c) => c.notNull())
        .addColumn('image', 'text')
        .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute()

      await table(db, 'session')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('token', code, (c) => c.notNull().unique())
        .addColumn('previous_token', code, (c) => c.unique())
        .addColumn('rotated_at', instant, (c) => c.notNull())
        .addColumn('expires_at', code, (c) => c.notNull())
        .addColumn('remembered', 'integer', (c) => c.notNull())
        .addColumn('last_seen_at', instant, (c) => c.notNull())
        .addColumn('ip_address', 'text')
        .addColumn('user_agent', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('session_user').on('session').column('user_id').execute()

      await table(db, 'credential')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('account_id', 'text', (c) => c.notNull())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('password', 'text')
        .addColumn('access_token', 'text')
        .addColumn('refresh_token', 'text')
        .addColumn('id_token', 'text')
        .addColumn('access_token_expires_at', 'text')
        .addColumn('refresh_token_expires_at', 'text')
        .addColumn('scope', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('credential_user').on('credential').column('user_id').execute()

      await table(db, 'verification')
        .addColumn('id', code, (c) => c.primaryKey().notNull())
        .addColumn('identifier', 'text', (c) => c.notNull())
        .addColumn('value', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'text', (c) => c.notNull())
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .execute()
      await db.schema.createIndex('verification_identifier').on('verification').column('identifier').execute()

      await table(db, 'sign_in_failure')
        .addColumn('id', 'integer', (c) =>
          dialect === 'sqlite' ? c.primaryKey() : c.primaryKey().generatedAlwaysAsIdentity(),
        )
        .addColumn('email', code, (c) => c.notNull())
        .addColumn('device', code, (c) => c.notNull())
        .addColumn('network', code, (c) => c.notNull())
        .addColumn('failed_at', instant, (c) => c.notNull())
        .execute()
      for (const bucket of [
        ['email', 'device', 'failed_at'],
        ['network', 'device', 'failed_at'],
        ['device', 'failed_at'],
      ]) {
        await db.schema.createIndex(`sign_in_failure_${bucket[0]}`).on('sign_in_failure').columns(bucket).execute()
      }

      await table(db, 'known_device')
        .addColumn('user_id', code, (c) => c.notNull().references('user.id').onDelete('cascade'))
        .addColumn('device', code, (c) => c.notNull())
        .addColumn('seen_at', instant, (c) => c.notNull())
        .addPrimaryKeyConstraint('known_device_pk', ['user_id', 'device'])
        .execute()

      await table(db, 'setting')
        .addColumn('key', code, (c) => c.primaryKey().notNull())
        .addColumn('value', 'text', (c) => c.notNull())
        .execute()
    },

    async down(db: Kysely<unknown>) {
      const newestFirst = [
        'setting',
        'known_device',
        'sign_in_failure',
        'verification',
        'credential',
        'session',
        'user',
        'profile',
        'receipt',
        'line',
        'item',
        'media_file',
        'display',
        'organisation',
      ]
      for (const name of newestFirst) await db.schema.dropTable(name).execute()
    },
  }
}
