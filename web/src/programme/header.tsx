import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { ClockIcon, HistoryIcon, PlayIcon } from '../ui/icons.tsx'
import { AddContainerLink, AddTextButton, WriteNoticeButton } from './add-buttons.tsx'
import type { DialogName } from './dialogs.tsx'
import styles from './header.module.css'

type Props = {
  title: string
  /** The way to its week. */
  weekPath: string
  /** How it stands, in words and buttons. */
  state: ReactNode
  /** More that can be done to the whole. */
  tools: ReactNode
  canEdit: boolean
  lookOnly: string
  addPath: string
  onOpen: (dialog: DialogName) => void
  onAddText: () => void
  onWriteNotice: () => void
}

/** D1, D3: whose programme it is, how it stands, and what can be done. */
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
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.state}>
          {state}
          <QuietButton icon={<HistoryIcon size={16} />} onPress={() => onOpen('activity')}>
            {t('activity.open')}
          </QuietButton>
          <Button
            component={Link}
            to={weekPath}
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={styles.quiet ?? ''}
            leftSection={<ClockIcon size={16} />}
          >
            {t('week.open')}
          </Button>
          {tools}
        </p>
        {!canEdit && <p className={styles.look}>{lookOnly}</p>}
      </div>
      <div className={styles.actions} data-look={canEdit ? undefined : ''}>
        {canEdit && <AddContainerLink path={addPath} />}
        {canEdit && <AddTextButton onPress={onAddText} />}
        {canEdit && <WriteNoticeButton onPress={onWriteNotice} />}
        <Button variant="default" leftSection={<PlayIcon />} onClick={() => onOpen('preview')}>
          {t('dashboard.preview')}
        </Button>
      </div>
    </header>
  )
}

export function QuietButton({ icon, onPress, children }: { icon: ReactNode; onPress: () => void; children: string }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={styles.quiet ?? ''}
      leftSection={icon}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}
