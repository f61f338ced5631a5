import { Button } from '@mantine/core'
import { SOURCE_EVERY_MINUTES, type TableSource } from '@placard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../../platform/api/call.ts'
import { serverNow } from '../../../../platform/api/server-clock.ts'
import { DecideDialog } from '../../../../platform/form/decide-dialog.tsx'
import { errorInWords } from '../../../../platform/form/problems.ts'
import { useDoing } from '../../../../platform/form/use-doing.ts'
import { announce } from '../../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../../platform/ui/i18n/i18n.tsx'
import { FeedIcon, PencilIcon, RetryIcon, WarningIcon } from '../../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../../platform/ui/lazy-dialog.tsx'
import { moment } from '../../../../platform/ui/moments.ts'
import { useNotice } from '../../../../platform/ui/notices.ts'
import type { TableStore } from '../table-store.ts'
import styles from './source-panel.module.css'
import { findingsInWords, namesInWords, problemOfSource } from './source-words.ts'

const SourceDialog = lazyDialog(() => import('./source-dialog.tsx'), { ahead: false })

/** The state of a source is requested again at this interval. */
const LOOKED_EVERY_MS = 30_000

type Props = { store: TableStore; canEdit: boolean }

/** [DT2] The address that a table follows: what it is, when it was read, and what is wrong with it. */
export function SourcePanel({ store, canEdit }: Props) {
  const { t } = useI18n()
  const client = useQueryClient()
  const notice = useNotice()
  const [open, setOpen] = useState<'settings' | 'end'>()
  const { run, isBusy } = useDoing<'read'>()
  const { table } = store.state().known
  const params = store.key
  const queryKey = ['table-source', params.organisationId, params.tableId]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('getTableSource', { params, signal }),
    enabled: canEdit,
    refetchInterval: LOOKED_EVERY_MS,
    staleTime: 0,
  })
  // A change of the table is often one by its source.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each revision
  useEffect(() => {
    void client.invalidateQueries({ queryKey })
  }, [table.revision])
  const source = data?.source

  const read = () =>
    run('read', async () => {
      try {
        const now = await call('readTableSource', { params })
        client.setQueryData(queryKey, now)
        if (now.source) {
          announce(now.source.problem === null ? t('tables.source.read-done') : problemOfSource(now.source.problem, t))
        }
        await store.catchUp()
      } catch (error) {
        notice('error', errorInWords(error, t))
      }
    })

  if (!canEdit) {
    const { isFailing = false, isStale = false } = table.source ?? {}
    return (
      <section className={styles.panel} aria-label={t('tables.source.title')} data-wrong={isFailing || undefined}>
        <p className={styles.only}>
          {t(isStale ? 'tables.source.only-stale' : isFailing ? 'tables.source.only-failing' : 'tables.source.only')}
        </p>
      </section>
    )
  }
  return (
    <section
      className={styles.panel}
      aria-label={t('tables.source.title')}
      data-wrong={(source && source.problem !== null) || undefined}
    >
      <div className={styles.top}>
        <span className={styles.icon}>
          <FeedIcon size={20} />
        </span>
        <div className={styles.words}>
          <strong dir="ltr">{source ? hostOf(source.url) : t('tables.source.title')}</strong>
          {source && <Facts source={source} />}
        </div>
        <div className={styles.acts}>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<RetryIcon size={16} />}
            loading={isBusy}
            onClick={read}
          >
            {t('tables.source.read-now')}
          </Button>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<PencilIcon size={16} />}
            disabled={!source}
            onClick={() => setOpen('settings')}
          >
            {t('tables.source.change')}
          </Button>
          <Button variant="subtle" size="compact-md" onClick={() => setOpen('end')}>
            {t('tables.source.end')}
          </Button>
        </div>
      </div>
      {source && <Told source={source} onColumns={() => setOpen('settings')} />}
      {source && table.keyColumnId === null && <p className={styles.hint}>{t('tables.source.no-key-hint')}</p>}
      {open === 'settings' && source && (
        <SourceDialog
          organisationId={params.organisationId}
          table={table}
          source={source}
          onSaved={() => {
            setOpen(undefined)
            void client.invalidateQueries({ queryKey })
            void store.catchUp()
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'end' && (
        <DecideDialog
          question={t('tables.source.end-question')}
          confirmLabel={t('tables.source.end')}
          danger={false}
          work={async () => {
            await call('removeTableSource', { params })
            await store.catchUp()
          }}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('tables.source.end-lead')}</p>
        </DecideDialog>
      )}
    </section>
  )
}

const hostOf = (url: string) => {
  try {
    return new URL(url).host.replace(/^www\./, '')
  } catch {
    return url
  }
}

/** "CSV · read at 9:12 · every 5 minutes". */
function Facts({ source }: { source: TableSource }) {
  const { t, language } = useI18n()
  const { kind, readAt, everyMinutes } = source
  const every = SOURCE_EVERY_MINUTES.find((one) => one === everyMinutes)
  const facts = [
    ...(kind === null ? [] : [t(`tables.source.kind.${kind}`)]),
    readAt === null
      ? t('tables.source.never-read')
      : t('tables.source.as-of', { time: moment(readAt, serverNow(), language) }),
    ...(every === undefined ? [] : [t(`tables.source.every.${every}`)]),
  ]
  return <span className={styles.facts}>{facts.join(' · ')}</span>
}

/** Problems of the source as a whole, and with its columns and cells. */
function Told({ source, onColumns }: { source: TableSource; onColumns: () => void }) {
  const { t, language } = useI18n()
  const { problem, status, staleAt, isStale, whenStale, nextAt, findings } = source
  const when = (at: number) => moment(at, serverNow(), language)
  const after =
    problem === null
      ? []
      : [
          isStale
            ? t(whenStale === 'keep' ? 'tables.source.stale-keep' : 'tables.source.stale-nothing')
            : staleAt === null
              ? t('tables.source.nothing-yet')
              : t('tables.source.goes-stale', { time: when(staleAt) }),
          t('tables.source.next', { time: when(Math.max(nextAt, serverNow())) }),
        ]
  const sentences = findingsInWords(findings, t, language)
  const { added } = findings
  return (
    <>
      {problem !== null && (
        <div className={styles.wrong} role="status">
          <WarningIcon size={18} />
          <p>
            {problemOfSource(problem, t)} {status !== null && problem === 'status' ? `(${status}) ` : ''}
            {after.join(' ')}
          </p>
        </div>
      )}
      {problem === null && sentences.length > 0 && (
        <div className={styles.wrong} role="status">
          <WarningIcon size={18} />
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence} dir="auto">
                {sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
      {problem === null && added.length > 0 && (
        <div className={styles.added}>
          <p dir="auto">
            {t('tables.source.added', {
              count: added.length,
              columns: namesInWords(added, t, language),
            })}
          </p>
          <Button variant="default" size="compact-sm" onClick={onColumns}>
            {t('tables.source.choose-columns')}
          </Button>
        </div>
      )}
    </>
  )
}
