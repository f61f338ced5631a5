import type { AdviceFacts, LeftAdvice, ProgrammeKey } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { adviceKeyOf, renewAdvice } from './leave-of-new.ts'

/** Refresh interval, because screens may be paired and reading distances may be set meanwhile. */
const ASKED_AGAIN_MS = 60_000

/**
 * The facts that advice on a programme is based on, besides the programme.
 *
 * @param revision of the programme; each new one requests the facts again
 */
export function useAdviceFacts(key: ProgrammeKey, revision?: number): AdviceFacts | undefined {
  return useQuery({
    queryKey: revision === undefined ? adviceKeyOf(key) : [...adviceKeyOf(key), revision],
    queryFn: ({ signal }) => call('getAdviceFacts', { params: key, signal }),
    placeholderData: (before) => before,
    staleTime: ASKED_AGAIN_MS,
  }).data
}

/** Requests the facts about files and screens again. */
export function useAdviceRenewed(key: ProgrammeKey): () => Promise<void> {
  const client = useQueryClient()
  return () => renewAdvice(client, key)
}

/** Dismisses a piece of advice, or restores it: visible at once, and for all users. */
export function useLeaveAdvice(key: ProgrammeKey): (advice: LeftAdvice, isLeft?: boolean) => Promise<void> {
  const client = useQueryClient()
  const { t } = useI18n()
  const notice = useNotice()
  return async ({ entryId, rule }, isLeft = true) => {
    client.setQueriesData<AdviceFacts>(
      { queryKey: adviceKeyOf(key) },
      (facts) => facts && { ...facts, left: withLeft(facts.left, { entryId, rule }, isLeft) },
    )
    try {
      await call('leaveAdvice', { params: key, body: { entryId, rule, isLeft } })
    } catch (error) {
      console.error('leaving advice failed', error)
      notice('error', t('status.not-saved', { reason: errorInWords(error, t) }))
    }
    await renewAdvice(client, key)
  }
}

function withLeft(left: readonly LeftAdvice[], one: LeftAdvice, isLeft: boolean): LeftAdvice[] {
  const others = left.filter(({ entryId, rule }) => entryId !== one.entryId || rule !== one.rule)
  return isLeft ? [...others, one] : others
}
