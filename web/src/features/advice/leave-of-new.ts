import type { AdviceRule, ProgrammeKey } from '@placard/contract'
import { call } from '../../api/call.ts'

/** What was left in the form of something new is left of it once it is there. A failure is no reason to trouble anybody. */
export async function leaveOfNew(key: ProgrammeKey, entryId: string, rules: readonly AdviceRule[]): Promise<void> {
  for (const rule of rules) {
    await call('leaveAdvice', { params: key, body: { entryId, rule, isLeft: true } }).catch((error: unknown) =>
      console.error('leaving advice failed', error),
    )
  }
}
