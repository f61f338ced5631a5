import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { type AnyForm, FormBody } from './form-body.tsx'

type Props = {
  form: AnyForm
  title: string
  submitLabel: string
  /** True if the action is destructive. */
  danger?: boolean
  /** False while there is nothing to send yet. */
  ready?: boolean
  size?: 'small' | 'medium' | 'large'
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, with a Cancel and a submit button at the end. */
export function FormDialog(props: Props) {
  const { form, title, submitLabel, danger = false, ready = true, size = 'medium', onClose, children } = props
  const { t } = useI18n()
  return (
    <Dialog title={title} onClose={onClose} size={size}>
      <FormBody form={form}>
        {children}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={!ready} {...(danger ? { color: 'red' } : {})}>
            {submitLabel}
          </Button>
        </DialogActions>
      </FormBody>
    </Dialog>
  )
}
