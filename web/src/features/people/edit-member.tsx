import { Button } from '@mantine/core'
import type { Display, Member, OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { renewSession } from '../../api/renew-session.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import panel from '../../ui/panel.module.css'
import { RoleChoice } from '../../ui/role-choice.tsx'
import { LimitChoice, limitOf } from './limit-choice.tsx'
import { readPeopleAgain } from './people-query.ts'

type Props = { organisationId: OrganisationId; member: Member; displays: readonly Display[]; onClose: () => void }

/** What somebody may do from now on, and with which displays. */
export default function EditMember({ organisationId, member, displays, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const [role, setRole] = useState(member.role)
  const [limit, setLimit] = useState(member.displays ?? [])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await call('updateMember', {
        params: { organisationId, memberId: member.id },
        body: { role, displays: limitOf(role, limit) },
      })
      notice('success', t('status.saved'))
      onClose()
      // Before the lists, which may be closed to them now.
      if (member.self) await renewSession()
    } catch (error) {
      setProblem(t(`error.${codeOf(error)}`))
    } finally {
      setBusy(false)
      void readPeopleAgain(client)
    }
  }

  return (
    <Dialog title={t('people.edit')} onClose={onClose}>
      <form className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {problem && <ErrorBox message={problem} />}
        <p className={panel.subject}>
          <bdi>{member.email}</bdi>
        </p>
        <RoleChoice value={role} onChange={setRole} />
        <LimitChoice role={role} displays={displays} value={limit} onChange={setLimit} />
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
