import type { Alerts, OrganisationId } from '@placard/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

const keyOf = (organisationId: OrganisationId) => ['alerts', organisationId]

/** No stream tells of incidents, so they are asked for while somebody looks. */
export function useAlerts(organisationId: OrganisationId) {
  return useQuery({
    queryKey: keyOf(organisationId),
    queryFn: ({ signal }) => call('getAlerts', { params: { organisationId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: 15_000,
  })
}

/** A change just saved is seen at once. */
export function putAlerts(client: QueryClient, organisationId: OrganisationId, change: (before: Alerts) => Alerts) {
  client.setQueryData<Alerts>(keyOf(organisationId), (before) => before && change(before))
}
