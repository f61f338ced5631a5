import type { OrganisationId } from '@placard/contract'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

const PEOPLE_KEY = ['people']
/** There are no events for members, so they are polled while the page is open, and requested when it gets the focus. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, refetchInterval: 30_000 } as const

export function useMembers(organisationId: OrganisationId) {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'members', organisationId],
    queryFn: ({ signal }) => call('listMembers', { params: { organisationId }, signal }),
    ...FRESH,
  })
}

export function useInvitations(organisationId: OrganisationId) {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'invitations', organisationId],
    queryFn: ({ signal }) => call('listInvitations', { params: { organisationId }, signal }),
    ...FRESH,
  })
}

export function useSignInRule(organisationId: OrganisationId) {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'sign-in-rule', organisationId],
    queryFn: ({ signal }) => call('getSignInRule', { params: { organisationId }, signal }),
    ...FRESH,
  })
}

export function useStorage(organisationId: OrganisationId) {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'storage', organisationId],
    queryFn: ({ signal }) => call('getStorage', { params: { organisationId }, signal }),
    ...FRESH,
  })
}

/** Requests all lists again after a change, because each of them may be affected. */
export function readPeopleAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: PEOPLE_KEY })
}
