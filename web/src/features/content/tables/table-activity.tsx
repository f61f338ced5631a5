import { Skeleton } from '@mantine/core'
import type { ActivityEntry, ActivityPage } from '@placard/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { activityKey } from '../../../platform/api/undo.ts'
import { DecideDialog } from '../../../platform/form/decide-dialog.tsx'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { HistoryIcon } from '../../../platform/ui/icons.tsx'
import { LoadMore } from '../../../platform/ui/load-more.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import { ActivityDays } from '../activity/activity-days.tsx'
import { ActivityRow } from '../activity/activity-row.tsx'
import type { TableStore } from './table-store.ts'

type Props = { store: TableStore; name: string; canEdit: boolean; onClose: () => void }

/** The log of a table, by day, with undo and going back. */
export default function TableActivity({ store, name, canEdit, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const params = store.key
  const [restoring, setRestoring] = useState<ActivityEntry>()
  const { run, isBusy } = useDoing<'undo'>()
  const pages = useInfiniteQuery({
    queryKey: [...activityKey, params.organisationId, params.tableId],
    queryFn: ({ signal, pageParam: before }): Promise<ActivityPage> =>
      call('listTableActivity', { params, query: { before }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
  const { data, error, refetch } = pages
  const entries = data?.pages.flatMap((page) => page.entries)
  const names = Object.assign({}, ...(data?.pages.map((page) => page.names) ?? [])) as ActivityPage['names']

  const renew = async () => {
    await store.catchUp()
    await refetch()
  }
  const undo = async (entry: ActivityEntry) => {
    try {
      await call('undoTableActivity', { params: { ...params, entryId: entry.id } })
      notice('success', t('activity.undone'))
    } catch (cause) {
      console.error('an undo failed', cause)
      notice('error', t('activity.not-undone', { reason: errorInWords(cause, t) }))
    }
    await renew()
  }

  return (
    <Dialog title={t('tables.activity.title', { name })} onClose={onClose} size="large">
      {error && !data && (
        <RetryBox message={t('activity.failed', { reason: t(`error.${codeOf(error)}`) })} onRetry={refetch} />
      )}
      {!data && !error && <Skeleton height="10rem" radius="md" />}
      {entries?.length === 0 && (
        <EmptyState
          icon={<HistoryIcon size={24} />}
          title={t('tables.activity.empty')}
          lead={t('tables.activity.empty-lead')}
        />
      )}
      <ActivityDays entries={entries ?? []} names={names}>
        {(entry) => (
          <ActivityRow
            entry={entry}
            names={names}
            canEdit={canEdit}
            isBusy={isBusy}
            seeAt={undefined}
            onUndo={() => run('undo', () => undo(entry))}
            onBringBack={undefined}
            onGoBack={() => setRestoring(entry)}
          />
        )}
      </ActivityDays>
      <LoadMore pages={pages} />
      {restoring?.revision !== null && restoring !== undefined && (
        <DecideDialog
          question={t('tables.restore-question')}
          confirmLabel={t('tables.restore')}
          danger={false}
          work={async () => {
            await call('restoreTable', { params, body: { revision: restoring.revision as number } })
            notice('success', t('tables.restored'))
            await renew()
          }}
          onClose={() => setRestoring(undefined)}
        >
          <p>{t('tables.restore-lead')}</p>
        </DecideDialog>
      )}
    </Dialog>
  )
}
