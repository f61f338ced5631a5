import type { Brand, OrganisationId } from '@placard/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** There are no events for the brand, so it is requested again after this time. */
const FRESH_MS = 60_000

/** The colour and the logo for an organisation's notices. */
export const brandOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: ['brand', organisationId],
    queryFn: ({ signal }) => call('getBrand', { params: { organisationId }, signal }),
    staleTime: FRESH_MS,
  })

/** Stores a brand that was changed on this page. */
export function keepBrand(client: QueryClient, organisationId: OrganisationId, brand: Brand): void {
  client.setQueryData(brandOf(organisationId).queryKey, brand)
}
