import { Progress } from '@mantine/core'
import { writeBytes } from './bytes.ts'
import { useI18n } from './i18n/i18n.tsx'
import styles from './storage-bar.module.css'

/** From this share on the bar warns. */
const NEARLY_FULL = 0.9

/** Shows how much of a quota is used. @param props.note a remark about the quota */
export function StorageBar(props: { usedBytes: number; quotaBytes: number; note?: string | undefined }) {
  const { t, language } = useI18n()
  const { usedBytes, quotaBytes } = props
  const share = quotaBytes === 0 ? 1 : Math.min(1, usedBytes / quotaBytes)
  const words = t('storage.used', {
    used: writeBytes(usedBytes, language),
    quota: writeBytes(quotaBytes, language),
  })
  return (
    <div className={styles.storage}>
      <p>
        {words}
        {props.note && <span>{props.note}</span>}
      </p>
      <Progress.Root size="sm" radius="xl">
        <Progress.Section value={share * 100} aria-label={words} color={share >= NEARLY_FULL ? 'red' : 'teal'} />
      </Progress.Root>
    </div>
  )
}
