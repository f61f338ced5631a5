import { Button, TextInput } from '@mantine/core'
import {
  type Display,
  type DisplayId,
  type InvitationCreated,
  joinPath,
  MAX_RECIPIENT_CHARACTERS,
  type OrganisationId,
  type Role,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { LinkDialog } from '../../ui/link-dialog.tsx'
import panel from '../../ui/panel.module.css'
import { publicOrigin } from '../../ui/public-origin.ts'
import { RoleChoice } from '../../ui/role-choice.tsx'
import { LimitChoice, limitOf } from './limit-choice.tsx'
import styles from './people.module.css'
import { readPeopleAgain } from './people-query.ts'

type Props = { organisationId: OrganisationId; displays: readonly Display[]; onClose: () => void }

/** Makes an invitation, then shows its link, this once. */
export default function Invite({ organisationId, displays, onClose }: Props) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [role, setRole] = useState<Role>('editor')
  const [limit, setLimit] = useState<DisplayId[]>([])
  const [recipient, setRecipient] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<InvitationCreated>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const body = { role, displays: limitOf(role, limit), recipient }
      setMade(await call('createInvitation', { params: { organisationId }, body }))
      void readPeopleAgain(client)
    } catch (error) {
      setProblem(t(`error.${codeOf(error)}`))
    } finally {
      setBusy(false)
    }
  }

  if (made) {
    const lead = t('people.invite-made-lead', { role: t(`role.name.${made.invitation.role}`) })
    return <LinkDialog link={publicOrigin() + joinPath(made.token)} lead={lead} onClose={onClose} />
  }
  return (
    <Dialog title={t('people.invite')} onClose={onClose}>
      <form className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {problem && <ErrorBox message={problem} />}
        <p className={styles.note}>{t('people.invite-lead')}</p>
        <TextInput
          label={t('people.recipient')}
          description={t('people.recipient-hint')}
          maxLength={MAX_RECIPIENT_CHARACTERS}
          value={recipient}
          onChange={(event) => setRecipient(event.currentTarget.value)}
        />
        <RoleChoice value={role} onChange={setRole} />
        <LimitChoice role={role} displays={displays} value={limit} onChange={setLimit} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('people.invite-make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
