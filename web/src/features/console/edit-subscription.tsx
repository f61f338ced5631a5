import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type Subscription, UpdateSubscription } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { type Problem, problemOfCall, problemsIn } from '../../api/form-problems.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useFocusOnProblem } from '../../ui/focus-on-problem.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import panel from '../../ui/panel.module.css'
import { RoleChoice } from '../../ui/role-choice.tsx'
import { readOperatorAgain, useDisplaysOf } from './console-query.ts'

/** E3: what the profile of somebody says. */
export default function EditSubscription({
  subscription,
  onClose,
}: {
  subscription: Subscription
  onClose: () => void
}) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const displays = useDisplaysOf(subscription.organisationId)
  const [displayId, setDisplayId] = useState(subscription.displayId)
  const [subType, setSubType] = useState(subscription.subType)
  const [msg, setMsg] = useState(subscription.msg)
  const [role, setRole] = useState(subscription.role)
  const [problems, setProblems] = useState<Problem[]>([])
  const form = useFocusOnProblem(problems)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A display that has been removed since may stay as it is, but cannot be chosen.
    const wanted = { subType, msg, role, ...(displayId === subscription.displayId ? {} : { displayId }) }
    const found = problemsIn(UpdateSubscription, wanted)
    setProblems(found)
    if (found.length > 0) return
    setBusy(true)
    try {
      await call('updateSubscription', {
        params: { memberId: subscription.id },
        body: UpdateSubscription.parse(wanted),
      })
      await readOperatorAgain(client)
      notice('success', t('status.saved'))
      onClose()
    } catch (error) {
      setProblems([problemOfCall(error)])
    } finally {
      setBusy(false)
    }
  }

  const known = displays.data ?? []
  const at = (field: string) => {
    const problem = problems.find((one) => one.field === field)
    return problem && t(`error.${problem.code}`)
  }
  const whole = problems.find(({ field }) => !['displayId', 'subType', 'msg'].includes(field ?? ''))
  return (
    <Dialog title={t('console.edit-subscription')} onClose={onClose}>
      <form ref={form} className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {whole && <ErrorBox message={t(`error.${whole.code}`)} />}
        <p className={panel.subject}>
          <bdi>{subscription.email}</bdi>
        </p>
        <NativeSelect
          label={t('console.display')}
          value={displayId}
          error={at('displayId')}
          data={[
            ...known.map(({ id, name }) => ({ value: id as string, label: `${name} (${id})` })),
            ...(known.some(({ id }) => id === displayId) ? [] : [{ value: displayId, label: displayId }]),
          ]}
          onChange={(event) => setDisplayId(event.currentTarget.value)}
        />
        <RoleChoice value={role} onChange={setRole} />
        <TextInput
          label={t('console.sub-type')}
          value={subType}
          error={at('subType')}
          onChange={(event) => setSubType(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t('console.msg')}
          description={t('console.msg-hint')}
          value={msg}
          error={at('msg')}
          onChange={(event) => setMsg(event.currentTarget.value)}
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
