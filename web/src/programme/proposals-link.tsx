import { Button } from '@mantine/core'
import { PAGES, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { Link } from 'react-router'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { NoticeIcon } from '../ui/icons.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import styles from './header.module.css'

const WaitingMark = lazyDialog(() => import('../features/proposals/waiting-mark.tsx'), { patient: true })

/** The way to what was proposed. How many wait comes a moment later, into a place of its own: nothing moves for it. That place is empty mostly, so this stands last. */
export function ProposalsLink({ programmeKey }: { programmeKey: ProgrammeKey }) {
  const { t } = useI18n()
  const of = 'displayId' in programmeKey ? 'display' : 'playlist'
  return (
    <Button
      component={Link}
      to={`${PAGES.proposals}?${of}=${programmeIdOf(programmeKey)}`}
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={styles.quiet ?? ''}
      leftSection={<NoticeIcon size={16} />}
      rightSection={
        <span className={styles.mark}>
          <WaitingMark programmeKey={programmeKey} />
        </span>
      }
    >
      {t('proposals.open')}
    </Button>
  )
}
