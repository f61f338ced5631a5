import type { RequiredStep, UserId } from '@placard/contract'
import type { Queries } from '../../platform/database/database.ts'
import type { Step, Ways } from './steps.ts'
import { onePasskeyOf } from './store.ts'

/** The ways of an account, and the rule of its organisation. */
export async function findWays(
  queries: Queries,
  userId: UserId,
): Promise<Ways & { requires: RequiredStep | null; organisation: string | null }> {
  const row = await queries
    .selectFrom('user')
    .leftJoin('profile', 'profile.user_id', 'user.id')
    .leftJoin('organisation', 'organisation.id', 'profile.org')
    .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
    .select(['organisation.required_step', 'organisation.name', 'second_factor.confirmed_at', onePasskeyOf('user.id')])
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    requires: row.required_step,
    organisation: row.name,
    factor: row.confirmed_at !== null,
    passkey: row.passkey !== null,
  }
}

export async function findStep(queries: Queries, sessionId: string): Promise<Step | null> {
  const row = await queries.selectFrom('session').select('step').where('id', '=', sessionId).executeTakeFirst()
  return row?.step ?? null
}

/** A passkey replaces any step. A code is stored only if there is none. */
export async function raiseStep(queries: Queries, sessionId: string, step: 'passkey' | 'code'): Promise<void> {
  const query = queries.updateTable('session').set({ step }).where('id', '=', sessionId)
  await (step === 'passkey' ? query : query.where('step', 'is', null)).execute()
}
