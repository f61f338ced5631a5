import { readSignOnInvitation, readSignOnOutcome, type SignOnOutcome } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '../../../platform/api/call.ts'
import { createLinkKeeper, tokenIn } from '../../../platform/api/link-token.ts'

/** An invitation opened by its link, or by the return from the identity provider. */
export type OpenedInvitation = { token: string; outcome: SignOnOutcome | undefined }

const keeper = createLinkKeeper(window, (hash): OpenedInvitation | undefined => {
  const token = tokenIn(hash) ?? readSignOnInvitation(hash)
  return token === undefined ? undefined : { token, outcome: readSignOnOutcome(hash) }
})

/** Undefined: no invitation link was opened. */
export function useOpenedInvitation(): OpenedInvitation | undefined {
  return useSyncExternalStore(keeper.onChange, keeper.take)
}

/** Reads the content of an invitation. @throws ApiError invitation-not-found if it is not valid, or not any more */
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
