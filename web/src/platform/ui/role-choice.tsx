import { NativeSelect } from '@mantine/core'
import { ROLES, Role } from '@placard/contract'
import type { FieldProps } from './field.ts'
import { useI18n } from './i18n/i18n.tsx'

/** A choice of a role, each with its meaning. */
export function RoleChoice({ onChange, ...field }: FieldProps<Role>) {
  const { t } = useI18n()
  return (
    <NativeSelect
      label={t('role.label')}
      {...field}
      data={ROLES.map((role) => ({ value: role, label: t(`role.means.${role}`) }))}
      onChange={(event) => onChange(Role.parse(event.currentTarget.value))}
    />
  )
}
