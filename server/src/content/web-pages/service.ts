import {
  type FetchFailure,
  type OrganisationId,
  readItemUrl,
  type WebPageCheck,
  type WebPageWhy,
} from '@placard/contract'
import { AppError } from '../../platform/errors.ts'
import { feedNamedBy, looksLikeFeed } from '../../platform/outgoing/feed-named-by.ts'
import { fetchOutside, type Outside, type OutsideOptions } from '../../platform/outgoing/fetch-outside.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { forbiddenBy } from './framing.ts'
import { titleOf } from './title.ts'

/** Enough for a person who tries addresses, but not for a program that uses this server to visit others. */
const PER_ORGANISATION = { atOnce: 20, everyMs: 6_000, names: 10_000 }
/** [B73] The title is at the beginning of a page, and everything else is in the headers. */
const ASKED: OutsideOptions = {
  maxBytes: 256 * 1_024,
  beyond: 'beginning',
  timeoutMs: 10_000,
  maxRedirects: 5,
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
}
/** Content types that browsers show in a frame. */
const SHOWN = /^(text\/|image\/|audio\/|video\/|application\/(xhtml\+xml|xml|json|pdf)\b)/i

export type WebPages = {
  /**
   * Requests a page once, to find out if it may be shown in a frame. Addresses in private networks are not requested: a screen
   * may reach hosts that the server must not.
   *
   * @param own the origin at which screens open the player, and further host names of this installation with their ports
   * @throws AppError url-not-playable, too-many-requests
   */
  check(
    organisationId: OrganisationId,
    url: string,
    own: { origin: string; hosts: readonly string[] },
  ): Promise<WebPageCheck>
}

export function createWebPages(now: () => number, outside?: Outside): WebPages {
  const perOrganisation = createRateLimit(PER_ORGANISATION)
  return {
    async check(organisationId, typed, own) {
      const address = readItemUrl('webpage', typed)
      if (!address.playable || !URL.canParse(address.href)) throw new AppError('url-not-playable', { field: 'url' })
      const { origin: player } = own
      const isOwn = ({ host, origin }: URL) => origin === player || own.hosts.includes(host)
      const page = new URL(address.href)
      const at = (url: string) => ({ ...(url === page.href.replace(/#.*$/, '') ? {} : { finalUrl: url }) })
      if (isOwn(page)) return forbidden('own-page')
      if (isMixed(page, player)) return forbidden('mixed-content')

      const waitMs = perOrganisation.take(organisationId, now())
      if (waitMs > 0) throw new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
      const answer = await fetchOutside(page.href, ASKED, outside)
      if (answer.failure !== undefined) {
        if (isMixed(new URL(answer.url), player)) return { ...forbidden('mixed-content'), ...at(answer.url) }
        return { ...unknown(WHY[answer.failure]), ...at(answer.url) }
      }
      const { status, headers, body } = answer
      const html = body.toString('latin1')
      const feedUrl = looksLikeFeed(html) ? answer.url : feedNamedBy(html, answer.url)
      const found = {
        ...at(answer.url),
        ...titled(titleOf(body, headers['content-type'])),
        ...(feedUrl === undefined ? {} : { feedUrl }),
      }
      const last = new URL(answer.url)
      if (isOwn(last)) return { ...forbidden('own-page'), ...found }
      if (isMixed(last, player)) return { ...forbidden('mixed-content'), ...found }
      const why = forbiddenBy(headers, last, player)
      // An error response may have other headers than the page.
      if (status < 200 || status > 299) return { ...unknown('status'), ...at(answer.url) }
      if (why) return { ...forbidden(why), ...found }
      const isAttached = /^\s*attachment/i.test(headers['content-disposition'] ?? '')
      if (isAttached || !SHOWN.test(headers['content-type'] ?? 'text/html'))
        return { ...unknown('not-a-page'), ...found }
      return { verdict: 'allowed', why: null, ...found }
    },
  }
}

const forbidden = (why: WebPageWhy): WebPageCheck => ({ verdict: 'forbidden', why })
const unknown = (why: WebPageWhy): WebPageCheck => ({ verdict: 'unknown', why })
const titled = (title: string | undefined) => (title === undefined ? {} : { title })

/** Browsers do not show an http page inside an https page. */
const isMixed = (page: URL, player: string) => player.startsWith('https:') && page.protocol === 'http:'

const WHY: Record<FetchFailure, WebPageWhy> = {
  'address-not-allowed': 'address-not-allowed',
  unreachable: 'unreachable',
  'too-slow': 'too-slow',
  'too-large': 'too-large',
  'too-many-redirects': 'too-many-redirects',
  // For a player opened over http, this is like any other redirect that was not followed.
  'insecure-redirect': 'address-not-allowed',
}
