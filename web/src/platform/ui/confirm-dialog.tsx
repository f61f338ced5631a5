import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './confirm-dialog.module.css'
import { Dialog, DialogActions } from './dialog.tsx'
import { useI18n } from './i18n/i18n.tsx'

type Props = {
  question: string
  /** The affected thing, in the user's own words: a title, a text. */
  subject: string
  /** Further information. */
  children?: ReactNode
  confirmLabel: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is deleted. The safe answer has the focus. */
export default function ConfirmDialog({ question, subject, children, confirmLabel, onConfirm, onCancel }: Props) {
  const { t } = useI18n()
  const subjectId = useId()
  return (
    <Dialog title={question} role="alertdialog" describedBy={subjectId} onClose={onCancel} size="small">
      <p id={subjectId} className={styles.subject} dir="auto">
        {subject}
      </p>
      {children}
      <DialogActions>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t('action.cancel')}
        </Button>
        <Button color="red" className={styles.confirm ?? ''} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
