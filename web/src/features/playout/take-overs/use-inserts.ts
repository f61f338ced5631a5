import type { Insert, OrganisationId } from '@placard/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { POLL_MS, useCarryOut, WHILE_RUNNING_MS } from './use-take-overs.ts'

const keyOf = (organisationId: OrganisationId) => ['inserts', organisationId] as const

export const insertsOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: keyOf(organisationId),
    queryFn: ({ signal }) => call('listInserts', { params: { organisationId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running.length ? WHILE_RUNNING_MS : POLL_MS),
  })

/** Ends an insert, with undo, and changes its end. */
export function useInsertCommands(organisationId: OrganisationId) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const askAnew = () => client.invalidateQueries({ queryKey: keyOf(organisationId) })
  const carryOut = useCarryOut(askAnew)
  const paramsOf = ({ id }: Insert) => ({ organisationId, insertId: id })

  const resume = (one: Insert) =>
    carryOut(
      () => call('resumeInsert', { params: paramsOf(one) }),
      () => notice('success', t('take-over.resumed')),
    )

  return {
    askAnew,
    end: (one: Insert) =>
      carryOut(
        () => call('endInsert', { params: paramsOf(one) }),
        () => notice('success', t('insert.ended'), { label: t('activity.undo'), run: () => void resume(one) }),
      ),
    prolong: (one: Insert, minutes: number) =>
      carryOut(
        () => call('prolongInsert', { params: paramsOf(one), body: { minutes } }),
        () => notice('success', t('take-over.prolonged')),
      ),
  }
}
