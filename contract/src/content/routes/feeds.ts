import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { CheckedFeed, CheckFeed } from '../feed-check.ts'

export const FEED_ROUTES = {
  /** Does not change the screens, unless the feed itself has changed. */
  checkFeed: {
    method: 'POST',
    path: `${ORGANISATION}/feed-checks`,
    access: 'editor',
    params: organisation,
    body: CheckFeed,
    response: CheckedFeed,
  },
} as const satisfies Routes

export const FEED_DETAILS = {
  checkFeed: {
    summary: 'Reads a feed (RSS, Atom, JSON Feed, iCalendar) and returns the entries that screens would show.',
    errors: ['url-not-playable', 'too-long', 'text-not-well-formed'],
  },
} as const satisfies DetailsOf<typeof FEED_ROUTES>
