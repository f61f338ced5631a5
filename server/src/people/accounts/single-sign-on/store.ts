import { Email, UserId } from '@placard/contract'
import type { Queries } from '../../../platform/database/database.ts'
import { removeWhere, updateWhere } from '../../../platform/database/where.ts'
import type { NetworkRows } from '../../../platform/row-shares.ts'

export type LinkedAccount = { userId: UserId; email: Email; disabled: boolean }

/** The account that an identity at a provider opens. */
export async function findLinked(
  queries: Queries,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<LinkedAccount | undefined> {
  const row = await queries
    .selectFrom('linked_identity')
    .innerJoin('user', 'user.id', 'linked_identity.user_id')
    .select(['user.id', 'user.email', 'user.disabled'])
    .where('linked_identity.issuer', '=', issuer)
    .where('linked_identity.subject', '=', subject)
    .executeTakeFirst()
  return row && { userId: UserId.parse(row.id), email: Email.parse(row.email), disabled: row.disabled === 1 }
}

/** @returns false if the identity or the account is already linked */
export async function createLink(
  queries: Queries,
  link: { issuer: string; subject: string; userId: UserId; linkedAt: number },
): Promise<boolean> {
  const { issuer, subject } = link
  const result = await queries
    .insertInto('linked_identity')
    .values({ issuer, subject, user_id: link.userId, linked_at: link.linkedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** @returns false if there was no link */
export async function removeLinksOf(queries: Queries, userId: UserId): Promise<boolean> {
  return (await removeWhere(queries, 'linked_identity', { user_id: userId })) > 0
}

/** Tells if a browser has signed in before, to any account. */
export async function isDeviceKnown(queries: Queries, device: string): Promise<boolean> {
  const row = await queries.selectFrom('known_device').select('device').where('device', '=', device).executeTakeFirst()
  return row !== undefined
}

export type Attempt = { token: string; content: string; network: string; expiresAt: number }

export async function createAttempt(queries: Queries, attempt: Attempt): Promise<void> {
  const { token, content, network, expiresAt } = attempt
  await queries
    .insertInto('sign_on_attempt')
    .values({ token, content, network, used: 0, expires_at: expiresAt })
    .execute()
}

/** The sealed content of an attempt that is unused and has not expired. */
export async function findAttempt(queries: Queries, token: string, now: number): Promise<string | undefined> {
  const row = await queries
    .selectFrom('sign_on_attempt')
    .select('content')
    .where('token', '=', token)
    .where('used', '=', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.content
}

/** @returns false if it was used already */
export async function useAttempt(queries: Queries, token: string): Promise<boolean> {
  return (await updateWhere(queries, 'sign_on_attempt', { token, used: 0 }, { used: 1, content: '' })) === 1
}

export async function removeAttempt(queries: Queries, token: string): Promise<void> {
  await removeWhere(queries, 'sign_on_attempt', { token })
}

/** Attempts of unknown browsers that have not led to a sign-in, by network. */
export async function countAttempts(queries: Queries, now: number): Promise<NetworkRows[]> {
  const rows = await queries
    .selectFrom('sign_on_attempt')
    .select((column) => ['network', column.fn.countAll<number | string>().as('count')])
    .where('network', '!=', '')
    .where('expires_at', '>', now)
    .groupBy('network')
    .execute()
  return rows.map(({ network, count }) => ({ network, count: Number(count) }))
}

/** A browser that comes back with the removed attempt must begin again. */
export async function removeNewestAttempt(queries: Queries, networks: readonly string[]): Promise<void> {
  const newest = queries
    .selectFrom('sign_on_attempt')
    .select('token')
    .where('network', 'in', networks)
    .orderBy('expires_at', 'desc')
    .limit(1)
  await queries.deleteFrom('sign_on_attempt').where('token', 'in', newest).execute()
}

export async function removeAttemptsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('sign_on_attempt').where('expires_at', '<=', instant).execute()
}

/** Removes the credentials that an unproven person chose: password, passkeys, second factor and recovery codes. */
export async function removeUnprovenWays(queries: Queries, userId: UserId): Promise<void> {
  await updateWhere(queries, 'credential', { user_id: userId }, { password: null })
  await removeWhere(queries, 'passkey', { user_id: userId })
  await removeWhere(queries, 'recovery_code', { user_id: userId })
  await removeWhere(queries, 'second_factor', { user_id: userId })
  await removeWhere(queries, 'pending_sign_in', { user_id: userId })
  await removeWhere(queries, 'password_reset', { user_id: userId })
}
