import { Button, TextInput } from '@mantine/core'
import { type DisplayKey, LineText, MAX_LINE_CHARACTERS, problemOf } from '@placard/contract'
import { type FormEvent, useRef, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { createCommandKey } from '../../api/command-key.ts'
import { announce } from '../../ui/announcer.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './add-line.module.css'
import { useCreateLine } from './use-lines.ts'

/** When so few are left, the form says how many. */
const COUNT_FROM_CHARACTERS = 100

type Props = { display: DisplayKey; onClose: () => void }

/** D3. What was typed stays until it is saved. */
export default function AddLine({ display, onClose }: Props) {
  const { t } = useI18n()
  const { mutateAsync, isPending } = useCreateLine(display)
  const [commandKey] = useState(createCommandKey)
  const [text, setText] = useState('')
  const [fieldProblem, setFieldProblem] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const left = MAX_LINE_CHARACTERS - text.length

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const parsed = LineText.safeParse(text)
    setFieldProblem(parsed.success ? undefined : t(`error.${problemOf(parsed.error).code}`))
    if (!parsed.success) return field.current?.focus()
    try {
      const line = { text: parsed.data }
      await mutateAsync({ line, idempotencyKey: commandKey.keyFor(line) })
      announce(t('lines.added'))
      onClose()
    } catch (error) {
      console.error('saving a text failed', error)
      setProblem(t(`error.${codeOf(error)}`))
    }
  }

  return (
    <Dialog title={t('lines.add.title')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {problem && <ErrorBox message={problem} />}
        <TextInput
          ref={field}
          label={t('lines.add.label')}
          description={left <= COUNT_FROM_CHARACTERS ? t('lines.add.left', { count: left }) : t('lines.add.hint')}
          value={text}
          maxLength={MAX_LINE_CHARACTERS}
          dir="auto"
          error={fieldProblem}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
