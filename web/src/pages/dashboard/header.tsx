import { Button } from '@mantine/core'
import type { DisplayKey, Session } from '@placard/contract'
import type { ReactNode } from 'react'
import type { LiveStatus as Status } from '../../api/live-stream.ts'
import { ScreenAlarm } from '../../features/screens/screen-alarm.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { HistoryIcon, PlayIcon, SettingsIcon } from '../../ui/icons.tsx'
import { AddContainerLink, AddTextButton } from './add-buttons.tsx'
import type { DialogName } from './dialogs.tsx'
import styles from './header.module.css'
import { LiveStatus } from './live-status.tsx'
import { SaveStatus } from './save-status.tsx'

type Props = {
  display: DisplayKey
  name: string
  role: Session['role']
  live: Status
  addPath: string
  onOpen: (dialog: DialogName) => void
  onAddText: () => void
  onFollowAlarm: () => void
}

/** D1, D3: whose display it is, how it stands, and what can be done. */
export function DashboardHeader({ display, name, role, live, addPath, onOpen, onAddText, onFollowAlarm }: Props) {
  const { t } = useI18n()
  const canEdit = role !== 'viewer'
  return (
    <header className={styles.header}>
      <div className={styles.hello}>
        <h1 className={styles.title}>{t('dashboard.hello', { name })}</h1>
        <p className={styles.state}>
          <LiveStatus status={live} />
          <SaveStatus display={display} />
          <ScreenAlarm display={display} onFollow={onFollowAlarm} />
          <Quiet icon={<HistoryIcon size={16} />} onPress={() => onOpen('activity')}>
            {t('activity.open')}
          </Quiet>
          {role === 'owner' && (
            <Quiet icon={<SettingsIcon size={16} />} onPress={() => onOpen('settings')}>
              {t('display.settings')}
            </Quiet>
          )}
        </p>
        {!canEdit && <p className={styles.look}>{t('dashboard.look-only')}</p>}
      </div>
      <div className={styles.actions} data-look={canEdit ? undefined : ''}>
        {canEdit && <AddContainerLink path={addPath} />}
        {canEdit && <AddTextButton onPress={onAddText} />}
        <Button variant="default" leftSection={<PlayIcon />} onClick={() => onOpen('preview')}>
          {t('dashboard.preview')}
        </Button>
      </div>
    </header>
  )
}

function Quiet({ icon, onPress, children }: { icon: ReactNode; onPress: () => void; children: string }) {
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
