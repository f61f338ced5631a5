import { NativeSelect } from '@mantine/core'
import { ROLES, Role } from '@placard/contract'
import type { FieldProps } from './field.ts'
import { useI18n } from './i18n/i18n.tsx'

type Props = FieldProps<Role> & {
  /** The person is limited to tables, so that the usual meanings do not apply. */
  onlyTables?: boolean
}

/** A choice of a role, each with its meaning. */
export function RoleChoice({ onlyTables = false, onChange, ...field }: Props) {
  const { t } = useI18n()
  return (
    <NativeSelect
      label={t('role.label')}
      {...field}
      data={ROLES.map((role) => ({ value: role, label: t(`role.${onlyTables ? 'name' : 'means'}.${role}`) }))}
      onChange={(event) => onChange(Role.parse(event.currentTarget.value))}
    />
  )
}
