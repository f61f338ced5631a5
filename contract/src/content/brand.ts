import { z } from '../platform/zod.ts'
import { mediaEndingOf } from './media-address.ts'
import { BRAND_COLOUR } from './read-notice.ts'

/** The colour of an organisation, in lower-case hex: `#1a5fb4`. */
export const BrandColour = z.string().toLowerCase().regex(BRAND_COLOUR, 'colour-not-valid')

/** The address of a stored picture. */
export const StoredPicture = z.string().refine((url) => mediaEndingOf(url) === 'jpg', 'media-not-found')

/** An organisation's colour and logo, which its notices use (CT11). */
export const Brand = z.strictObject({
  /** null: the product's own. */
  colour: BrandColour.nullable(),
  /** A stored picture of the organisation: `/media/….jpg`. null: none. */
  logoUrl: StoredPicture.nullable(),
})
export type Brand = z.infer<typeof Brand>

/** An absent field is not changed. */
export const UpdateBrand = Brand.partial()
export type UpdateBrand = z.infer<typeof UpdateBrand>
