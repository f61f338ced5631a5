import type { CommandScreens, OrganisationId, OrganisationScreens } from '@placard/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { announce } from '../../ui/announcer.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import { codeOf } from '../api-error.ts'
import { call } from '../call.ts'

const POLL_MS = 10_000
/** While a command waits for its screen, somebody waits for it. */
const POLL_WHILE_WAITING_MS = 1_500
const WAITED_FOR_MS = 60_000

const keyOf = (organisationId: OrganisationId) => ['all-screens', organisationId] as const

export const allScreensOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: keyOf(organisationId),
    queryFn: ({ signal }) => call('listOrganisationScreens', { params: { organisationId }, signal }),
  })

/** All screens of the organisation, asked again while somebody sees them. */
export function useAllScreens(organisationId: OrganisationId) {
  return useQuery({
    ...allScreensOf(organisationId),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? POLL_WHILE_WAITING_MS : POLL_MS),
    refetchIntervalInBackground: false,
    refetchOnMount: 'always',
  })
}

function isWaiting(all: OrganisationScreens | undefined): boolean {
  const since = (all?.at ?? 0) - WAITED_FOR_MS
  return all?.screens.some(({ paired }) => paired?.commands.some(isYoungAndWaiting)) ?? false

  function isYoungAndWaiting({ state, madeAt }: { state: string; madeAt: number }): boolean {
    return state === 'waiting' && madeAt > since
  }
}

/** @returns what has screens do something, says so or why not, and asks for the list anew */
export function useScreenCommands(organisationId: OrganisationId) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: keyOf(organisationId) })
  return {
    renew,
    async tell(body: CommandScreens) {
      try {
        await call('commandScreens', { params: { organisationId }, body })
        announce(t('paired.told', { count: body.screenIds.length }))
      } catch (error) {
        notice('error', t(`error.${codeOf(error)}`))
      }
      await renew()
    },
  }
}
