import { Button } from '@mantine/core'
import type { Invitation, Member, Session } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import ConfirmDialog from '../../../platform/ui/confirm-dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { PlusIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { Section } from '../../../platform/ui/section.tsx'
import { InvitationList, useExpiry } from './invitation-list.tsx'
import { MemberList } from './member-list.tsx'
import { readPeopleAgain, useInvitations, useMembers } from './people-query.ts'

const EditMember = lazyDialog(() => import('./edit-member.tsx'))
const Invite = lazyDialog(() => import('./invite.tsx'))
const RemoveMember = lazyDialog(() => import('./remove-member.tsx'))

type Organisation = NonNullable<Session['organisation']>
type Open =
  | { what: 'invite' }
  | { what: 'edit' | 'remove'; member: Member }
  | { what: 'withdraw'; invitation: Invitation }

/** The members of the organisation and its open invitations, for owners (AC2). */
export function People({ organisation, displays }: { organisation: Organisation; displays: Session['displays'] }) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const expiry = useExpiry()
  const members = useMembers(organisation.id)
  const invitations = useInvitations(organisation.id)
  const { data: tables = [] } = useQuery(tablesOf(organisation.id))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const stateOf = ({ data, error, refetch }: { data: unknown; error: unknown; refetch: () => unknown }) => ({
    loading: data === undefined && error === null,
    problem: error === null ? undefined : t(`error.${codeOf(error)}`),
    onRetry: refetch,
  })

  const { run } = useDoing({ tell: (words) => notice('error', words), after: () => void readPeopleAgain(client) })
  const withdraw = ({ id: invitationId }: Invitation) => {
    close()
    run('withdraw', async () => {
      await call('removeInvitation', { params: { organisationId: organisation.id, invitationId } })
      notice('success', t('people.withdrawn'))
    })
  }

  return (
    <>
      <Section
        title={t('people.members')}
        count={members.data?.length}
        {...stateOf(members)}
        tools={
          <Button leftSection={<PlusIcon />} onClick={() => setOpen({ what: 'invite' })}>
            {t('people.invite')}
          </Button>
        }
      >
        <MemberList
          members={members.data ?? []}
          displays={displays}
          tables={tables}
          onEdit={(member) => setOpen({ what: 'edit', member })}
          onRemove={(member) => setOpen({ what: 'remove', member })}
        />
      </Section>

      <Section
        title={t('people.invitations')}
        count={invitations.data && invitations.data.length > 0 ? invitations.data.length : undefined}
        {...stateOf(invitations)}
      >
        {invitations.data?.length === 0 && <p className={panel.lead}>{t('people.no-invitations')}</p>}
        <InvitationList
          invitations={invitations.data ?? []}
          displays={displays}
          tables={tables}
          onWithdraw={(invitation) => setOpen({ what: 'withdraw', invitation })}
        />
      </Section>
      {open?.what === 'invite' && <Invite organisationId={organisation.id} displays={displays} onClose={close} />}
      {open?.what === 'edit' && (
        <EditMember organisationId={organisation.id} member={open.member} displays={displays} onClose={close} />
      )}
      {open?.what === 'remove' && (
        <RemoveMember organisationId={organisation.id} member={open.member} onClose={close} />
      )}
      {open?.what === 'withdraw' && (
        <ConfirmDialog
          question={t('people.withdraw-question')}
          subject={`${t(`role.name.${open.invitation.role}`)} · ${expiry(open.invitation)}`}
          confirmLabel={t('people.withdraw')}
          onConfirm={() => withdraw(open.invitation)}
          onCancel={close}
        />
      )}
    </>
  )
}
