import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import confirm from './confirm-dialog.module.css'
import { Dialog, DialogActions } from './dialog.tsx'
import { ErrorBox } from './error-box.tsx'
import { useI18n } from './i18n/i18n.tsx'
import panel from './panel.module.css'

type Props = {
  question: string
  /** What the decision has as its effect. */
  children: ReactNode
  confirmLabel: string
  danger: boolean
  /** What has to be typed before, as it must be for what cannot be undone. */
  typed?: { label: string; value: string } | undefined
  /** False until its effect is known. */
  ready?: boolean
  /** @returns why it could not be done, in words; the dialog then stays open with them */
  work: () => Promise<string | undefined>
  onClose: () => void
}

/** Asks before something is done that reaches further than the page, like somebody else's work. */
export function DecideDialog(props: Props) {
  const { question, children, confirmLabel, danger, typed, ready = true, work, onClose } = props
  const { t } = useI18n()
  const effectId = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const open = ready && (typed === undefined || text.trim() === typed.value)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!open || busy) return
    setBusy(true)
    setProblem(undefined)
    const failed = await work()
    setBusy(false)
    if (failed === undefined) onClose()
    else setProblem(failed)
  }

  return (
    <Dialog title={question} role="alertdialog" describedBy={effectId} onClose={onClose}>
      <form className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {problem && <ErrorBox message={problem} />}
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
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button type="submit" className={danger ? (confirm.confirm ?? '') : ''} loading={busy} disabled={!open}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
