import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

/** The installation's help for people who cannot get in: whether it sends mail, and how its provider is reached. */
export function useHelp() {
  return useQuery({
    queryKey: ['password-resets'],
    queryFn: ({ signal }) => call('getPasswordResets', { signal }),
    staleTime: 60_000,
  })
}
