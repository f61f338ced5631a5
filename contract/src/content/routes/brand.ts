import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { Brand, UpdateBrand } from '../brand.ts'

export const BRAND_ROUTES = {
  getBrand: {
    method: 'GET',
    path: `${ORGANISATION}/brand`,
    access: 'viewer',
    params: organisation,
    response: Brand,
  },
  /** Applies to all displays and playlists of the organisation. It has no revision: the last save wins. */
  updateBrand: {
    method: 'PATCH',
    path: `${ORGANISATION}/brand`,
    access: 'owner',
    params: organisation,
    body: UpdateBrand,
    response: Brand,
  },
} as const satisfies Routes

export const BRAND_DETAILS = {
  getBrand: {
    summary: 'Returns the colour and the logo of an organisation.',
    errors: [],
  },
  updateBrand: {
    summary: 'Sets the colour and the logo for the notices of an organisation.',
    errors: ['colour-not-valid', 'media-not-found'],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof BRAND_ROUTES>
