import type { OrganisationId } from '@placard/contract'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

const OPERATOR_KEY = ['operator']
/** No stream tells of other organisations, so they are asked for whenever somebody comes to look, and while they do. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: 30_000 } as const

export function useOrganisations() {
  return useQuery({
    queryKey: [...OPERATOR_KEY, 'organisations'],
    queryFn: ({ signal }) => call('listOrganisations', { signal }),
    ...FRESH,
  })
}

/** @param limit the most that are read */
export function useWaitingAccounts(search: string, limit: number) {
  const query = { ...(search.trim() && { search: search.trim() }), limit: String(limit) }
  return useQuery({
    queryKey: [...OPERATOR_KEY, 'waiting-accounts', query],
    queryFn: ({ signal }) => call('listWaitingAccounts', { query, signal }),
    // While somebody types on, those found before stand there.
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

/** @param organisationId undefined: asks for nothing */
export function useDisplaysOf(organisationId: OrganisationId | undefined) {
  return useQuery({
    queryKey: [...OPERATOR_KEY, 'displays', organisationId],
    queryFn: ({ signal }) =>
      organisationId ? call('listOrganisationDisplays', { params: { organisationId }, signal }) : Promise.resolve([]),
    enabled: organisationId !== undefined,
    staleTime: 0,
  })
}

/** After a change: each list may show a part of it. */
export function readOperatorAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: OPERATOR_KEY })
}
