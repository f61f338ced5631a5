import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { VisitsQuery, VisitsReport } from '../visit.ts'

export const VISIT_ROUTES = {
  /** For the displays that the caller may use. */
  getVisits: {
    method: 'GET',
    path: `${ORGANISATION}/visits`,
    access: 'viewer',
    params: organisation,
    query: VisitsQuery,
    response: VisitsReport,
  },
} as const satisfies Routes

export const VISIT_DETAILS = {
  getVisits: {
    summary: 'Returns how often the pages to read were opened on each day. Numbers below five are hidden.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof VISIT_ROUTES>
