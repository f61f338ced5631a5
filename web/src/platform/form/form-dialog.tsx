import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { FormActions } from './form-actions.tsx'
import { type AnyForm, FormBody } from './form-body.tsx'

type Props = {
  form: AnyForm
  title: string
  /** Absent: "Save". */
  submitLabel?: string
  /** True if the action is destructive. */
  danger?: boolean
  /** False while there is nothing to send yet. */
  ready?: boolean
  size?: 'small' | 'medium' | 'large'
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog, with a Cancel and a submit button at the end. */
export function FormDialog({ form, title, size = 'medium', onClose, children, ...actions }: Props) {
  return (
    <Dialog title={title} onClose={onClose} size={size}>
      <FormBody form={form}>
        {children}
        <FormActions {...actions} isBusy={form.isBusy} onCancel={onClose} />
      </FormBody>
    </Dialog>
  )
}
