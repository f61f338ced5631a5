import { z } from '../platform/zod.ts'
import { ManifestBrand, NoticeLook } from './notice.ts'
import { readBrand, readNotice } from './read-notice.ts'

/** The notice in a manifest (`readNotice`). */
export const ManifestNotice = z
  .preprocess(
    readNotice,
    z
      .object({
        look: NoticeLook,
        heading: z.string(),
        body: z.string(),
        byline: z.string(),
        link: z.string().optional(),
      })
      .optional(),
  )
  .optional()

/** The brand in a manifest (`readBrand`). */
export const ReadBrand = z.preprocess(readBrand, ManifestBrand.optional()).optional()
