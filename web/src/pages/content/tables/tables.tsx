import { isTableId, type Session } from '@placard/contract'
import { useSearchParams } from 'react-router'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { TableIcon } from '../../../platform/ui/icons.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import { AllTables } from './all-tables.tsx'
import { NoTable } from './no-table.tsx'
import { TablePage } from './table-page.tsx'

/** [DT1] All tables of the organisation, or the one in the page's address, or the only one that the user may see. */
export default function Tables() {
  return <RequireOrganisation ofTables>{(session) => <Chosen session={session} />}</RequireOrganisation>
}

function Chosen({ session }: { session: Session }) {
  const { t } = useI18n()
  const [query] = useSearchParams()
  const id = query.get('table')
  const { organisation } = session
  if (!organisation) return null
  if (session.tables) {
    const [only = null, ...others] = session.tables
    const chosen = id ?? (others.length === 0 ? only : null)
    const tableId = session.tables.find((one) => one === chosen)
    if (only === null || (chosen !== null && tableId === undefined)) return <NoTable session={session} />
    if (tableId === undefined) return <AllTables session={session} organisationId={organisation.id} />
    return <TablePage key={tableId} session={session} tableKey={{ organisationId: organisation.id, tableId }} />
  }
  if (session.limited) {
    return (
      <InnerPage session={session} title={t('tables.title')} width="list">
        <EmptyState framed icon={<TableIcon size={24} />} title={t('tables.title')} lead={t('tables.limited')} />
      </InnerPage>
    )
  }
  if (id === null) return <AllTables session={session} organisationId={organisation.id} />
  if (!isTableId(id)) return <NoTable session={session} />
  return <TablePage key={id} session={session} tableKey={{ organisationId: organisation.id, tableId: id }} />
}
