import { PAGES, type ProgrammeKey, programmeIdOf } from '@placard/contract'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { NoticeIcon } from '../platform/ui/icons.tsx'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import styles from './header.module.css'
import { QuietLink } from './header.tsx'

const WaitingMark = lazyDialog(() => import('../features/people/proposals/waiting-mark.tsx'), { patient: true })

/**
 * The link to the proposals. The number of waiting ones appears later in its own space, so that nothing moves. That space is mostly empty,
 * so this link is last.
 */
export function ProposalsLink({ programmeKey }: { programmeKey: ProgrammeKey }) {
  const { t } = useI18n()
  const of = 'displayId' in programmeKey ? 'display' : 'playlist'
  return (
    <QuietLink
      to={`${PAGES.proposals}?${of}=${programmeIdOf(programmeKey)}`}
      icon={<NoticeIcon size={16} />}
      mark={
        <span className={styles.mark}>
          <WaitingMark programmeKey={programmeKey} />
        </span>
      }
    >
      {t('proposals.open')}
    </QuietLink>
  )
}
