import { Storage } from '../../platform/organisation.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'

export const MEDIA_ROUTES = {
  /** The storage used, and the quota. */
  getStorage: {
    method: 'GET',
    path: `${ORGANISATION}/storage`,
    access: 'owner',
    params: organisation,
    response: Storage,
  },
} as const satisfies Routes

export const MEDIA_DETAILS = {
  getStorage: {
    summary: 'Returns the used storage of the organisation and its quota.',
    errors: [],
  },
} as const satisfies DetailsOf<typeof MEDIA_ROUTES>
