import { type AdviceRule, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

/** Cache key for the facts that advice on a programme is based on. */
export const adviceKeyOf = (key: ProgrammeKey) => ['advice', key.organisationId, programmeIdOf(key)] as const

/**
 * Requests the facts for advice on a programme again. A pending answer is cancelled, because it does not contain the change that was just
 * made.
 */
export async function renewAdvice(client: QueryClient, key: ProgrammeKey): Promise<void> {
  const queryKey = adviceKeyOf(key)
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

/** Saves the advice that was dismissed in the form of a new entry, once the entry exists. Failures are not reported. */
export function useLeaveOfNew(key: ProgrammeKey): (entryId: string, rules: readonly AdviceRule[]) => Promise<void> {
  const client = useQueryClient()
  return async (entryId, rules) => {
    if (rules.length === 0) return
    try {
      for (const rule of rules) await call('leaveAdvice', { params: key, body: { entryId, rule, isLeft: true } })
    } catch (error) {
      console.error('leaving advice failed', error)
    }
    await renewAdvice(client, key)
  }
}
