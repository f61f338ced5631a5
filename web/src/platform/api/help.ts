import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

/** Help for people who cannot sign in: if the installation sends mail, and the provider's contact. */
export function useHelp() {
  return useQuery({
    queryKey: ['password-resets'],
    queryFn: ({ signal }) => call('getPasswordResets', { signal }),
    staleTime: 60_000,
  })
}
