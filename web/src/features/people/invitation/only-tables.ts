import type { Role } from '@placard/contract'
import type { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

/** @returns "Changes only these tables: Menu and Rooms" */
export function onlyTables(role: Role, tables: readonly string[], { t, language }: ReturnType<typeof useI18n>): string {
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(tables)
  return t(`role.only-tables.${role === 'viewer' ? 'viewer' : 'editor'}`, { names: `\u2068${names}\u2069` })
}
