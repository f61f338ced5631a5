import type { OrganisationId, Proposals } from '@placard/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

const keyOf = (organisationId: OrganisationId) => ['proposals', organisationId]

/** There are no events for proposals, so they are polled while the page is open. */
export function useProposals(organisationId: OrganisationId) {
  return useQuery<Proposals>({
    queryKey: keyOf(organisationId),
    queryFn: ({ signal }) => call('getProposals', { params: { organisationId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: 30_000,
  })
}

export function readProposalsAgain(client: QueryClient, organisationId: OrganisationId): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(organisationId) })
}
