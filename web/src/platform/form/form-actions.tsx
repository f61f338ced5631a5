import { Button } from '@mantine/core'
import confirm from '../ui/confirm-dialog.module.css'
import { DialogActions } from '../ui/dialog.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'

type Props = {
  /** Absent: "Save". */
  submitLabel?: string | undefined
  isBusy: boolean
  /** False while there is nothing to send yet. */
  ready?: boolean
  /** True if the action is destructive. */
  danger?: boolean
  onCancel: () => void
}

/** The end of a form in a dialog: a Cancel and a submit button. */
export function FormActions({ submitLabel, isBusy, ready = true, danger = false, onCancel }: Props) {
  const { t } = useI18n()
  return (
    <DialogActions>
      <Button variant="default" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" loading={isBusy} disabled={!ready} className={danger ? (confirm.confirm ?? '') : ''}>
        {submitLabel ?? t('action.save')}
      </Button>
    </DialogActions>
  )
}
