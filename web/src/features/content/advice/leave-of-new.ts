import { type AdviceRule, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

/** In the cache: what advice on a programme goes by. */
export const adviceKeyOf = (key: ProgrammeKey) => ['advice', key.organisationId, programmeIdOf(key)] as const

/**
 * Asks anew what advice on a programme goes by. An answer that is on its way was written before what has just been said: it does not
 * count any more.
 */
export async function renewAdvice(client: QueryClient, key: ProgrammeKey): Promise<void> {
  const queryKey = adviceKeyOf(key)
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

/** Advice left in the form of something new is left of it once it is there. A failure is no reason to trouble anybody. */
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
