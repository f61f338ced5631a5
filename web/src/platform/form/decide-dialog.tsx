import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { z } from 'zod'
import confirm from '../ui/confirm-dialog.module.css'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import panel from '../ui/panel.module.css'
import { FormBody } from './form-body.tsx'
import type { Problem } from './problems.ts'
import { useForm } from './use-form.ts'

type Props = {
  question: string
  /** The effect of the decision. */
  children: ReactNode
  confirmLabel: string
  danger: boolean
  /** Words that have to be typed before a decision that cannot be undone. */
  typed?: { label: string; value: string } | undefined
  /** False until the effect is known. */
  ready?: boolean
  /** @throws ApiError: the dialog stays open and shows the reason */
  work: () => Promise<unknown>
  /** A message that suits this decision better than the one of the error code. */
  words?: (problem: Problem) => string | undefined
  onClose: () => void
}

const Typed = z.object({ typed: z.string() })

/** Asks before an action with effects beyond the page, for example on another user's work. */
export function DecideDialog(props: Props) {
  const { question, children, confirmLabel, danger, typed, ready = true, work, words, onClose } = props
  const { t } = useI18n()
  const effectId = useId()
  const form = useForm({
    schema: Typed,
    start: () => ({ typed: '' }),
    save: async () => {
      await work()
      onClose()
    },
    ...(words ? { words } : {}),
  })
  const isOpen = ready && (typed === undefined || form.values.typed.trim() === typed.value)

  return (
    <Dialog title={question} role="alertdialog" describedBy={effectId} onClose={onClose}>
      <FormBody form={isOpen ? form : { ...form, submit: (event) => event?.preventDefault() }}>
        <div id={effectId} className={panel.effect}>
          {children}
        </div>
        {typed && (
          <TextInput
            label={typed.label}
            dir="ltr"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            {...form.field('typed')}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button
            type="submit"
            className={danger ? (confirm.confirm ?? '') : ''}
            loading={form.isBusy}
            disabled={!isOpen}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </FormBody>
    </Dialog>
  )
}
