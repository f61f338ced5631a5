import { UnstyledButton } from '@mantine/core'
import type { FeedState, Item, OrganisationId } from '@placard/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { call } from '../../../platform/api/call.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { RetryIcon, WarningIcon } from '../../../platform/ui/icons.tsx'
import { asOf, feedCheckOf, momentOf, problemOfFeed } from './feed-state.ts'
import styles from './feed-status.module.css'
import { NoticesHere } from './notices-here.ts'

/** A visible card polls the state of its feed at this interval. */
const LOOKED_EVERY_MS = 60_000

/** FD2: "as of 9:12", any problem and its remedy, and a button that reads the feed again. */
export default function FeedStatus({ item, part }: { item: Item; part: Part }) {
  const { organisationId } = useContext(NoticesHere)
  return organisationId && <Known organisationId={organisationId} url={item.url} part={part} />
}

/** The part of the card to render. */
type Part = 'facts' | 'trouble'

function Known({ organisationId, url, part }: { organisationId: OrganisationId; url: string; part: Part }) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const asked = feedCheckOf(organisationId, { url })
  const { data } = useQuery({ ...asked, refetchInterval: LOOKED_EVERY_MS })
  const { mutate: readAgain, isPending } = useMutation({
    mutationFn: () => call('checkFeed', { params: { organisationId }, body: { url, again: true } }),
    onSuccess: (feed) => {
      client.setQueryData(asked.queryKey, feed)
      announce(feed.problem === null ? asOf(feed, serverNow(), { t, language }) : problemOfFeed(feed.problem, t))
    },
  })
  if (!data) return null
  if (part === 'trouble') return <Wrong feed={data} />
  return (
    <span className={styles.asOf}>
      {asOf(data, serverNow(), { t, language })}
      <UnstyledButton
        className={styles.again ?? ''}
        aria-label={t('feed.read-again')}
        title={t('feed.read-again')}
        data-busy={isPending || undefined}
        disabled={isPending}
        onClick={() => readAgain()}
      >
        <RetryIcon size={16} />
      </UnstyledButton>
    </span>
  )
}

/** The problem since the last successful read, and its effect on the entries. */
export function Wrong({ feed }: { feed: FeedState }) {
  const { t, language } = useI18n()
  const { problem, staleAt, isStale } = feed
  if (problem === null) return null
  const goes = isStale
    ? t('feed.stale')
    : staleAt === null
      ? undefined
      : t('feed.goes-stale', { time: momentOf(staleAt, serverNow(), language) })
  return (
    <span className={styles.wrong} role="status">
      <WarningIcon size={16} />
      <span>
        {problemOfFeed(problem, t)} {goes}
      </span>
    </span>
  )
}
