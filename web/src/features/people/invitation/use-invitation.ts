import { readSignOnInvitation, readSignOnOutcome, type SignOnOutcome } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '../../../platform/api/call.ts'
import { createLinkKeeper, tokenIn } from '../../../platform/api/link-token.ts'

/** An invitation's link, or the way back to it from the identity provider. */
export type OpenedInvitation = { token: string; outcome: SignOnOutcome | undefined }

const keeper = createLinkKeeper(window, (hash): OpenedInvitation | undefined => {
  const token = tokenIn(hash) ?? readSignOnInvitation(hash)
  return token === undefined ? undefined : { token, outcome: readSignOnOutcome(hash) }
})

/** undefined: no such link was opened. */
export function useOpenedInvitation(): OpenedInvitation | undefined {
  return useSyncExternalStore(keeper.onChange, keeper.take)
}

/** Reads an invitation's offer. @throws ApiError invitation-not-found, when it does not count (any more) */
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
