import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import styles from './add-to-zone.module.css'

type Props = {
  look: 'round' | 'button'
  name: string
  /** The id of the zone's heading, for the button in words. */
  describedBy?: string
  onAdd: () => void
}

/** [CT1] Opens the dialog that adds anything to a zone. */
export function AddToZone({ look, name, describedBy, onAdd }: Props) {
  const { t } = useI18n()
  const label = look === 'round' ? t('layout.add-to', { name }) : undefined
  return (
    <button
      type="button"
      className={styles.add}
      data-look={look}
      aria-label={label}
      title={label}
      aria-describedby={describedBy}
      onClick={onAdd}
    >
      <PlusIcon size={look === 'round' ? 18 : 16} />
      {look === 'button' && <span>{t('door.open')}</span>}
    </button>
  )
}
