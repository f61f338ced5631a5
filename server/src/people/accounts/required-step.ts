import type { RequiredStep, UserId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import * as store from './required-step.store.ts'

/**
 * The step of a sign-in that proves more than a password: a passkey, a code of the second factor, or the identity provider's own second
 * step, if the operator has said that it has one.
 */
export type Step = 'passkey' | 'code' | 'provider'

/** The ways to sign in that an account has set up. */
export type Ways = { factor: boolean; passkey: boolean }

/**
 * Tells if a session meets the rule of its organisation. A step counts only while the account still has what it was proven with, so
 * that a session loses its access when the last passkey is removed.
 */
export function meets(requires: RequiredStep | null, { step, factor, passkey }: Ways & { step: Step | null }): boolean {
  if (requires === null) return true
  if (step === 'passkey') return passkey
  if (requires === 'passkey') return false
  return step === 'provider' || (step === 'code' && factor)
}

/**
 * Refuses to remove the last way that the organisation of the account requires.
 *
 * @param queries of the transaction that has removed it
 * @throws AppError second-step-kept
 */
export async function keepRequired(queries: Queries, userId: UserId): Promise<void> {
  const { requires, factor, passkey } = await store.findWays(queries, userId)
  if (requires === null || passkey || (requires === 'second-step' && factor)) return
  throw new AppError('second-step-kept')
}

/**
 * Refuses to set up another way from a session that began with the password alone, where the organisation requires more and the account
 * has it already. Otherwise a stolen password would be enough to add a passkey of one's own, and to meet the rule with it.
 *
 * @throws AppError second-step-required
 */
export async function refuseUnproven(
  queries: Queries,
  { userId, sessionId }: { userId: UserId; sessionId: string },
): Promise<void> {
  const { requires, factor, passkey } = await store.findWays(queries, userId)
  if (requires === null || (!factor && !passkey)) return
  if ((await store.findStep(queries, sessionId)) === null) throw new AppError('second-step-required')
}
