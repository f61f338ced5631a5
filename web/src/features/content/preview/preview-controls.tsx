import { ActionIcon, Button } from '@mantine/core'
import type { PreviewCommand, PreviewState } from '@placard/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ClockIcon, PauseIcon, PlayIcon, SkipIcon, UprightIcon } from '../../../platform/ui/icons.tsx'
import { More } from '../../../platform/ui/more.tsx'
import styles from './live-preview.module.css'

type Props = {
  /** Undefined until the player in the frame has reported. */
  state: PreviewState | undefined
  /** The title of the item in the preview. */
  title: string | undefined
  /** Number of items that play. */
  playing: number
  isUpright: boolean
  /** Undefined on a page without a programme, which has no time travel. */
  travel?: { isOpen: boolean; onToggle: () => void } | undefined
  onTell: (command: PreviewCommand) => void
  onTurn: () => void
}

/** Controls for the preview. They do not affect the screens. */
export function PreviewControls({ state, title, playing, isUpright, travel, onTell, onTurn }: Props) {
  const { t } = useI18n()
  const isHeld = state?.isHeld ?? false
  const isAway = state?.isLive === false
  return (
    <>
      <p className={styles.where}>
        <span className={styles.title} dir="auto" hidden={isAway}>
          {title}
        </span>
        <span role="status">{isAway && t('preview.away')}</span>
        {isAway && (
          <Button size="compact-sm" variant="light" onClick={() => onTell({ preview: 'live' })}>
            {t('preview.live')}
          </Button>
        )}
      </p>
      <div className={styles.controls}>
        <More label={t('preview.more')}>
          <Control
            label={t(isHeld ? 'preview.resume' : 'preview.hold')}
            disabled={!state || playing === 0}
            onPress={() => onTell({ preview: isHeld ? 'resume' : 'hold' })}
          >
            {isHeld ? <PlayIcon /> : <PauseIcon />}
          </Control>
          <Control
            label={t('preview.skip')}
            disabled={!state || playing < 2}
            onPress={() => onTell({ preview: 'skip' })}
          >
            <SkipIcon />
          </Control>
          {travel && (
            <Control label={t('time-machine.open')} pressed={travel.isOpen} disabled={!state} onPress={travel.onToggle}>
              <ClockIcon />
            </Control>
          )}
          <Control label={t('preview.upright')} pressed={isUpright} onPress={onTurn}>
            <UprightIcon />
          </Control>
        </More>
      </div>
    </>
  )
}

type ControlProps = { label: string; pressed?: boolean; disabled?: boolean; onPress: () => void; children: ReactNode }

export function Control({ label, pressed, disabled = false, onPress, children }: ControlProps) {
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      size="lg"
      disabled={disabled}
      onClick={onPress}
      className={styles.control ?? ''}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      {children}
    </ActionIcon>
  )
}
