import type { ManifestBrand, Notice } from './notice.ts'
import { NOTICE_LOOKS, type NoticeLook } from './notice-looks.ts'

// Without Zod, because the player reads notices too.

/** The address of a notice without a picture. */
export const NO_PICTURE = 'about:blank'

/** A colour of an organisation: `#1a5fb4`. */
export const BRAND_COLOUR = /^#[0-9a-f]{6}$/

const isText = (value: unknown): value is string => typeof value === 'string'
const isLook = (value: unknown): value is NoticeLook => (NOTICE_LOOKS as readonly unknown[]).includes(value)

/**
 * Reads the notice of an item in a manifest. An unknown look, of a newer version, becomes the first one, and an invalid link is
 * left out, because the words matter more.
 *
 * @returns undefined if it has no words
 */
export function readNotice(value: unknown): Notice | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { look, heading, body, byline, link } = value as Record<string, unknown>
  const notice: Notice = {
    look: isLook(look) ? look : NOTICE_LOOKS[0],
    heading: isText(heading) ? heading : '',
    body: isText(body) ? body : '',
    byline: isText(byline) ? byline : '',
  }
  if (isText(link) && /^https?:\/\//i.test(link)) notice.link = link
  return notice.heading === '' && notice.body === '' ? undefined : notice
}

/** @returns undefined if it is invalid, or has neither a colour nor a logo */
export function readBrand(value: unknown): ManifestBrand | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { colour, logo } = value as Record<string, unknown>
  const brand: ManifestBrand = {}
  if (isText(colour) && BRAND_COLOUR.test(colour)) brand.colour = colour
  const file = readLogo(logo)
  if (file) brand.logo = file
  return Object.keys(brand).length === 0 ? undefined : brand
}

function readLogo(value: unknown): ManifestBrand['logo'] {
  if (typeof value !== 'object' || value === null) return undefined
  const { url, sha256, sizeBytes } = value as Record<string, unknown>
  if (!isText(url) || !isText(sha256) || typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes))
    return undefined
  return { url, sha256, sizeBytes }
}
