import { NativeSelect, Skeleton } from '@mantine/core'
import {
  type ActivityEntry,
  ActivityGroup,
  type ActivityPage,
  isPlaylistId,
  type ProgrammeKey,
  programmeIdOf,
  type Role,
  UNDO_MS,
} from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { HistoryIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LoadMore } from '../../../platform/ui/load-more.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { RetryBox } from '../../../platform/ui/retry-box.tsx'
import { ActivityDays } from './activity-days.tsx'
import styles from './activity-dialog.module.css'
import { ActivityRow } from './activity-row.tsx'
import { type Choice, useActivity, useBringBack, useUndoEntry } from './use-activity.ts'

/** Loaded on demand: going back is rare, and the server must answer before it shows anything. */
const RestoreDialog = lazyDialog(() => import('./restore-dialog.tsx'), { ahead: false })

const OF_A_PROGRAMME: ReadonlySet<ActivityGroup> = new Set(['changes', 'refusals'])

type Props = { programmeKey: ProgrammeKey; name: string; role: Role | null; canEdit: boolean; onClose: () => void }

/** The log of a display or a playlist, by day, with undo and restore. */
export default function ActivityDialog({ programmeKey, name, role, canEdit, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const [choice, setChoice] = useState<Choice>({ where: 'programme', kind: undefined, person: undefined })
  const pages = useActivity(programmeKey, choice)
  const { data, error, refetch } = pages
  const { mutateAsync: undo, isPending } = useUndoEntry(programmeKey)
  const bringBack = useBringBack(programmeKey)
  const [restoring, setRestoring] = useState<ActivityEntry>()
  const entries = data?.pages.flatMap((page) => page.entries)
  const ofTables = entries?.some(({ tableId, subject }) => tableId !== null && subject?.type !== 'table') ?? false
  const { data: tables } = useQuery({ ...tablesOf(programmeKey.organisationId), enabled: ofTables })
  const people = data?.pages[0]?.people ?? []
  const names = Object.assign({}, ...(data?.pages.map((page) => page.names) ?? [])) as ActivityPage['names']

  const runUndo = async (entry: ActivityEntry) => {
    try {
      await undo(entry)
      notice('success', t('activity.undone'))
    } catch (cause) {
      console.error('an undo failed', cause)
      notice('error', t('activity.not-undone', { reason: errorInWords(cause, t) }))
      void refetch()
    }
  }

  /** A removed playlist has no page where the removal could be undone. */
  const canBringBack = ({ kind, playlistId }: ActivityEntry) =>
    canEdit && choice.where === 'organisation' && kind === 'playlist-removed' && playlistId !== null

  const runBringBack = async ({ playlistId, subject }: ActivityEntry) => {
    if (playlistId === null) return
    const name = subject?.title ?? ''
    try {
      await bringBack.mutateAsync(playlistId)
      notice('success', t('playlists.back-again', { name }))
    } catch (cause) {
      console.error('bringing a playlist back failed', cause)
      notice('error', t('playlists.not-back', { name, reason: errorInWords(cause, t) }))
    }
  }

  return (
    <Dialog title={t('activity.title', { name })} onClose={onClose} size="large">
      <div className={styles.choices}>
        {role === 'owner' && (
          <NativeSelect
            label={t('activity.where')}
            value={choice.where}
            data={[
              {
                value: 'programme',
                label: t(
                  isPlaylistId(programmeIdOf(programmeKey)) ? 'activity.where.playlist' : 'activity.where.display',
                ),
              },
              { value: 'organisation', label: t('activity.where.organisation') },
            ]}
            onChange={(event) => {
              const where = event.currentTarget.value === 'organisation' ? 'organisation' : 'programme'
              setChoice({ where, kind: undefined, person: undefined })
            }}
          />
        )}
        <NativeSelect
          label={t('activity.what')}
          value={choice.kind ?? ''}
          data={[
            { value: '', label: t('activity.what.all') },
            ...ActivityGroup.options
              .filter((kind) => choice.where === 'organisation' || OF_A_PROGRAMME.has(kind))
              .map((kind) => ({ value: kind, label: t(`activity.what.${kind}`) })),
          ]}
          onChange={(event) => setChoice({ ...choice, kind: ActivityGroup.safeParse(event.currentTarget.value).data })}
        />
        <NativeSelect
          label={t('activity.who')}
          value={choice.person ?? ''}
          data={[
            { value: '', label: t('activity.who.all') },
            ...[...new Set([...people, ...(choice.person ? [choice.person] : [])])].map((email) => ({
              value: email,
              label: names[email] === undefined ? email : `${names[email]} (${email})`,
            })),
          ]}
          onChange={(event) => setChoice({ ...choice, person: event.currentTarget.value || undefined })}
        />
      </div>

      {error && !data && (
        <RetryBox message={t('activity.failed', { reason: t(`error.${codeOf(error)}`) })} onRetry={refetch} />
      )}
      {!data && !error && <Skeleton height="10rem" radius="md" />}
      {entries?.length === 0 && (
        <EmptyState icon={<HistoryIcon size={24} />} title={t('activity.empty')} lead={t('activity.empty-lead')} />
      )}
      <ActivityDays entries={entries ?? []} names={names}>
        {(entry) => (
          <ActivityRow
            entry={entry}
            names={names}
            canEdit={canEdit && choice.where === 'programme'}
            isBusy={isPending || bringBack.isPending}
            seeAt={choice.where === 'programme' ? pathThen(entry) : undefined}
            table={entry.subject?.type === 'table' ? undefined : tables?.find(({ id }) => id === entry.tableId)?.name}
            onUndo={() => void runUndo(entry)}
            onBringBack={canBringBack(entry) ? () => void runBringBack(entry) : undefined}
            onGoBack={() => setRestoring(entry)}
          />
        )}
      </ActivityDays>
      <LoadMore pages={pages} />
      {restoring && restoring.revision !== null && (
        <RestoreDialog
          programmeKey={programmeKey}
          revision={restoring.revision}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </Dialog>
  )
}

/** The address of this page with the preview at the time of a change. */
function pathThen({ at, revision }: ActivityEntry): string | undefined {
  if (revision === null || at < Date.now() - UNDO_MS) return undefined
  const query = new URLSearchParams(location.search)
  query.set('at', String(at))
  return `?${query}`
}
