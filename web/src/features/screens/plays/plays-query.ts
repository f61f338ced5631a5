import { type DisplayId, type ItemId, type OrganisationId, pathOf } from '@placard/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import type { Range } from './range.ts'

/** The filter of a report; undefined: all. */
export type Asked = Range & { display: DisplayId | undefined; item: ItemId | undefined }

/** The report of plays. The previous report stays visible while another one is loaded. */
export const playsOf = (organisationId: OrganisationId, asked: Asked) =>
  queryOptions({
    queryKey: ['plays', organisationId, asked] as const,
    queryFn: ({ signal }) => call('getPlays', { params: { organisationId }, query: asked, signal }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })

/** The address of the same report as a table. */
export function tablePath(organisationId: OrganisationId, asked: Asked): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value)
  return `${pathOf('exportPlays', { organisationId })}?${query}`
}

/** The number of times that the pages to read were opened. */
export const visitsOf = (organisationId: OrganisationId, { from, to, display }: Range & Pick<Asked, 'display'>) =>
  queryOptions({
    queryKey: ['visits', organisationId, from, to, display] as const,
    queryFn: ({ signal }) =>
      call('getVisits', { params: { organisationId }, query: { from, to, ...(display ? { display } : {}) }, signal }),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
