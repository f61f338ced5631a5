import type { OrganisationId, WebhookId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/tables.ts'
import { findWhere, updateWhere } from '../../platform/database/where.ts'

export type StoredWebhook = Row<'webhook'>

/** Oldest first. */
export function listWebhooks(queries: Queries, organisationId: string): Promise<StoredWebhook[]> {
  return queries
    .selectFrom('webhook')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function findWebhook(
  queries: Queries,
  organisationId: OrganisationId,
  id: WebhookId,
): Promise<StoredWebhook | undefined> {
  return findWhere(queries, 'webhook', { organisation_id: organisationId, id })
}

/** For deliveries: of any organisation. */
export function findWebhookToAsk(queries: Queries, id: string): Promise<StoredWebhook | undefined> {
  return findWhere(queries, 'webhook', { id })
}

export async function createWebhook(queries: Queries, webhook: StoredWebhook): Promise<void> {
  await queries.insertInto('webhook').values(webhook).execute()
}

export async function updateWebhook(
  queries: Queries,
  id: string,
  change: Partial<Omit<StoredWebhook, 'id' | 'organisation_id'>>,
): Promise<void> {
  await updateWhere(queries, 'webhook', { id }, change)
}

/** @returns the removed row. undefined when there was none */
export function removeWebhook(
  queries: Queries,
  organisationId: OrganisationId,
  id: WebhookId,
): Promise<StoredWebhook | undefined> {
  return queries
    .deleteFrom('webhook')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Records a success. Writes nothing when there was no failure before. */
export async function setWorking(queries: Queries, id: string): Promise<void> {
  await queries
    .updateTable('webhook')
    .set({ failing_since: null, not_before: null, told_at: null })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('failing_since', 'is not', null),
        where('not_before', 'is not', null),
        where('told_at', 'is not', null),
      ]),
    )
    .execute()
}

/**
 * Records a failure. The webhook counts as failing since the first one.
 *
 * @returns the updated row. undefined when its address has changed or it was removed
 */
export function setFailing(
  queries: Queries,
  { id, url }: Pick<StoredWebhook, 'id' | 'url'>,
  now: number,
  notBefore: number,
): Promise<StoredWebhook | undefined> {
  return queries
    .updateTable('webhook')
    .set((column) => ({
      failing_since: column.fn.coalesce('failing_since', column.val(now)),
      not_before: notBefore,
    }))
    .where('id', '=', id)
    .where('url', '=', url)
    .returningAll()
    .executeTakeFirst()
}

/** @returns false when it was switched off already */
export async function endWebhook(
  queries: Queries,
  id: string,
  because: NonNullable<StoredWebhook['ended_because']>,
  now: number,
): Promise<boolean> {
  const result = await queries
    .updateTable('webhook')
    .set({ ended_at: now, ended_because: because })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Records that its owners should be told by mail. */
export async function writeMail(
  queries: Queries,
  id: string,
  mail: NonNullable<StoredWebhook['mail']>,
  now: number,
): Promise<void> {
  await updateWhere(queries, 'webhook', { id }, { mail, mail_at: 0, told_at: now })
}

/** Webhooks with a mail due by `now`. */
export function listWithMail(queries: Queries, now: number): Promise<StoredWebhook[]> {
  return queries
    .selectFrom('webhook')
    .selectAll()
    .where('mail', 'is not', null)
    .where('mail_at', '<=', now)
    .limit(20)
    .execute()
}

/** @returns false when another node has claimed it meanwhile */
export async function claimMail(
  queries: Queries,
  { id, mail, mail_at }: StoredWebhook,
  untilAt: number,
): Promise<boolean> {
  return (await updateWhere(queries, 'webhook', { id, mail, mail_at }, { mail_at: untilAt })) === 1
}

/** Clears a mail that was sent or given up. A newer one stays. */
export async function settleMail(queries: Queries, id: string, mail: StoredWebhook['mail']): Promise<void> {
  await updateWhere(queries, 'webhook', { id, mail }, { mail: null, mail_at: null })
}

/** Addresses of the owners who may sign in. */
export async function listOwnerEmails(queries: Queries, organisationId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('profile')
    .innerJoin('user', 'user.id', 'profile.user_id')
    .select('profile.email')
    .where('profile.org', '=', organisationId)
    .where('profile.role', '=', 'owner')
    .where('user.disabled', '=', 0)
    .orderBy('profile.email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Removes previous secrets that are no longer valid. */
export async function forgetPreviousSecrets(queries: Queries, now: number): Promise<void> {
  await queries
    .updateTable('webhook')
    .set({ previous_secret: null, previous_until: null })
    .where('previous_until', '<=', now)
    .execute()
}
