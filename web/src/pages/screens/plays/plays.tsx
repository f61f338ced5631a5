import { Button } from '@mantine/core'
import { DisplayId, ItemId, type OrganisationId, PAGES, type Session } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Filters } from '../../../features/screens/plays/filters.tsx'
import styles from '../../../features/screens/plays/plays.module.css'
import { type Asked, playsOf, tablePath } from '../../../features/screens/plays/plays-query.ts'
import { dayHere, readRange } from '../../../features/screens/plays/range.ts'
import { Report } from '../../../features/screens/plays/report.tsx'
import { Visits } from '../../../features/screens/plays/visits.tsx'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { useChosenDisplay } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../../shell/require-session.tsx'

export default function Plays() {
  return (
    <RequireOrganisation>
      {(session) => session.organisation && <Shown session={session} organisationId={session.organisation.id} />}
    </RequireOrganisation>
  )
}

/** Proof of play (PP2). The filters are in the page's address, so that it can be shared. */
function Shown({ session, organisationId }: { session: Session; organisationId: OrganisationId }) {
  const { t } = useI18n()
  const [query, setQuery] = useSearchParams()
  const { pathTo } = useChosenDisplay(session)
  const today = dayHere(Date.now())
  const asked: Asked = {
    ...readRange(query.get('from'), query.get('to'), today),
    display: session.displays.find(({ id }) => id === DisplayId.safeParse(query.get('display')).data)?.id,
    item: ItemId.safeParse(query.get('item')).data,
  }
  const { data, error, refetch } = useQuery(playsOf(organisationId, asked))

  const ask = ({ from, to, display, item }: Asked) => {
    const next = new URLSearchParams({ from, to })
    if (display) next.set('display', display)
    if (item) next.set('item', item)
    setQuery(next, { replace: true })
  }

  return (
    <InnerPage session={session} title={t('plays.title')} lead={t('plays.lead')} width="list">
      <Filters displays={session.displays} items={data?.items ?? []} asked={asked} today={today} onAsk={ask} />
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && data.screens.length === 0 && (
        <EmptyState
          framed
          icon={<ScreenIcon size={24} />}
          title={t('plays.empty')}
          lead={t('plays.empty-lead')}
          action={
            <Button component={Link} to={pathTo(PAGES.dashboard)}>
              {t('plays.empty-action')}
            </Button>
          }
        />
      )}
      {data && data.screens.length > 0 && (
        <>
          <Report report={data} />
          <div className={styles.tools}>
            <p className={styles.note}>{t('plays.note')}</p>
            <Button component="a" href={tablePath(organisationId, asked)} download variant="default">
              {t('plays.table')}
            </Button>
          </div>
        </>
      )}
      {data && asked.item === undefined && <Visits organisationId={organisationId} asked={asked} />}
    </InnerPage>
  )
}
