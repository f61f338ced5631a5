import type { Brand, OrganisationId } from '@placard/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Nothing tells of another colour; a page that stays open shows it after so long. */
const FRESH_MS = 60_000

/** The colour and the logo that an organisation's notices are drawn with. */
export const brandOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: ['brand', organisationId],
    queryFn: ({ signal }) => call('getBrand', { params: { organisationId }, signal }),
    staleTime: FRESH_MS,
  })

/** It was changed here. */
export function keepBrand(client: QueryClient, organisationId: OrganisationId, brand: Brand): void {
  client.setQueryData(brandOf(organisationId).queryKey, brand)
}
