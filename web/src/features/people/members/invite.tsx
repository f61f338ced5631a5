import { TextInput } from '@mantine/core'
import {
  CreateInvitation,
  type Display,
  type InvitationCreated,
  joinPath,
  MAX_RECIPIENT_CHARACTERS,
  type OrganisationId,
  type Role,
} from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LinkDialog } from '../../../platform/ui/link-dialog.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import { RoleChoice } from '../../../platform/ui/role-choice.tsx'
import { onlyTables } from '../invitation/only-tables.ts'
import { LimitChoice, limitBody, NO_LIMITS } from './limit-choice.tsx'
import { readPeopleAgain } from './people-query.ts'

type Props = { organisationId: OrganisationId; displays: readonly Display[]; onClose: () => void }

/** Creates an invitation and shows its link, which is only displayed once. */
export default function Invite({ organisationId, displays, onClose }: Props) {
  const i18n = useI18n()
  const { t } = i18n
  const client = useQueryClient()
  const { data: tables = [] } = useQuery(tablesOf(organisationId))
  const [made, setMade] = useState<InvitationCreated>()
  const form = useForm({
    schema: CreateInvitation,
    start: () => ({ ...NO_LIMITS, role: 'editor' as Role, recipient: '' }),
    bodyOf: ({ role, recipient, ...limits }) => ({ role, recipient, ...limitBody(role, limits) }),
    save: async (body) => {
      setMade(await call('createInvitation', { params: { organisationId }, body }))
      void readPeopleAgain(client)
    },
  })

  if (made) {
    const { role, tables: only } = made.invitation
    const names = only && tables.filter(({ id }) => only.includes(id)).map(({ name }) => name)
    const mayJoin = t('people.invite-made-lead', { role: t(`role.name.${role}`) })
    const lead = names ? `${mayJoin} ${onlyTables(role, names, i18n)}` : mayJoin
    return <LinkDialog link={publicOrigin() + joinPath(made.token)} lead={lead} onClose={onClose} />
  }
  return (
    <FormDialog form={form} title={t('people.invite')} submitLabel={t('people.invite-make')} onClose={onClose}>
      <p className={panel.lead}>{t('people.invite-lead')}</p>
      <TextInput
        label={t('people.recipient')}
        description={t('people.recipient-hint')}
        maxLength={MAX_RECIPIENT_CHARACTERS}
        {...form.field('recipient')}
      />
      <RoleChoice {...form.field('role')} onlyTables={form.values.way === 'tables'} />
      <LimitChoice
        organisationId={organisationId}
        role={form.values.role}
        displays={displays}
        fields={{ way: form.field('way'), displays: form.field('displays'), tables: form.field('tables') }}
      />
    </FormDialog>
  )
}
