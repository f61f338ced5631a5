import { Button, Switch, TextInput } from '@mantine/core'
import { type Display, UpdateDisplay } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { type Problem, problemOfCall, problemsIn } from '../../api/form-problems.ts'
import { renewSession } from '../../api/renew-session.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useFocusOnProblem } from '../../ui/focus-on-problem.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import panel from '../../ui/panel.module.css'
import { TimeZoneField } from './time-zone-field.tsx'

/** The name of a display, its time zone, and what it does without texts. What is not changed is not sent: somebody else may change it meanwhile. */
export default function EditDisplay({ display, onClose }: { display: Display; onClose: () => void }) {
  const { t } = useI18n()
  const notice = useNotice()
  // As it was when this was opened.
  const [before] = useState(display)
  const [name, setName] = useState(before.name)
  const [timeZone, setTimeZone] = useState(before.timeZone)
  const [fillsWithoutLines, setFillsWithoutLines] = useState(before.fillsWithoutLines)
  const [problems, setProblems] = useState<Problem[]>([])
  const form = useFocusOnProblem(problems)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = {
      ...(name === before.name ? {} : { name }),
      ...(timeZone === before.timeZone ? {} : { timeZone }),
      ...(fillsWithoutLines === before.fillsWithoutLines ? {} : { fillsWithoutLines }),
    }
    const found = problemsIn(UpdateDisplay, wanted)
    setProblems(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      const params = { organisationId: before.organisationId, displayId: before.id }
      await call('updateDisplay', { params, body: UpdateDisplay.parse(wanted) })
      await renewSession()
      notice('success', t('status.saved'))
      onClose()
    } catch (error) {
      setProblems([problemOfCall(error)])
    } finally {
      setBusy(false)
    }
  }

  const at = (field: string) => {
    const problem = problems.find((one) => one.field === field)
    return problem && t(`error.${problem.code}`)
  }
  const whole = problems.find(({ field }) => field !== 'name' && field !== 'timeZone')
  return (
    <Dialog title={t('display.edit')} onClose={onClose}>
      <form ref={form} className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {whole && <ErrorBox message={t(`error.${whole.code}`)} />}
        <TextInput
          label={t('display.name')}
          description={t('display.name-hint')}
          dir="auto"
          value={name}
          error={at('name')}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <TimeZoneField value={timeZone} error={at('timeZone')} onChange={setTimeZone} />
        <Switch
          label={t('display.fills')}
          description={t('display.fills-hint')}
          checked={fillsWithoutLines}
          onChange={(event) => setFillsWithoutLines(event.currentTarget.checked)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
