import { Button, Progress } from '@mantine/core'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './upload-progress.module.css'

export type UploadStep =
  | { status: 'preparing' }
  | { status: 'sending'; share: number }
  /** All bytes are there; the item is being saved. */
  | { status: 'saving' }

/** C2 */
export function UploadProgress({ step, onCancel }: { step: UploadStep; onCancel: () => void }) {
  const { t } = useI18n()
  const share = step.status === 'sending' ? step.share : step.status === 'saving' ? 1 : 0
  const percent = Math.round(share * 100)
  const words =
    step.status === 'preparing'
      ? t('upload.preparing')
      : step.status === 'saving'
        ? t('upload.sent')
        : t('upload.percent', { percent })
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span>{words}</span>
        {step.status !== 'saving' && (
          <Button variant="subtle" size="compact-sm" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
      <Progress.Root size="lg" radius="xl">
        <Progress.Section value={percent} aria-label={t('upload.progress')} animated={step.status === 'preparing'} />
      </Progress.Root>
    </div>
  )
}
