import { Button, TextInput } from '@mantine/core'
import { type DisplayKey, MAX_SCREEN_NAME_CHARACTERS, problemOf, type Screen, ScreenName } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { announce } from '../../ui/announcer.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { shortId } from './device-name.ts'
import styles from './name-screen.module.css'
import { useScreenCommand } from './use-screens.ts'

type Props = { display: DisplayKey; screen: Screen; onClose: () => void }

/** What was typed stays until it is saved. */
export default function NameScreen({ display, screen, onClose }: Props) {
  const { t } = useI18n()
  const { mutateAsync, isPending } = useScreenCommand(display)
  const [name, setName] = useState(screen.name)
  const [fieldProblem, setFieldProblem] = useState<string>()
  const [problem, setProblem] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    const parsed = ScreenName.safeParse(name)
    setFieldProblem(parsed.success ? undefined : t(`error.${problemOf(parsed.error).code}`))
    if (!parsed.success) return
    try {
      await mutateAsync({ type: 'rename', id: screen.id, name: parsed.data })
      announce(t('status.saved'))
      onClose()
    } catch (error) {
      console.error('naming a screen failed', error)
      setProblem(t(`error.${codeOf(error)}`))
    }
  }

  return (
    <Dialog title={t('screens.rename.title')} onClose={onClose} size="small">
      <form className={styles.form} onSubmit={submit} noValidate>
        {problem && <ErrorBox message={problem} />}
        <TextInput
          label={t('screens.rename.label')}
          description={t('screens.rename.hint')}
          placeholder={t('screens.unnamed', { id: shortId(screen.id) })}
          value={name}
          maxLength={MAX_SCREEN_NAME_CHARACTERS}
          dir="auto"
          error={fieldProblem}
          onChange={(event) => setName(event.currentTarget.value)}
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
