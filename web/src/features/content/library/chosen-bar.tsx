import { Button, CloseButton } from '@mantine/core'
import { type LibraryFile, MAX_FILES_AT_ONCE } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './chosen-bar.module.css'

export type ChosenFiles = readonly LibraryFile[]

type Props = { files: ChosenFiles; onPut: () => void; onLabel: () => void; onRemove: () => void; onEnd: () => void }

/** The actions for the chosen files. Each is one command for all of them. */
export function ChosenBar({ files, onPut, onLabel, onRemove, onEnd }: Props) {
  const { t } = useI18n()
  const tooMany = files.length > MAX_FILES_AT_ONCE
  return (
    <section className={styles.bar} aria-label={t('library.chosen')}>
      <CloseButton size="lg" aria-label={t('select.done')} onClick={onEnd} />
      <p className={styles.count} role="status">
        {tooMany ? t('library.too-many', { count: MAX_FILES_AT_ONCE }) : t('select.count', { count: files.length })}
      </p>
      <Button disabled={tooMany} onClick={onPut}>
        {t('library.put')}
      </Button>
      <Button variant="default" disabled={tooMany} onClick={onLabel}>
        {t('library.label-open')}
      </Button>
      <Button variant="default" className={styles.remove ?? ''} disabled={tooMany} onClick={onRemove}>
        {t('library.remove-ask')}
      </Button>
    </section>
  )
}
