import type { ZoneOffsets } from '@placard/contract'
import { hasCountdownOver } from '@placard/playback'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './countdown-over.module.css'

type Props = {
  /** All words of the entry. */
  text: string
  zoneOffsets: ZoneOffsets
}

/** CT13: tells editors that a text counts down to a day that is over. Renders nothing otherwise. */
export default function CountdownOver({ text, zoneOffsets }: Props) {
  const { t } = useI18n()
  if (!hasCountdownOver(text, serverNow(), { zoneOffsets })) return null
  return (
    <p className={styles.over}>
      <WarningIcon size={16} />
      {t('live-words.over')}
    </p>
  )
}
