import { useId } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import unseen from '../../../platform/ui/unseen.module.css'
import styles from './add-to-zone.module.css'

type Props = {
  look: 'round' | 'button'
  name: string
  onFiles: (files: File[]) => void
}

/** Chooses files for a zone: where nobody can drop any, as on a phone. */
export function AddToZone({ look, name, onFiles }: Props) {
  const { t } = useI18n()
  const id = useId()
  return (
    <span className={styles.add} data-look={look}>
      <input
        id={id}
        className={`${unseen.input} ${styles.input}`}
        type="file"
        multiple
        aria-label={t('layout.add-to', { name })}
        title={t('layout.add-to', { name })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <PlusIcon size={look === 'round' ? 18 : 16} />
      {look === 'button' && <span>{t('layout.add')}</span>}
    </span>
  )
}
