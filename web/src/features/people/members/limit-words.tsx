import type { Display, DisplayId, Table, TableId } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

type Props = {
  limit: { displays: readonly DisplayId[] | null; tables: readonly TableId[] | null }
  displays: readonly Display[]
  tables: readonly Table[]
}

/** The names of the displays or tables that a member is limited to. Removed tables have none. */
export function LimitWords({ limit, displays, tables }: Props) {
  const { t, language } = useI18n()
  const list = (names: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
  if (limit.tables) {
    const names = tables.filter(({ id }) => limit.tables?.includes(id)).map(({ name }) => name)
    return names.length === 0 ? t('people.no-tables') : t('people.only-tables', { names: `\u2068${list(names)}\u2069` })
  }
  if (limit.displays === null) return t('people.all-displays')
  const names = limit.displays.map((id) => displays.find((one) => one.id === id)?.name ?? id)
  if (names.length === 0) return t('people.no-displays')
  return <bdi>{list(names)}</bdi>
}
