import { Button } from '@mantine/core'
import { CreateDisplay, type Display, type OrganisationId } from '@placard/contract'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { type Problem, problemOfCall, problemsIn } from '../../api/form-problems.ts'
import { renewSession } from '../../api/renew-session.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useFocusOnProblem } from '../../ui/focus-on-problem.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { idOf, NameAndId, NOTHING_TYPED } from '../../ui/name-and-id.tsx'
import { useNotice } from '../../ui/notices.ts'
import panel from '../../ui/panel.module.css'
import { TimeZoneField } from './time-zone-field.tsx'

const FIELDS = ['name', 'id', 'timeZone']

type Props = { organisationId: OrganisationId; onAdded: (id: Display['id']) => void; onClose: () => void }

export default function AddDisplay({ organisationId, onAdded, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const [draft, setDraft] = useState(NOTHING_TYPED)
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [problems, setProblems] = useState<Problem[]>([])
  const form = useFocusOnProblem(problems)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = { id: idOf(draft), name: draft.name, timeZone }
    const found = problemsIn(CreateDisplay, wanted)
    setProblems(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      const made = await call('createDisplay', { params: { organisationId }, body: CreateDisplay.parse(wanted) })
      await renewSession()
      notice('success', t('display.added', { name: made.name }))
      onClose()
      onAdded(made.id)
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
  const whole = problems.find(({ field }) => !FIELDS.includes(field ?? ''))
  return (
    <Dialog title={t('display.add')} onClose={onClose}>
      <form ref={form} className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {whole && <ErrorBox message={t(`error.${whole.code}`)} />}
        <NameAndId
          labels={{ name: t('display.name'), id: t('display.id') }}
          draft={draft}
          problems={{ name: at('name'), id: at('id') }}
          onChange={setDraft}
          focused
        />
        <TimeZoneField value={timeZone} error={at('timeZone')} onChange={setTimeZone} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('display.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
