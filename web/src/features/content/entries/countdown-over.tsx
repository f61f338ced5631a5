import type { ZoneOffsets } from '@placard/contract'
import { hasCountdownOver } from '@placard/playback'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { WarningIcon } from '../../../platform/ui/icons.tsx'
import styles from './countdown-over.module.css'

type Props = {
  /** All of its words. */
  text: string
  zoneOffsets: ZoneOffsets
}

/** CT13: tells those who edit that a text counts the days until one that is over. Nothing where it does not. */
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
