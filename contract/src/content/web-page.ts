import { TypedUrl } from '../platform/typed-url.ts'
import { z } from '../platform/zod.ts'
import { MAX_RELOAD_MINUTES, MAX_SCROLL_PX, MAX_ZOOM_PERCENT, MIN_ZOOM_PERCENT, readWebPage } from './read-web-page.ts'

/** How a page is shown (CT15): its size, where it begins, and whether it is kept open. */
export const WebPage = z.strictObject({
  /** Percent. Absent: 100. */
  zoom: z.int().min(MIN_ZOOM_PERCENT).max(MAX_ZOOM_PERCENT).optional(),
  /** From the page's top, in its own pixels. Absent: 0. */
  scroll: z.int().min(0).max(MAX_SCROLL_PX).optional(),
  /** Loaded anew when it is older. Absent: it is kept open. */
  reloadMinutes: z.int().min(1).max(MAX_RELOAD_MINUTES).optional(),
})
export type WebPage = z.infer<typeof WebPage>

/** The same of a manifest (`readWebPage`). */
export const ManifestWebPage = z
  .preprocess(
    readWebPage,
    z
      .object({
        zoom: z.number().optional(),
        scroll: z.number().optional(),
        reloadMinutes: z.number().optional(),
      })
      .optional(),
  )
  .optional()

/** The question of the server to a page: whether screens can show it. */
export const CheckWebPage = z.strictObject({ url: TypedUrl })
export type CheckWebPage = z.infer<typeof CheckWebPage>

/** Why screens cannot show a page. */
export const WEB_PAGE_FORBIDDEN = [
  /** It says so, in the one way or in the other. */
  'x-frame-options',
  'frame-ancestors',
  /** It is one of this installation. */
  'own-page',
  /** It is of http, and screens open the player by https. */
  'mixed-content',
] as const

/** Why it is not known whether screens can show a page. */
export const WEB_PAGE_UNKNOWN = [
  /** Inside somebody's own network, or at an unusual port: the server asks for no such thing. A screen may. */
  'address-not-allowed',
  'unreachable',
  'too-slow',
  'too-large',
  'too-many-redirects',
  /** It answered with a failure, or asks who one is. */
  'status',
  /** Neither a page nor anything else that a browser shows. */
  'not-a-page',
] as const

export const WebPageWhy = z.enum([...WEB_PAGE_FORBIDDEN, ...WEB_PAGE_UNKNOWN])
export type WebPageWhy = z.infer<typeof WebPageWhy>

/** The answer of a page to the question whether it lets itself be shown inside another one, as of now. */
export const WebPageCheck = z.object({
  verdict: z.enum(['allowed', 'forbidden', 'unknown']),
  /** Null: it is allowed. */
  why: WebPageWhy.nullable(),
  /** Where it led to, where that is elsewhere. */
  finalUrl: z.string().optional(),
  /** Its own title. */
  title: z.string().optional(),
  /** The feed that it is, or that it names in its head. */
  feedUrl: z.string().optional(),
})
export type WebPageCheck = z.infer<typeof WebPageCheck>
