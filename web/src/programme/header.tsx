import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { ClockIcon, HistoryIcon, PlayIcon } from '../platform/ui/icons.tsx'
import { More } from '../platform/ui/more.tsx'
import page from '../shell/page-title.module.css'
import { AddAnythingButton, AddContainerLink, AddTextButton, WriteNoticeButton } from './add-buttons.tsx'
import type { DialogName } from './dialogs.tsx'
import styles from './header.module.css'

type Props = {
  title: string
  /** The path of the week page. */
  weekPath: string
  /** The state of the programme, as words and buttons. */
  state: ReactNode
  /** More actions for the whole programme. */
  tools: ReactNode
  canEdit: boolean
  lookOnly: string
  addPath: string
  onOpen: (dialog: DialogName) => void
  onAddText: () => void
  onWriteNotice: () => void
}

/** D1, D3: the title of the programme, its state, and its actions. */
export function ProgrammeHeader({
  title,
  weekPath,
  state,
  tools,
  canEdit,
  lookOnly,
  addPath,
  onOpen,
  onAddText,
  onWriteNotice,
}: Props) {
  const { t } = useI18n()
  return (
    <header className={styles.header}>
      <div className={styles.hello}>
        <h1 className={page.title}>{title}</h1>
        <p className={styles.state}>
          {state}
          <More label={t('dashboard.more')}>
            <QuietButton icon={<HistoryIcon size={16} />} onPress={() => onOpen('activity')}>
              {t('activity.open')}
            </QuietButton>
            <QuietLink icon={<ClockIcon size={16} />} to={weekPath}>
              {t('week.open')}
            </QuietLink>
            {tools}
          </More>
        </p>
        {!canEdit && <p className={styles.look}>{lookOnly}</p>}
      </div>
      <div className={styles.actions}>
        {canEdit && <AddContainerLink path={addPath} />}
        {canEdit && <AddTextButton onPress={onAddText} />}
        {canEdit && <WriteNoticeButton className={styles.notOnPhone} onPress={onWriteNotice} />}
        {canEdit && <AddAnythingButton onPress={() => onOpen('add-anything')} />}
        <Button variant="default" leftSection={<PlayIcon />} onClick={() => onOpen('preview')}>
          {t('dashboard.preview')}
        </Button>
      </div>
    </header>
  )
}

const QUIET = { variant: 'subtle', color: 'gray', size: 'compact-sm', className: styles.quiet ?? '' }

export function QuietButton({ icon, onPress, children }: { icon: ReactNode; onPress: () => void; children: string }) {
  return (
    <Button {...QUIET} leftSection={icon} onClick={onPress}>
      {children}
    </Button>
  )
}

type QuietLinkProps = {
  icon: ReactNode
  to: string
  /** Shown after the words. */
  mark?: ReactNode
  children: string
}

export function QuietLink({ icon, to, mark, children }: QuietLinkProps) {
  return (
    <Button {...QUIET} component={Link} to={to} leftSection={icon} rightSection={mark}>
      {children}
    </Button>
  )
}
