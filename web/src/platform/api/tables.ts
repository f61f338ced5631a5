import type { OrganisationId } from '@placard/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The tables of an organisation, by name. Each page and dialog requests them again. */
export const tablesOf = (organisationId: OrganisationId) =>
  queryOptions({
    queryKey: ['tables', organisationId],
    queryFn: ({ signal }) => call('listTables', { params: { organisationId }, signal }),
    staleTime: 0,
  })

/** Requests the tables again after one was created, changed or removed. */
export function askTablesAnew(client: QueryClient, organisationId: OrganisationId): Promise<void> {
  return client.invalidateQueries({ queryKey: tablesOf(organisationId).queryKey })
}
