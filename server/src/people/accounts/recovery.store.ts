import { UserId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { removeWhere } from '../../platform/database/where.ts'

export async function createReset(
  queries: Queries,
  reset: { token: string; userId: UserId; expiresAt: number },
): Promise<void> {
  await queries
    .insertInto('password_reset')
    .values({ token: reset.token, user_id: reset.userId, expires_at: reset.expiresAt })
    .execute()
}

export type ResetOwner = { userId: UserId; email: string; disabled: boolean }

/** The account that a reset token belongs to, unless the token has expired. */
export async function findResetOwner(queries: Queries, token: string, now: number): Promise<ResetOwner | undefined> {
  const row = await queries
    .selectFrom('password_reset')
    .innerJoin('user', 'user.id', 'password_reset.user_id')
    .select(['user.id', 'user.email', 'user.disabled'])
    .where('password_reset.token', '=', token)
    .where('password_reset.expires_at', '>', now)
    .executeTakeFirst()
  return row && { userId: UserId.parse(row.id), email: row.email, disabled: row.disabled === 1 }
}

/** @returns false if it is gone or has expired */
export async function removeReset(queries: Queries, token: string, now: number): Promise<boolean> {
  const result = await queries
    .deleteFrom('password_reset')
    .where('token', '=', token)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function removeResetsOf(queries: Queries, userId: UserId): Promise<void> {
  await removeWhere(queries, 'password_reset', { user_id: userId })
}

export async function removeResetsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('password_reset').where('expires_at', '<=', instant).execute()
}

export type ResetRequest = { email: string; device: string; network: string; requestedAt: number }

/** @returns its id */
export async function createRequest(queries: Queries, request: ResetRequest): Promise<number> {
  const { requestedAt, ...columns } = request
  const row = await queries
    .insertInto('reset_request')
    .values({ ...columns, requested_at: requestedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function removeRequest(queries: Queries, id: number): Promise<void> {
  await removeWhere(queries, 'reset_request', { id })
}

export async function removeRequestsOf(queries: Queries, email: string): Promise<void> {
  await removeWhere(queries, 'reset_request', { email })
}

export async function removeRequestsBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('reset_request').where('requested_at', '<', instant).execute()
}

/**
 * The time of the newest matching request after skipping `skip`. If there is one, there are more than `skip`.
 *
 * @param match by address or by network
 */
export async function findRequestInstant(
  queries: Queries,
  match: { device: string; after: number; before: number } & ({ email: string } | { network: string }),
  skip: number,
): Promise<number | undefined> {
  const query = queries
    .selectFrom('reset_request')
    .select('requested_at')
    .where('device', '=', match.device)
    .where('requested_at', '>', match.after)
    .where('requested_at', '<', match.before)
  const matching =
    'email' in match ? query.where('email', '=', match.email) : query.where('network', '=', match.network)
  const row = await matching.orderBy('requested_at', 'desc').limit(1).offset(skip).executeTakeFirst()
  return row?.requested_at
}
