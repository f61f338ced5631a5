import { PAGES } from '@placard/contract'

/**
 * The shapes of the skeleton in app.html: the sign-in page, another small form, the dashboard, a page with a bar, or nothing.
 */
export type PageShape = 'login' | 'form' | 'dashboard' | 'page' | 'none'

/**
 * The shape of each page while its scripts are loading. The build writes it into the document for
 * web/public/before-paint.js, which needs it before anything else is loaded.
 */
export const PAGE_SHAPES = {
  [PAGES.landing]: 'none',
  [PAGES.login]: 'login',
  [PAGES.register]: 'form',
  [PAGES.forgotPassword]: 'form',
  [PAGES.resetPassword]: 'form',
  [PAGES.account]: 'page',
  [PAGES.people]: 'page',
  [PAGES.screens]: 'page',
  [PAGES.pair]: 'form',
  [PAGES.join]: 'none',
  [PAGES.setup]: 'none',
  [PAGES.console]: 'page',
  [PAGES.dashboard]: 'dashboard',
  [PAGES.playlists]: 'page',
  [PAGES.tables]: 'page',
  [PAGES.library]: 'page',
  [PAGES.movingIn]: 'page',
  [PAGES.week]: 'page',
  [PAGES.layout]: 'page',
  [PAGES.wall]: 'page',
  [PAGES.plays]: 'page',
  [PAGES.takeOver]: 'page',
  [PAGES.addContainer]: 'page',
  [PAGES.test]: 'none',
  [PAGES.tokens]: 'page',
  [PAGES.webhooks]: 'page',
  [PAGES.brand]: 'page',
  [PAGES.alerts]: 'page',
  [PAGES.quietAlerts]: 'none',
  [PAGES.propose]: 'none',
  [PAGES.proposals]: 'page',
  [PAGES.apiDocs]: 'none',
} as const satisfies Record<(typeof PAGES)[keyof typeof PAGES], PageShape>

export const shapeOf = (path: string): PageShape => (PAGE_SHAPES as Record<string, PageShape>)[path] ?? 'none'
