import { Skeleton } from '@mantine/core'
import { type Display, PAGES, type Session } from '@placard/contract'
import { useLiveProgramme, useProgramme } from '../../../platform/api/use-programme.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { keyOf } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { OfChosenDisplay } from '../../../shell/of-chosen-display.tsx'
import styles from './layout.module.css'
import { LayoutPage } from './layout-page.tsx'

/** [LY9] The zones of the display in the page's address. */
export default function Layout() {
  const { t } = useI18n()
  return (
    <OfChosenDisplay title={t('layout.title')}>
      {(session, display) => <OfDisplay key={display.id} session={session} display={display} />}
    </OfChosenDisplay>
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
