import type { Session } from '@placard/contract'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { TableIcon } from '../../../platform/ui/icons.tsx'
import { OneTablePage } from './one-table-page.tsx'

/** Shown for a table that does not exist any more, or that the user may not see. */
export function NoTable({ session }: { session: Session }) {
  const { t } = useI18n()
  const { tables, organisation } = session
  const hasNone = tables?.length === 0
  return (
    <OneTablePage session={session}>
      <EmptyState
        framed
        icon={<TableIcon size={24} />}
        title={t(hasNone ? 'tables.no-longer' : 'tables.gone')}
        lead={tables ? t('tables.ask-owner', { name: organisation?.name ?? '' }) : t('tables.gone-lead')}
      />
    </OneTablePage>
  )
}
