import { NativeSelect, TextInput } from '@mantine/core'
import {
  CreateToken,
  type Display,
  type OrganisationId,
  pathOf,
  TOKEN_ROLES,
  type TokenCreated,
} from '@placard/contract'
import { useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { FormDialog } from '../../../platform/form/form-dialog.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import panel from '../../../platform/ui/panel.module.css'
import { publicOrigin } from '../../../platform/ui/public-origin.ts'
import { SecretDialog } from '../../../platform/ui/secret-dialog.tsx'
import { LimitChoice, limitBody, NO_LIMITS } from '../members/limit-choice.tsx'
import styles from './tokens.module.css'

const DAYS = [30, 90, 365] as const

type Props = {
  organisation: { id: OrganisationId }
  displays: Display[]
  /** The address at which assistants use a token. undefined: there is none. */
  assistants: string | undefined
  onClose: () => void
}

/** Creates a token and shows its secret, which is only displayed once. */
export function MakeToken({ organisation, displays, assistants, onClose }: Props) {
  const { t } = useI18n()
  const [made, setMade] = useState<TokenCreated>()
  const form = useForm({
    schema: CreateToken,
    start: () => ({ ...NO_LIMITS, name: '', role: 'viewer', days: '90' }),
    bodyOf: ({ name, role, days, ...limits }) => ({ name, role, days: Number(days), ...limitBody(role, limits) }),
    save: async (body) => setMade(await call('createToken', { params: { organisationId: organisation.id }, body })),
  })

  if (made) return <Secret made={made} organisationId={organisation.id} assistants={assistants} onClose={onClose} />
  return (
    <FormDialog form={form} title={t('tokens.make')} submitLabel={t('tokens.make')} onClose={onClose}>
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.name-hint')}
        dir="auto"
        maxLength={200}
        {...form.field('name')}
        data-autofocus
      />
      <NativeSelect
        label={t('tokens.role')}
        data={TOKEN_ROLES.map((value) => ({ value, label: t(`tokens.role.${value}`) }))}
        {...form.field('role')}
      />
      <NativeSelect
        label={t('tokens.days')}
        data={DAYS.map((value) => ({ value: String(value), label: t('tokens.days-of', { count: value }) }))}
        {...form.field('days')}
      />
      <LimitChoice
        organisationId={organisation.id}
        role={form.values.role}
        displays={displays}
        fields={{ way: form.field('way'), displays: form.field('displays'), tables: form.field('tables') }}
      />
    </FormDialog>
  )
}

type SecretProps = Pick<Props, 'assistants' | 'onClose'> & { made: TokenCreated; organisationId: OrganisationId }

function Secret({ made, organisationId, assistants, onClose }: SecretProps) {
  const { t } = useI18n()
  const address = publicOrigin() + pathOf(made.token.tables ? 'listTables' : 'listDisplays', { organisationId })
  return (
    <SecretDialog title={t('tokens.secret')} lead={t('tokens.secret-lead')} secret={made.secret} onClose={onClose}>
      <p className={panel.lead}>{t('tokens.try')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.example} dir="ltr" tabIndex={0}>
        {`curl '${address}' \\\n  -H 'Authorization: Bearer ${made.secret}'`}
      </pre>
      {assistants !== undefined && (
        <>
          <p className={panel.lead}>{t('tokens.assistants-try')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={styles.example} dir="ltr" tabIndex={0}>
            {configOf(assistants, made.secret)}
          </pre>
        </>
      )}
    </SecretDialog>
  )
}

/** The configuration that most assistants read. */
function configOf(url: string, secret: string): string {
  const placard = { type: 'http', url, headers: { Authorization: `Bearer ${secret}` } }
  return JSON.stringify({ mcpServers: { placard } }, null, 2)
}
