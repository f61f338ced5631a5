import {
  MAX_BYLINE_CHARACTERS,
  MAX_HEADING_CHARACTERS,
  MAX_LINK_CHARACTERS,
  MAX_NOTICE_CHARACTERS,
} from '../platform/constants.ts'
import { emptyIfBlank, isBlank, isWellFormedText, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { noticeBlocks } from './notice-blocks.ts'
import { NOTICE_LOOKS } from './notice-looks.ts'

export const NoticeLook = z.enum(NOTICE_LOOKS)
export type NoticeLook = z.infer<typeof NoticeLook>

/** Several lines of text: other breaks become `\n`, direction marks and blanks at the ends of lines go, and more than one empty line. */
export function tidyLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => tidyText(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const wellFormed = z.string().refine(isWellFormedText, 'text-not-well-formed')
/** One line, which may be empty; letters that paint nothing are none. */
const line = (maxCharacters: number) =>
  wellFormed
    .transform(emptyIfBlank)
    .transform(tidyText)
    .refine((text) => text.length <= maxCharacters, 'too-long')
    .default('')
const lines = (maxCharacters: number) =>
  wellFormed
    .transform(emptyIfBlank)
    .transform(tidyLines)
    .refine((text) => text.length <= maxCharacters, 'too-long')
    .default('')

/** An address that people open by its QR code: whole, of http or https, without a user name or a letter that is not seen. */
export const NoticeLink = z.string().max(MAX_LINK_CHARACTERS, 'too-long').refine(isLink, 'link-not-valid')

function isLink(text: string): boolean {
  // The URL parser forgives blanks, controls, backslashes and missing slashes silently; a telephone may not.
  if (/[\s\\\p{C}]/u.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/**
 * A few words that a player draws as text (CT10). The body is written as people write (`noticeBlocks`): an empty line begins a
 * paragraph, `- ` a list, `**two stars**` make bold. All texts may have live words (`withLiveWords`): `{time}`.
 */
export const Notice = z
  .strictObject({
    look: NoticeLook,
    heading: line(MAX_HEADING_CHARACTERS),
    body: lines(MAX_NOTICE_CHARACTERS),
    /** Small, at the foot: who says it, where, when. */
    byline: line(MAX_BYLINE_CHARACTERS),
    /** Absent: no QR code. */
    link: NoticeLink.optional(),
  })
  .refine(({ heading, body }) => heading !== '' || hasWords(body), { error: 'notice-empty', path: ['heading'] })
export type Notice = z.infer<typeof Notice>

/** False: its marks alone would be on the glass, or nothing. */
function hasWords(body: string): boolean {
  return noticeBlocks(body).some(({ lines }) => lines.some((spans) => spans.some(({ text }) => !isBlank(text))))
}

/** The colour and the logo that an organisation's notices are drawn with; as a manifest has them. */
export const ManifestBrand = z.object({
  colour: z.string().optional(),
  /** A stored picture; lower-case hex and bytes, as of an item's file. */
  logo: z.object({ url: z.string(), sha256: z.string(), sizeBytes: z.int() }).optional(),
})
export type ManifestBrand = z.infer<typeof ManifestBrand>
