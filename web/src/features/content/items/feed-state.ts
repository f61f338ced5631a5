import type { CheckFeed, FeedProblem, FeedState, OrganisationId } from '@placard/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'

type I18n = ReturnType<typeof useI18n>

/** A feed as the server knows it, with the entries that would be on the screen. */
export const feedCheckOf = (organisationId: OrganisationId, asked: CheckFeed) =>
  queryOptions({
    queryKey: ['feed-check', organisationId, asked],
    queryFn: ({ signal }) => call('checkFeed', { params: { organisationId }, body: asked, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })

/** For each problem, a sentence about what is wrong and one about what to do. */
const PROBLEMS = {
  'address-not-allowed': 'feed.wrong.private',
  unreachable: 'feed.wrong.unreachable',
  'too-slow': 'feed.wrong.slow',
  'too-large': 'feed.wrong.large',
  'too-many-redirects': 'feed.wrong.redirects',
  'insecure-redirect': 'feed.wrong.insecure',
  status: 'feed.wrong.status',
  refused: 'feed.wrong.refused',
  'not-found': 'feed.wrong.not-found',
  gone: 'feed.wrong.gone',
  'not-a-feed': 'feed.wrong.no-feed',
  damaged: 'feed.wrong.damaged',
  'too-costly': 'feed.wrong.costly',
} as const satisfies Record<FeedProblem, string>

export const problemOfFeed = (problem: FeedProblem, t: I18n['t']): string => t(PROBLEMS[problem])

/** "as of 9:12", with the day if it was not today. */
export function asOf(
  { readAt }: Pick<FeedState, 'readAt'>,
  now: number,
  { t, language }: Pick<I18n, 't' | 'language'>,
) {
  return readAt === null ? t('feed.never-read') : t('feed.as-of', { time: momentOf(readAt, now, language) })
}

export function momentOf(at: number, now: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  const format = new Intl.DateTimeFormat(dateLocale(language), { ...day, hour: 'numeric', minute: '2-digit' })
  return format.format(at)
}
