import type { OrganisationId } from '@placard/contract'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

const OPERATOR_KEY = ['operator']
/** There are no events for other organisations, so they are polled while the page is open, and requested when it gets the focus. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: 30_000 } as const

export function useOrganisations() {
  return useQuery({
    queryKey: [...OPERATOR_KEY, 'organisations'],
    queryFn: ({ signal }) => call('listOrganisations', { signal }),
    ...FRESH,
  })
}

/** @param limit the most accounts that are returned */
export function useWaitingAccounts(search: string, limit: number) {
  const query = { ...(search.trim() && { search: search.trim() }), limit: String(limit) }
  return useQuery({
    queryKey: [...OPERATOR_KEY, 'waiting-accounts', query],
    queryFn: ({ signal }) => call('listWaitingAccounts', { query, signal }),
    // The previous results stay while the user types.
    placeholderData: keepPreviousData,
    ...FRESH,
  })
}

export function useSubscriptions() {
  return useQuery({
    queryKey: [...OPERATOR_KEY, 'subscriptions'],
    queryFn: ({ signal }) => call('listSubscriptions', { signal }),
    ...FRESH,
  })
}

/** @param organisationId undefined: no request */
export function useDisplaysOf(organisationId: OrganisationId | undefined) {
  return useQuery({
    queryKey: [...OPERATOR_KEY, 'displays', organisationId],
    queryFn: ({ signal }) =>
      organisationId ? call('listOrganisationDisplays', { params: { organisationId }, signal }) : Promise.resolve([]),
    enabled: organisationId !== undefined,
    staleTime: 0,
  })
}

/** Requests all lists again after a change, because each of them may be affected. */
export function readOperatorAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: OPERATOR_KEY })
}
