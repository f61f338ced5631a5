import { TypedUrl } from '../platform/typed-url.ts'
import { z } from '../platform/zod.ts'
import { MAX_RELOAD_MINUTES, MAX_SCROLL_PX, MAX_ZOOM_PERCENT, MIN_ZOOM_PERCENT, readWebPage } from './read-web-page.ts'

/** The view of a web page (CT15): its zoom, its scroll position, and its reloading. */
export const WebPage = z.strictObject({
  /** Percent. Absent: 100. */
  zoom: z.int().min(MIN_ZOOM_PERCENT).max(MAX_ZOOM_PERCENT).optional(),
  /** From the page's top, in its own pixels. Absent: 0. */
  scroll: z.int().min(0).max(MAX_SCROLL_PX).optional(),
  /** Reloaded when it is older than this. Absent: never reloaded. */
  reloadMinutes: z.int().min(1).max(MAX_RELOAD_MINUTES).optional(),
})
export type WebPage = z.infer<typeof WebPage>

/** The same in a manifest (`readWebPage`). */
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

/** Asks the server to check whether screens can show a page. */
export const CheckWebPage = z.strictObject({ url: TypedUrl })
export type CheckWebPage = z.infer<typeof CheckWebPage>

/** The reasons why screens cannot show a page. */
export const WEB_PAGE_FORBIDDEN = [
  /** The page forbids it with this header or directive. */
  'x-frame-options',
  'frame-ancestors',
  /** The page belongs to this installation. */
  'own-page',
  /** The page uses http, but screens open the player over https. */
  'mixed-content',
] as const

/** The reasons why it is unknown whether screens can show a page. */
export const WEB_PAGE_UNKNOWN = [
  /** An address inside a private network, or an unusual port. The server does not request those, but a screen may. */
  'address-not-allowed',
  'unreachable',
  'too-slow',
  'too-large',
  'too-many-redirects',
  /** It answered with an error status, or requires a sign-in. */
  'status',
  /** Neither a page nor anything else that a browser shows. */
  'not-a-page',
] as const

export const WebPageWhy = z.enum([...WEB_PAGE_FORBIDDEN, ...WEB_PAGE_UNKNOWN])
export type WebPageWhy = z.infer<typeof WebPageWhy>

/** The result of checking whether a page allows being embedded in another page, as of now. */
export const WebPageCheck = z.object({
  verdict: z.enum(['allowed', 'forbidden', 'unknown']),
  /** null: it is allowed. */
  why: WebPageWhy.nullable(),
  /** The address after redirects, if it is different. */
  finalUrl: z.string().optional(),
  /** Its own title. */
  title: z.string().optional(),
  /** The feed that the page is, or links to in its head. */
  feedUrl: z.string().optional(),
})
export type WebPageCheck = z.infer<typeof WebPageCheck>
