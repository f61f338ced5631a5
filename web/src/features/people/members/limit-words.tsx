import type { Display, DisplayId } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

/** The names of the displays that a member is limited to. @param props.limit null: not limited */
export function LimitWords({ limit, displays }: { limit: readonly DisplayId[] | null; displays: readonly Display[] }) {
  const { t, language } = useI18n()
  if (limit === null) return t('people.all-displays')
  const names = limit.map((id) => displays.find((one) => one.id === id)?.name ?? id)
  if (names.length === 0) return t('people.no-displays')
  return <bdi>{new Intl.ListFormat(language, { type: 'conjunction' }).format(names)}</bdi>
}
