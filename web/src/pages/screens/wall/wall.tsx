import { Button, Skeleton } from '@mantine/core'
import { type Display, PAGES, type Session } from '@placard/contract'
import { Link } from 'react-router'
import { useWall } from '../../../features/screens/walls/use-wall.ts'
import { useLiveProgramme, useProgramme } from '../../../platform/api/use-programme.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { keyOf } from '../../../shell/chosen-display.ts'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { OfChosenDisplay } from '../../../shell/of-chosen-display.tsx'
import styles from './wall.module.css'
import { WallPage } from './wall-page.tsx'

/** [LY8] The wall of the display in the page's address. */
export default function Wall() {
  const { t } = useI18n()
  return (
    <OfChosenDisplay title={t('wall.title')}>
      {(session, display) => <OfDisplay key={display.id} session={session} display={display} />}
    </OfChosenDisplay>
  )
}

function OfDisplay({ session, display }: { session: Session; display: Display }) {
  const { t } = useI18n()
  const key = keyOf(display)
  const { data: programme } = useProgramme(key)
  useLiveProgramme(key)
  const wall = useWall(key)
  const { data, error, refetch } = wall
  const canEdit = isEditor(session.role)
  const name = programme?.name ?? display.name
  const isPossible = data && (data.wall !== null || data.screens.length > 1)
  return (
    <InnerPage
      session={session}
      title={t('wall.title')}
      lead={t('wall.lead', { name })}
      width="list"
      back={{ to: `${PAGES.dashboard}?display=${display.id}`, label: name }}
    >
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className={styles.skeleton ?? ''} radius="lg" />}
      {data && !isPossible && (
        <EmptyState
          framed
          icon={<ScreenIcon size={24} />}
          title={t('wall.too-few')}
          lead={t('wall.too-few-lead')}
          action={
            <Button component={Link} to={`${PAGES.screens}?display=${display.id}`} variant="default">
              {t('wall.to-screens')}
            </Button>
          }
        />
      )}
      {data && isPossible && (
        <WallPage displayKey={key} name={name} programme={programme} now={data} edit={wall} canEdit={canEdit} />
      )}
    </InnerPage>
  )
}
