import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { CheckWebPage, WebPageCheck } from '../web-page.ts'

export const WEB_PAGE_ROUTES = {
  /** Changes nothing here. The page is requested once. */
  checkWebPage: {
    method: 'POST',
    path: `${ORGANISATION}/web-page-checks`,
    access: 'editor',
    params: organisation,
    body: CheckWebPage,
    response: WebPageCheck,
  },
} as const satisfies Routes

export const WEB_PAGE_DETAILS = {
  checkWebPage: {
    summary: 'Checks whether a web page can be shown inside another page.',
    errors: ['url-not-playable', 'too-long', 'text-not-well-formed'],
  },
} as const satisfies DetailsOf<typeof WEB_PAGE_ROUTES>
