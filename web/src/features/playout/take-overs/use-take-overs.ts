import type { OrganisationId, TakeOver, TakeOverId } from '@placard/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'

/** Polled quickly while a take-over runs, because the user watches the count. */
export const WHILE_RUNNING_MS = 1_000
export const POLL_MS = 10_000

const keyOf = (organisationId: OrganisationId) => ['take-overs', organisationId] as const

export const takeOversOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: [...keyOf(organisationId), 'all'],
    queryFn: ({ signal }) => call('listTakeOvers', { params: { organisationId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running.length ? WHILE_RUNNING_MS : POLL_MS),
  })

export const reportOf = (organisationId: OrganisationId, id: TakeOverId) =>
  queryOptions({
    queryKey: [...keyOf(organisationId), id],
    queryFn: ({ signal }) => call('getTakeOver', { params: { organisationId, overId: id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.takeOver.ending === null ? WHILE_RUNNING_MS : false),
  })

/** Carries a command out, reports its problem in words, and then calls `askAnew`. */
export function useCarryOut(askAnew: () => Promise<unknown>) {
  const { t } = useI18n()
  const notice = useNotice()
  return async (work: () => Promise<unknown>, done: () => void): Promise<void> => {
    try {
      await work()
      done()
    } catch (cause) {
      notice('error', t(`error.${codeOf(cause)}`))
    } finally {
      await askAnew()
    }
  }
}

/** Ends a take-over, with undo, and changes its end. */
export function useTakeOverCommands(organisationId: OrganisationId) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const askAnew = () => client.invalidateQueries({ queryKey: keyOf(organisationId) })
  const paramsOf = ({ id }: Pick<TakeOver, 'id'>) => ({ organisationId, overId: id })

  const carryOut = useCarryOut(askAnew)

  const resume = (one: TakeOver) =>
    carryOut(
      () => call('resumeTakeOver', { params: paramsOf(one) }),
      () => notice('success', t('take-over.resumed')),
    )

  return {
    askAnew,
    end: (one: TakeOver) =>
      carryOut(
        () => call('endTakeOver', { params: paramsOf(one) }),
        () => notice('success', t('take-over.ended'), { label: t('activity.undo'), run: () => void resume(one) }),
      ),
    prolong: (one: TakeOver, minutes: number) =>
      carryOut(
        () => call('prolongTakeOver', { params: paramsOf(one), body: { minutes } }),
        () => notice('success', t('take-over.prolonged')),
      ),
    removePrepared: (id: TakeOverId) =>
      carryOut(
        () => call('removePreparedTakeOver', { params: { organisationId, overId: id } }),
        () => notice('success', t('take-over.removed')),
      ),
  }
}
