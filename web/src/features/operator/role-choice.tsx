import { NativeSelect } from '@mantine/core'
import { ROLES, Role } from '@placard/contract'
import { useI18n } from '../../ui/i18n/i18n.tsx'

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { t } = useI18n()
  return (
    <NativeSelect
      label={t('console.role')}
      value={value}
      data={ROLES.map((role) => ({ value: role, label: t(`console.role.${role}`) }))}
      onChange={(event) => onChange(Role.parse(event.currentTarget.value))}
    />
  )
}
