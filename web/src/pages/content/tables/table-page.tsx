import { Button, Skeleton } from '@mantine/core'
import type { Session, TableContents, TableKey } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { TableSheet } from '../../../features/content/tables/table-sheet.tsx'
import { createTableStore } from '../../../features/content/tables/table-store.ts'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ScreenIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import { NoTable } from './no-table.tsx'
import { OneTablePage } from './one-table-page.tsx'
import styles from './tables.module.css'

const ShowTable = lazyDialog(() => import('./show-table.tsx'), { ahead: false })

type Props = { session: Session; tableKey: TableKey }

/** The page of one table: its cells, live. */
export function TablePage({ session, tableKey }: Props) {
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
    <OneTablePage session={session}>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Skeleton height="24rem" radius="lg" />}
    </OneTablePage>
  )
}

function Loaded({ session, tableKey, first }: Props & { first: TableContents }) {
  const { t } = useI18n()
  // The store follows the table by itself from here on.
  const [store] = useState(() => createTableStore(tableKey, first))
  useEffect(() => store.open(), [store])
  const state = useSyncExternalStore(store.onChange, store.state)
  const [isShowing, setShowing] = useState(false)
  const canEdit = isEditor(session.role)
  // Users who are limited to tables have no display.
  const mayShow = canEdit && session.tables === null && session.displays.length > 0
  const { name } = state.known.table
  if (state.isGone) return <NoTable session={session} />
  return (
    <OneTablePage session={session} name={name} lead={canEdit ? undefined : t('tables.look-only')}>
      {mayShow && (
        <div className={styles.ways}>
          <Button leftSection={<ScreenIcon />} onClick={() => setShowing(true)}>
            {t('tables.show')}
          </Button>
        </div>
      )}
      <TableSheet store={store} state={state} canEdit={canEdit} isLimited={session.tables !== null} />
      {isShowing && <ShowTable session={session} tableId={tableKey.tableId} onClose={() => setShowing(false)} />}
    </OneTablePage>
  )
}
