import { Button } from '@mantine/core'
import { Dialog, DialogActions } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import styles from './edit-item.module.css'

/** A field in words, in both versions. */
export type Versions = { label: string; mine: string; theirs: string }

type Props = {
  /** Every field. `mine` includes their changes to fields that this draft did not change. */
  fields: readonly Versions[]
  /** Email of the user who changed it; undefined if unknown. */
  who: string | undefined
  /** Returns to the form without a decision. */
  onClose: () => void
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** T4: both versions side by side, only the fields that differ. */
export default function ItemConflict({ fields, who, onClose, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useI18n()
  const rows = fields.filter((row) => row.mine !== row.theirs)
  return (
    <Dialog title={t('conflict.title')} role="alertdialog" onClose={onClose} size="large">
      <p className={styles.lead}>
        {who && `${t('conflict.who', { who: `\u2068${who}\u2069` })} `}
        {t('conflict.lead')}
      </p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('conflict.mine')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td dir="auto">{row.mine}</td>
              <td dir="auto">{row.theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DialogActions>
        <Button variant="default" onClick={onTakeTheirs}>
          {t('conflict.take-theirs')}
        </Button>
        <Button onClick={onKeepMine} data-autofocus>
          {t('conflict.keep-mine')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
