import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import { createTokenKeeper } from '../../api/link-token.ts'

const keeper = createTokenKeeper(window)

/** The token of the link that was opened; undefined: none was. */
export function useInvitationToken(): string | undefined {
  return useSyncExternalStore(keeper.onChange, keeper.take)
}

/** What an invitation offers. @throws ApiError invitation-not-found, when it does not count (any more) */
export function readOffer(token: string, signal?: AbortSignal) {
  return call('readInvitation', { body: { token }, ...(signal && { signal }) })
}

export function useOffer(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => readOffer(token, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
