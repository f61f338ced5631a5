import { Switch } from '@mantine/core'
import { type Display, type Member, type OrganisationId, type Role, UpdateMember } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { renewSession } from '../../../platform/api/renew-session.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import panel from '../../../platform/ui/panel.module.css'
import { RoleChoice } from '../../../platform/ui/role-choice.tsx'
import { LimitChoice, type Limits, limitBody, limitsOf } from './limit-choice.tsx'
import { readPeopleAgain } from './people-query.ts'

type Props = { organisationId: OrganisationId; member: Member; displays: readonly Display[]; onClose: () => void }

/** Changes a member's role and limits. */
export default function EditMember({ organisationId, member, displays, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const form = useForm({
    schema: UpdateMember,
    start: (): Limits & { role: Role; mayTakeOver: boolean } => ({
      role: member.role,
      mayTakeOver: member.mayTakeOver,
      ...limitsOf(member),
    }),
    bodyOf: ({ role, mayTakeOver, ...limits }) => ({
      role,
      ...limitBody(role, limits),
      mayTakeOver: role === 'editor' && limits.way !== 'tables' && mayTakeOver,
    }),
    save: async (body) => {
      try {
        await call('updateMember', { params: { organisationId, memberId: member.id }, body })
        notice('success', t('status.saved'))
        onClose()
        // Before the lists, which the user may no longer be allowed to see.
        if (member.self) await renewSession()
      } finally {
        void readPeopleAgain(client)
      }
    },
  })

  return (
    <FormDialog form={form} title={t('people.edit')} onClose={onClose}>
      <p className={panel.subject}>
        <bdi>{member.email}</bdi>
      </p>
      <RoleChoice {...form.field('role')} onlyTables={form.values.way === 'tables'} />
      {form.values.role === 'editor' && form.values.way !== 'tables' && (
        <Switch label={t('people.may-take-over')} {...form.toggle('mayTakeOver')} />
      )}
      <LimitChoice
        organisationId={organisationId}
        role={form.values.role}
        displays={displays}
        fields={{ way: form.field('way'), displays: form.field('displays'), tables: form.field('tables') }}
      />
    </FormDialog>
  )
}
