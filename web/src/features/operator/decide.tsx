import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import styles from './operator.module.css'
import { readOperatorAgain } from './operator-query.ts'

type Props = {
  question: string
  /** What the decision has as its effect. */
  children: ReactNode
  confirmLabel: string
  danger: boolean
  /** What has to be typed before, as it must be for what cannot be undone. */
  typed?: { label: string; value: string }
  done: string
  work: () => Promise<unknown>
  onClose: () => void
}

/** Asks before somebody else's work is touched, and stays open with the reason when it could not be done. */
export default function Decide({ question, children, confirmLabel, danger, typed, done, work, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const effectId = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (typed && text.trim() !== typed.value) return
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      notice('success', done)
      onClose()
    } catch (error) {
      setProblem(t(`error.${codeOf(error)}`))
    } finally {
      setBusy(false)
      void readOperatorAgain(client)
    }
  }

  return (
    <Dialog title={question} role="alertdialog" describedBy={effectId} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {problem && <ErrorBox message={problem} />}
        <div id={effectId} className={styles.effect}>
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
          <Button
            type="submit"
            {...(danger ? { color: 'red' } : {})}
            loading={busy}
            disabled={typed !== undefined && text.trim() !== typed.value}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
