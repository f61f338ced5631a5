import { Skeleton } from '@mantine/core'
import { type Display, PAGES, type Session } from '@placard/contract'
import { useLiveProgramme, useProgramme } from '../../../platform/api/use-programme.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { keyOf, useChosenDisplay } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import styles from './layout.module.css'
import { LayoutPage } from './layout-page.tsx'

/** [LY9] The zones of the display in the page's address. */
export default function Layout() {
  return <RequireOrganisation>{(session) => <Chosen session={session} />}</RequireOrganisation>
}

function Chosen({ session }: { session: Session }) {
  const { t } = useI18n()
  const { display } = useChosenDisplay(session)
  if (display) return <OfDisplay key={display.id} session={session} display={display} />
  return (
    <InnerPage session={session} title={t('layout.title')} width="list">
      <EmptyState
        framed
        icon={<ScreenIcon size={24} />}
        title={t('dashboard.no-display.title')}
        lead={t('dashboard.no-display.lead')}
      />
    </InnerPage>
  )
}

function OfDisplay({ session, display }: { session: Session; display: Display }) {
  const { t } = useI18n()
  const key = keyOf(display)
  const { data, error, refetch } = useProgramme(key)
  useLiveProgramme(key)
  const canEdit = isEditor(session.role) && !session.limited
  const name = data?.name ?? display.name
  return (
    <InnerPage
      session={session}
      title={t('layout.title')}
      lead={t(canEdit ? 'layout.lead' : 'layout.look-only', { name })}
      width="list"
      back={{ to: `${PAGES.dashboard}?display=${display.id}`, label: name }}
    >
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className={styles.skeleton ?? ''} radius="lg" />}
      {data && <LayoutPage session={session} displayKey={key} programme={data} canEdit={canEdit} />}
    </InnerPage>
  )
}
