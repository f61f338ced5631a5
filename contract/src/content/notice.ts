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
import { hasFewValues, lengthWithValues, SHOWN_WITH_VALUES, valuesIn } from './value.ts'

export const NoticeLook = z.enum(NOTICE_LOOKS)
export type NoticeLook = z.infer<typeof NoticeLook>

/**
 * Several lines of text: other line breaks become `\n`, direction marks and white space at the ends of lines are removed, and
 * so are repeated empty lines.
 */
export function tidyLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => tidyText(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const wellFormed = z.string().refine(isWellFormedText, 'text-not-well-formed')
/** One line, which may be empty. A line of invisible characters only counts as empty. */
const line = (maxCharacters: number) =>
  wellFormed
    .transform(emptyIfBlank)
    .transform(tidyText)
    .refine((text) => lengthWithValues(text) <= maxCharacters, 'too-long')
    .refine(hasFewValues, 'too-many-values')
    .default('')
const lines = (maxCharacters: number) =>
  wellFormed
    .transform(emptyIfBlank)
    .transform(tidyLines)
    .refine((text) => lengthWithValues(text) <= maxCharacters, 'too-long')
    .refine(hasFewValues, 'too-many-values')
    .default('')

/** An address that people open with the QR code: absolute, http or https, without a user name or invisible characters. */
export const NoticeLink = z.string().max(MAX_LINK_CHARACTERS, 'too-long').refine(isLink, 'link-not-valid')

function isLink(text: string): boolean {
  // The URL parser silently accepts blanks, control characters, backslashes and missing slashes. A phone may not.
  if (/[\s\\\p{C}]/u.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/**
 * A short text that the player draws (CT10). In the body an empty line begins a paragraph, `- ` a list entry, and `**two
 * stars**` make bold (`noticeBlocks`). All its texts may contain live words such as `{time}` (`withLiveWords`), and values of
 * tables (`withValues`).
 */
export const Notice = z
  .strictObject({
    look: NoticeLook,
    heading: line(MAX_HEADING_CHARACTERS),
    body: lines(MAX_NOTICE_CHARACTERS),
    /** Small text at the bottom: who says it, where, when. */
    byline: line(MAX_BYLINE_CHARACTERS),
    /** Absent: no QR code. */
    link: NoticeLink.optional(),
  })
  .refine(({ heading, body }) => heading !== '' || hasWords(body), { error: 'notice-empty', path: ['heading'] })
export type Notice = z.infer<typeof Notice>

/** A notice that is copied to where values are not followed: it may have none. */
export const NoticeWithoutValues = Notice.refine(
  ({ heading, body, byline }) => [heading, body, byline].every((text) => valuesIn(text).length === 0),
  'value-not-found',
)

/** A notice with its values filled in, as screens receive it. */
export const ShownNotice = z.object({
  notice: z.object({
    look: NoticeLook,
    heading: z.string(),
    body: z.string(),
    byline: z.string(),
    link: z.string().optional(),
  }),
  ...SHOWN_WITH_VALUES,
})
export type ShownNotice = z.infer<typeof ShownNotice>

/** False if the body consists of nothing but marks and invisible characters. */
function hasWords(body: string): boolean {
  return noticeBlocks(body).some(({ lines }) => lines.some((spans) => spans.some(({ text }) => !isBlank(text))))
}

/** The colour and the logo of an organisation's notices, as in a manifest. */
export const ManifestBrand = z.object({
  colour: z.string().optional(),
  /** A stored picture. The hash is in lower-case hex and the size in bytes, as for an item's file. */
  logo: z.object({ url: z.string(), sha256: z.string(), sizeBytes: z.int() }).optional(),
})
export type ManifestBrand = z.infer<typeof ManifestBrand>
