import { Skeleton } from '@mantine/core'
import type { Session, TableContents, TableKey } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { TableSheet } from '../../../features/content/tables/table-sheet.tsx'
import { createTableStore } from '../../../features/content/tables/table-store.ts'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { backToAll, NoTable } from './no-table.tsx'

type Props = { session: Session; tableKey: TableKey }

/** The page of one table: its cells, live. */
export function TablePage({ session, tableKey }: Props) {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery({
    queryKey: ['table', tableKey.organisationId, tableKey.tableId],
    queryFn: ({ signal }) => call('getTable', { params: tableKey, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (data) return <Loaded session={session} tableKey={tableKey} first={data} />
  if (error && codeOf(error) === 'table-not-found') return <NoTable session={session} />
  return (
    <InnerPage session={session} title={t('tables.title')} width="list" back={backToAll(session, t('tables.back'))}>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Skeleton height="24rem" radius="lg" />}
    </InnerPage>
  )
}

function Loaded({ session, tableKey, first }: Props & { first: TableContents }) {
  const { t } = useI18n()
  // The store follows the table by itself from here on.
  const [store] = useState(() => createTableStore(tableKey, first))
  useEffect(() => store.open(), [store])
  const state = useSyncExternalStore(store.onChange, store.state)
  const canEdit = isEditor(session.role)
  const { name } = state.known.table
  if (state.isGone) return <NoTable session={session} />
  return (
    <InnerPage
      session={session}
      title={name}
      lead={canEdit ? undefined : t('tables.look-only')}
      width="list"
      back={backToAll(session, t('tables.back'))}
    >
      <TableSheet store={store} state={state} canEdit={canEdit} isLimited={session.tables !== null} />
    </InnerPage>
  )
}
