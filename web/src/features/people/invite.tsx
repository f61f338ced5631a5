import { Button, TextInput } from '@mantine/core'
import {
  type Display,
  type DisplayId,
  type InvitationCreated,
  joinPath,
  type OrganisationId,
  type Role,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { codeOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import panel from '../../ui/panel.module.css'
import { publicOrigin } from '../../ui/public-origin.ts'
import { QrCode } from '../../ui/qr-code.tsx'
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
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<InvitationCreated>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const body = { role, displays: limitOf(role, limit) }
      setMade(await call('createInvitation', { params: { organisationId }, body }))
      void readPeopleAgain(client)
    } catch (error) {
      setProblem(t(`error.${codeOf(error)}`))
    } finally {
      setBusy(false)
    }
  }

  if (made) return <Made made={made} onClose={onClose} />
  return (
    <Dialog title={t('people.invite')} onClose={onClose}>
      <form className={panel.form} onSubmit={(event) => void submit(event)} noValidate>
        {problem && <ErrorBox message={problem} />}
        <p className={styles.note}>{t('people.invite-lead')}</p>
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

function Made({ made, onClose }: { made: InvitationCreated; onClose: () => void }) {
  const { t } = useI18n()
  const [showsCode, setShowsCode] = useState(false)
  const link = publicOrigin() + joinPath(made.token)
  return (
    <Dialog title={t('people.invite-made')} onClose={onClose} closable={false}>
      <div className={panel.form}>
        <p className={styles.note}>{t('people.invite-made-lead', { role: t(`role.name.${made.invitation.role}`) })}</p>
        <TextInput
          label={t('people.invite-link')}
          className={styles.link ?? ''}
          dir="ltr"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        {showsCode && <QrCode text={link} label={t('people.code')} />}
        <DialogActions>
          {!showsCode && (
            <Button variant="subtle" onClick={() => setShowsCode(true)}>
              {t('people.show-code')}
            </Button>
          )}
          <CopyButton text={link} copied={t('people.copied')} notCopied={t('people.not-copied')} data-autofocus>
            {t('people.copy')}
          </CopyButton>
          <Button onClick={onClose}>{t('people.done')}</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
