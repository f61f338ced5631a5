import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'

export const ACCOUNT_KEY = ['account']
export const SESSIONS_KEY = ['account-sessions']
export const PASSKEYS_KEY = ['account-passkeys']

/** There are no events for changes of the account, so it is requested each time the user opens or returns to the page. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true } as const

export function useAccount() {
  return useQuery({ queryKey: ACCOUNT_KEY, queryFn: ({ signal }) => call('getAccount', { signal }), ...FRESH })
}

export function usePasskeys() {
  return useQuery({ queryKey: PASSKEYS_KEY, queryFn: ({ signal }) => call('listPasskeys', { signal }), ...FRESH })
}

export function useSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => call('listSessions', { signal }), ...FRESH })
}
