import { Button, Skeleton } from '@mantine/core'
import { type OrganisationId, type Session, type TableId, tablePath } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { TableFileInput } from '../../../features/content/tables/files/table-file-input.tsx'
import { useNewTable } from '../../../features/content/tables/use-new-table.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { EmptyState } from '../../../platform/ui/empty-state.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FeedIcon, FolderIcon, PlusIcon, TableIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { LoadFailed } from '../../../programme/load-failed.tsx'
import { InnerPage } from '../../../shell/inner-page.tsx'
import { isEditor } from '../../../shell/is-editor.ts'
import styles from './tables.module.css'

const SourceDialog = lazyDialog(() => import('../../../features/content/tables/sources/source-dialog.tsx'), {
  ahead: false,
})
const NameTable = lazyDialog(() => import('../../../features/content/tables/name-table.tsx'), { ahead: false })

type Props = { session: Session; organisationId: OrganisationId }

/** The tables of the organisation. A file that is dropped here, and cells that are pasted, become a table. */
export function AllTables({ session, organisationId }: Props) {
  const { t, language } = useI18n()
  const navigate = useNavigate()
  const [making, setMaking] = useState<'empty' | 'source'>()
  const [isOver, setOver] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const { data, error, refetch } = useQuery(tablesOf(organisationId))
  // Users who are limited to tables make none.
  const mayEdit = isEditor(session.role) && session.tables === null
  const open = (id: TableId) => void navigate(tablePath(id))
  const { isBusy, fromFile, fromText } = useNewTable(organisationId, open)

  useEffect(() => {
    if (!mayEdit) return
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, dialog')) return
      const [pasted] = event.clipboardData?.files ?? []
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (pasted && text === '') fromFile(pasted)
      else if (text.trim() !== '') fromText(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })

  const make = mayEdit && (
    <div className={styles.ways}>
      <Button leftSection={<PlusIcon />} onClick={() => setMaking('empty')}>
        {t('tables.new')}
      </Button>
      <Button
        variant="default"
        leftSection={<FolderIcon size={18} />}
        loading={isBusy}
        onClick={() => file.current?.click()}
      >
        {t('tables.from-file')}
      </Button>
      <Button variant="default" leftSection={<FeedIcon size={18} />} onClick={() => setMaking('source')}>
        {t('tables.from-address')}
      </Button>
    </div>
  )
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <InnerPage session={session} title={t('tables.title')} lead={t('tables.lead')} width="list">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop has a button beside it */}
      <div
        className={styles.all}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!mayEdit || !event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false)
          const [dropped] = event.dataTransfer.files
          if (!mayEdit || !dropped) return
          event.preventDefault()
          fromFile(dropped)
        }}
      >
        <TableFileInput ref={file} onFile={fromFile} />
        {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height="16rem" radius="lg" />}
        {data?.length === 0 && (
          <EmptyState
            framed
            icon={<TableIcon size={24} />}
            title={t('tables.empty')}
            lead={t(mayEdit ? 'tables.empty-lead' : 'tables.empty-lead-look')}
            action={make}
          />
        )}
        {data && data.length > 0 && (
          <>
            {make}
            <ul className={styles.list}>
              {data.map((table) => (
                <li key={table.id}>
                  <Link to={tablePath(table.id)} className={styles.table}>
                    <span className={styles.icon}>
                      <TableIcon size={22} />
                    </span>
                    <span className={styles.words}>
                      <span className={styles.name} dir="auto">
                        {table.name}
                      </span>
                      <span className={styles.facts}>
                        {t('tables.size', { count: table.rows })} ·{' '}
                        {t('tables.columns-of', { count: table.columns.length })}
                        {table.source && (
                          <>
                            {' · '}
                            <span className={styles.source} data-wrong={table.source.isFailing || undefined}>
                              {t(table.source.isFailing ? 'tables.failing' : 'tables.followed')}
                            </span>
                          </>
                        )}
                      </span>
                    </span>
                    <span className={styles.when}>
                      {t('tables.changed-at', { when: dates.format(table.changedAt) })}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {making === 'empty' && (
        <NameTable organisationId={organisationId} onMade={open} onClose={() => setMaking(undefined)} />
      )}
      {making === 'source' && (
        <SourceDialog organisationId={organisationId} onSaved={open} onClose={() => setMaking(undefined)} />
      )}
    </InnerPage>
  )
}
