import type { OrganisationId, OrganisationScreens } from '@placard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../call.ts'

const POLL_MS = 10_000
/** Polled quickly while a command waits for its screen, because the user is waiting for the result. */
const POLL_WHILE_WAITING_MS = 1_500
const WAITED_FOR_MS = 60_000

export const allScreensOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: ['all-screens', organisationId] as const,
    queryFn: ({ signal }) => call('listOrganisationScreens', { params: { organisationId }, signal }),
  })

/** All screens of the organisation, polled while the page is visible. */
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
