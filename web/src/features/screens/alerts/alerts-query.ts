import type { Alerts, OrganisationId } from '@placard/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

const keyOf = (organisationId: OrganisationId) => ['alerts', organisationId]

/** There are no events for incidents, so they are polled while the page is open. */
export function useAlerts(organisationId: OrganisationId) {
  return useQuery({
    queryKey: keyOf(organisationId),
    queryFn: ({ signal }) => call('getAlerts', { params: { organisationId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: 15_000,
  })
}

/** Applies a saved change to the cache, so that it is visible at once. */
export function putAlerts(client: QueryClient, organisationId: OrganisationId, change: (before: Alerts) => Alerts) {
  client.setQueryData<Alerts>(keyOf(organisationId), (before) => before && change(before))
}
