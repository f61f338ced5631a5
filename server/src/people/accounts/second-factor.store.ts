import { UserId } from '@placard/contract'
import { countOf } from '../../platform/database/count-of.ts'
import type { Queries } from '../../platform/database/database.ts'
import { removeWhere } from '../../platform/database/where.ts'

export type StoredFactor = {
  /** Sealed. Empty: no app. */
  secret: string
  /** False while it is being set up. */
  confirmed: boolean
}

export async function findFactor(queries: Queries, userId: UserId): Promise<StoredFactor | undefined> {
  const row = await queries
    .selectFrom('second_factor')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { secret: row.secret, confirmed: row.confirmed_at !== null }
}

/**
 * Begins a set-up, and replaces an unfinished one.
 *
 * @returns false if a confirmed factor exists
 */
export async function putUnconfirmedFactor(queries: Queries, userId: UserId, secret: string): Promise<boolean> {
  const result = await queries
    .insertInto('second_factor')
    .values({ user_id: userId, secret, confirmed_at: null, last_step: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }).where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** @returns false if no unconfirmed factor has this secret */
export async function confirmFactor(
  queries: Queries,
  userId: UserId,
  factor: { secret: string; confirmedAt: number; step: number },
): Promise<boolean> {
  const result = await queries
    .updateTable('second_factor')
    .set({ confirmed_at: factor.confirmedAt, last_step: factor.step })
    .where('user_id', '=', userId)
    .where('secret', '=', factor.secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Uses up the code of a time step and of all earlier steps. @returns false if this or a later step was used before */
export async function takeStep(queries: Queries, userId: UserId, step: number): Promise<boolean> {
  const result = await queries
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Removes the factor and its recovery codes. @returns false if there was none */
export async function removeFactor(queries: Queries, userId: UserId): Promise<boolean> {
  await removeWhere(queries, 'recovery_code', { user_id: userId })
  await removeWhere(queries, 'pending_sign_in', { user_id: userId })
  return (await removeWhere(queries, 'second_factor', { user_id: userId })) === 1
}

/** Turns two-factor sign-in off for an account whose passkeys are removed, unless it has an app. */
export async function removeFactorWithoutApp(queries: Queries, userId: UserId): Promise<void> {
  const factor = await findFactor(queries, userId)
  if (factor?.secret === '') await removeFactor(queries, userId)
}

/** Replaces all existing codes. */
export async function replaceRecoveryCodes(queries: Queries, userId: UserId, digests: string[]): Promise<void> {
  await removeWhere(queries, 'recovery_code', { user_id: userId })
  await queries
    .insertInto('recovery_code')
    .values(digests.map((digest) => ({ user_id: userId, digest })))
    .execute()
}

/** @returns false if the code does not exist, or was used */
export async function takeRecoveryCode(queries: Queries, userId: UserId, digest: string): Promise<boolean> {
  return (await removeWhere(queries, 'recovery_code', { user_id: userId, digest })) === 1
}

export async function countRecoveryCodes(queries: Queries, userId: UserId): Promise<number> {
  return countOf(queries.selectFrom('recovery_code').where('user_id', '=', userId))
}

export type PendingSignIn = {
  token: string
  userId: UserId
  remembered: boolean
  /** As in a session. */
  through: string | null
  expiresAt: number
}

export async function createPending(queries: Queries, pending: PendingSignIn): Promise<void> {
  await queries
    .insertInto('pending_sign_in')
    .values({
      token: pending.token,
      user_id: pending.userId,
      remembered: pending.remembered ? 1 : 0,
      through: pending.through,
      expires_at: pending.expiresAt,
    })
    .execute()
}

/** Undefined if it has expired. */
export async function findPending(
  queries: Queries,
  token: string,
  now: number,
): Promise<
  { userId: UserId; email: string; disabled: boolean; remembered: boolean; through: string | null } | undefined
> {
  const row = await queries
    .selectFrom('pending_sign_in')
    .innerJoin('user', 'user.id', 'pending_sign_in.user_id')
    .select(['user.id', 'user.email', 'user.disabled', 'pending_sign_in.remembered', 'pending_sign_in.through'])
    .where('pending_sign_in.token', '=', token)
    .where('pending_sign_in.expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      userId: UserId.parse(row.id),
      email: row.email,
      disabled: row.disabled === 1,
      remembered: row.remembered === 1,
      through: row.through,
    }
  )
}

/** @returns false if it was gone already */
export async function removePending(queries: Queries, token: string): Promise<boolean> {
  return (await removeWhere(queries, 'pending_sign_in', { token })) === 1
}

/** A sign-in that began with the old password must not continue after the password is changed. */
export async function removePendingOf(queries: Queries, userId: UserId): Promise<void> {
  await removeWhere(queries, 'pending_sign_in', { user_id: userId })
}

export async function removePendingBefore(queries: Queries, instant: number): Promise<void> {
  await queries.deleteFrom('pending_sign_in').where('expires_at', '<=', instant).execute()
}
