import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Column, type ColumnId, PAGES, type Row, RowId, tablePath } from '@placard/contract'
import { guessTable, TableFileError } from '@placard/table-files'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { randomId } from '../../../platform/api/random-id.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ArrowDownIcon, ArrowUpIcon, HistoryIcon, MoreIcon, PlusIcon, TrashIcon } from '../../../platform/ui/icons.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { ConflictList } from './conflict-list.tsx'
import { TableFileInput } from './files/table-file-input.tsx'
import { findCells } from './find-cells.ts'
import { RedoIcon, UndoIcon } from './icons.tsx'
import { type Misfit, planPaste, type Range } from './paste-plan.ts'
import { PicturesOfRows, picturesIn } from './pictures-of-rows.ts'
import { planImport } from './plan-import.ts'
import { randomColumnId } from './random-column-id.ts'
import { saveTable } from './save-file.ts'
import { rangeOf, type Selection } from './selection.ts'
import { hasOwnRows } from './sources/own-columns.ts'
import { SourcePanel } from './sources/source-panel.tsx'
import { TableCards } from './table-cards.tsx'
import { type GridHandle, TableGrid } from './table-grid.tsx'
import styles from './table-sheet.module.css'
import type { TableState, TableStore } from './table-store.ts'

const ColumnDialog = lazyDialog(() => import('./column-dialog.tsx'), { ahead: false })
const RowDialog = lazyDialog(() => import('./row-dialog.tsx'), { ahead: false })
const TableSettings = lazyDialog(() => import('./table-settings.tsx'), { ahead: false })
const TableActivity = lazyDialog(() => import('./table-activity.tsx'), { ahead: false })
const RemoveTable = lazyDialog(() => import('./remove-table.tsx'), { ahead: false })
const ChoosePicture = lazyDialog(() => import('./choose-picture.tsx'), { ahead: false })
const SourceDialog = lazyDialog(() => import('./sources/source-dialog.tsx'), { ahead: false })
const MisfitsDialog = lazyDialog(() => import('./misfits-dialog.tsx'), { ahead: false })

type Open =
  | { what: 'menu' | 'settings' | 'activity' | 'remove' | 'source' }
  | { what: 'column'; column: Column | undefined; after?: ColumnId | null }
  | { what: 'row'; row: Row | undefined }
  | { what: 'picture'; row: Row | undefined; column: Column }
  | { what: 'misfits'; misfits: readonly Misfit[]; onRest: () => void }

const FIRST: Selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } }

type Props = {
  store: TableStore
  state: TableState
  canEdit: boolean
  /** The user is limited to tables: they change rows, and neither columns nor the table, and do not see the library. */
  isLimited: boolean
}

/** The cells of a table, with everything that can be done with them: a grid, or cards on a phone. */
export function TableSheet({ store, state, canEdit, isLimited }: Props) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const notice = useNotice()
  const isNarrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  const [selection, setSelection] = useState<Selection>(FIRST)
  const [open, setOpen] = useState<Open>()
  const [sought, setSought] = useState('')
  const [foundAt, setFoundAt] = useState(0)
  const grid = useRef<GridHandle>(null)
  const find = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const { run, isBusy } = useDoing<'import' | 'save'>()
  const { rows, known, conflicts, saving, live } = state
  const { table } = known
  const mayRows = canEdit && hasOwnRows(table)
  const mayShape = canEdit && !isLimited
  const close = () => setOpen(undefined)
  const onRefused = (error: unknown) => notice('error', errorInWords(error, t))

  const found = useMemo(() => findCells(sought, table, rows), [sought, table, rows])
  const goTo = (number: number) => {
    const spot = found.spots[number]
    if (!spot) return
    setFoundAt(number)
    grid.current?.select(spot)
  }

  const columnName = (number: number) => t('tables.column-name', { number })
  const ids = { columnId: randomColumnId, rowId: () => RowId.parse(randomId()), columnName }

  const paste = async (text: string, at: Range) => {
    if (text === '') return
    const { readSeparated } = await import('./files/csv.ts')
    try {
      const texts = readSeparated(text, '\t')
      if (texts.length === 0) return
      if (table.columns.length === 0) {
        const guessed = guessTable(texts, table.language, columnName)
        bring(guessed)
        return
      }
      const plan = planPaste(texts, at, { columns: table.columns, rows, language: table.language }, ids)
      if (typeof plan === 'string') {
        notice('error', t(`error.${plan}`))
        return
      }
      const send = () => {
        store.changeRows(plan.body, plan.edits).catch(onRefused)
        const { top, bottom, start, end } = plan.range
        setSelection({ anchor: { row: top, column: start }, focus: { row: bottom, column: end } })
      }
      if (plan.misfits.length === 0) send()
      else setOpen({ what: 'misfits', misfits: plan.misfits, onRest: send })
    } catch (error) {
      notice('error', error instanceof TableFileError ? t(`tables.file.${error.problem}`) : errorInWords(error, t))
    }
  }

  /** Adds the rows of a file, and changes those whose keys are known. */
  const bring = (guessed: ReturnType<typeof guessTable>) => {
    const plan = planImport(guessed, table, rows, ids)
    const send = () => {
      const count = plan.body.update.length + plan.body.create.length
      store
        .changeRows(plan.body)
        .then(() => notice('success', t('tables.file.added', { count })))
        .catch(onRefused)
    }
    if (plan.misfits.length === 0) send()
    else setOpen({ what: 'misfits', misfits: plan.misfits, onRest: send })
  }

  const takeFile = (taken: File) =>
    run('import', async () => {
      try {
        const { readTableFile } = await import('./files/read-table-file.ts')
        bring(guessTable(await readTableFile(taken, table.language), table.language, columnName))
      } catch (error) {
        console.error('a file could not be read as a table', error)
        notice('error', error instanceof TableFileError ? t(`tables.file.${error.problem}`) : errorInWords(error, t))
      }
    })

  const save = (format: 'csv' | 'xlsx') => {
    close()
    run('save', () => saveTable(table, rows, format))
  }

  const range = rangeOf(selection)
  const chosen = rows.slice(range.top, range.bottom + 1)
  const addRow = () => {
    const after = rows[range.bottom]
    const row = { id: RowId.parse(randomId()), cells: {} }
    store.createRows([row], after && range.bottom < rows.length - 1 ? after.id : undefined).catch(onRefused)
    grid.current?.select({ row: Math.min(range.bottom + 1, rows.length), column: 0 })
    grid.current?.focus()
  }
  const removeRows = () => {
    store.changeRows({ remove: chosen.map(({ id }) => id) }).catch(onRefused)
    grid.current?.focus()
  }

  const setPicture = (row: Row | undefined, column: Column, value: string | null) => {
    close()
    const work = row
      ? store.setCells([{ rowId: row.id, columnId: column.id, was: row.cells[column.id] ?? null, value }])
      : value === null
        ? Promise.resolve()
        : store.createRows([{ id: RowId.parse(randomId()), cells: { [column.id]: value } }])
    work.catch(onRefused)
  }

  const sheet = (
    <div className={styles.sheet}>
      {table.source !== null && <SourcePanel store={store} canEdit={mayShape} />}
      <div className={styles.bar}>
        {canEdit && (
          <div className={styles.group}>
            <ActionIcon
              aria-label={t('tables.undo')}
              title={t('tables.undo')}
              disabled={!state.canUndo}
              onClick={() => store.undo().catch(onRefused)}
            >
              <UndoIcon />
            </ActionIcon>
            <ActionIcon
              aria-label={t('tables.redo')}
              title={t('tables.redo')}
              disabled={!state.canRedo}
              onClick={() => store.redo().catch(onRefused)}
            >
              <RedoIcon />
            </ActionIcon>
          </div>
        )}
        {mayRows && !isNarrow && table.columns.length > 0 && (
          <div className={styles.group}>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<PlusIcon size={16} />}
              title={t('tables.add-row-hint')}
              onClick={addRow}
            >
              {t('tables.add-row')}
            </Button>
            <ActionIcon
              aria-label={t('tables.remove-rows')}
              title={t('tables.remove-rows')}
              disabled={chosen.length === 0}
              onClick={removeRows}
            >
              <TrashIcon size={18} />
            </ActionIcon>
            {([-1, 1] as const).map((by) => {
              const label = t(by < 0 ? 'tables.row-up' : 'tables.row-down')
              return (
                <ActionIcon
                  key={by}
                  aria-label={label}
                  title={label}
                  disabled={chosen.length === 0}
                  onClick={() => grid.current?.move(by)}
                >
                  {by < 0 ? <ArrowUpIcon size={18} /> : <ArrowDownIcon size={18} />}
                </ActionIcon>
              )
            })}
          </div>
        )}
        <div className={styles.find}>
          <TextInput
            ref={find}
            type="search"
            size="sm"
            aria-label={t('tables.find')}
            placeholder={t('tables.find')}
            value={sought}
            onChange={(event) => {
              setSought(event.currentTarget.value)
              setFoundAt(0)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                setSought('')
                grid.current?.focus()
              }
              if (event.key !== 'Enter' || found.spots.length === 0) return
              event.preventDefault()
              const by = event.shiftKey ? -1 : 1
              const isFirst = rangeOf(selection).top !== found.spots[foundAt]?.row
              goTo(isFirst && foundAt === 0 ? 0 : (foundAt + by + found.spots.length) % found.spots.length)
            }}
          />
          {sought.trim() !== '' && (
            <span className={styles.count} role="status">
              {found.spots.length === 0
                ? t('tables.found-none')
                : t('tables.found', { number: foundAt + 1, count: found.spots.length })}
            </span>
          )}
        </div>
        <span className={styles.status} role="status" data-state={saving}>
          {saving === 'failed'
            ? t('tables.save-failed')
            : saving === 'saving'
              ? t('tables.saving')
              : live === 'waiting'
                ? t('tables.offline')
                : canEdit
                  ? t('tables.saved')
                  : ''}
        </span>
        <div className={styles.group}>
          <ActionIcon
            aria-label={t('tables.activity')}
            title={t('tables.activity')}
            onClick={() => setOpen({ what: 'activity' })}
          >
            <HistoryIcon />
          </ActionIcon>
          <ActionIcon
            aria-label={t('tables.more')}
            title={t('tables.more')}
            loading={isBusy}
            onClick={() => setOpen({ what: 'menu' })}
          >
            <MoreIcon />
          </ActionIcon>
        </div>
      </div>

      {saving === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>{t('tables.save-failed-lead')}</p>
          <Button size="compact-md" onClick={store.retry}>
            {t('tables.save-again')}
          </Button>
        </div>
      )}
      {conflicts.length > 0 && <ConflictList store={store} table={table} rows={rows} conflicts={conflicts} />}

      {isNarrow ? (
        <TableCards
          store={store}
          table={table}
          rows={sought.trim() === '' ? rows : rows.filter(({ id }) => found.cells.has(id))}
          canEdit={canEdit}
          mayShape={mayShape}
          onEdit={(row) => setOpen({ what: 'row', row })}
          onRefused={onRefused}
        />
      ) : (
        <TableGrid
          ref={grid}
          store={store}
          table={table}
          rows={rows}
          canEdit={canEdit}
          mayShape={mayShape}
          found={found.cells}
          selection={selection}
          onSelect={setSelection}
          onPaste={(text, at) => void paste(text, at)}
          onPicture={(row, column) => setOpen({ what: 'picture', row, column })}
          onColumn={(column) => setOpen({ what: 'column', column })}
          onFind={() => find.current?.select()}
          onRefused={onRefused}
        />
      )}
      {mayRows && mayShape && rows.length === 0 && (
        <p className={styles.hint}>
          {t('tables.paste-hint')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen({ what: 'source' })}>
            {t('tables.follow')}
          </Button>
        </p>
      )}

      <TableFileInput ref={file} onFile={takeFile} />
      {open?.what === 'menu' && (
        <Dialog title={table.name} onClose={close} size="small">
          <div className={styles.menu}>
            {mayRows && mayShape && (
              <Button
                variant="default"
                justify="flex-start"
                onClick={() => {
                  close()
                  file.current?.click()
                }}
              >
                {t('tables.import')}
              </Button>
            )}
            {mayRows && mayShape && (
              <Button variant="default" justify="flex-start" onClick={() => setOpen({ what: 'source' })}>
                {t('tables.follow')}
              </Button>
            )}
            <Button variant="default" justify="flex-start" onClick={() => save('csv')}>
              {t('tables.save-csv')}
            </Button>
            <Button variant="default" justify="flex-start" onClick={() => save('xlsx')}>
              {t('tables.save-xlsx')}
            </Button>
            {mayShape && (
              <>
                <Button variant="default" justify="flex-start" onClick={() => setOpen({ what: 'settings' })}>
                  {t('tables.settings')}
                </Button>
                <Button variant="subtle" justify="flex-start" color="red" onClick={() => setOpen({ what: 'remove' })}>
                  {t('tables.remove')}
                </Button>
              </>
            )}
          </div>
        </Dialog>
      )}
      {open?.what === 'source' && (
        <SourceDialog
          organisationId={table.organisationId}
          table={table}
          onSaved={() => {
            close()
            void store.catchUp()
          }}
          onClose={close}
        />
      )}
      {open?.what === 'settings' && <TableSettings store={store} table={table} onClose={close} />}
      {open?.what === 'activity' && <TableActivity store={store} name={table.name} canEdit={canEdit} onClose={close} />}
      {open?.what === 'remove' && (
        <RemoveTable
          table={table}
          onRemoved={() => navigate(PAGES.tables)}
          onBack={() => navigate(tablePath(table.id))}
          onClose={close}
        />
      )}
      {open?.what === 'column' && (
        <ColumnDialog
          key={open.column?.id ?? `new ${open.after}`}
          store={store}
          table={table}
          column={open.column}
          after={open.after}
          onInsert={(after) => setOpen({ what: 'column', column: undefined, after })}
          onRefused={onRefused}
          onClose={close}
        />
      )}
      {open?.what === 'row' && (
        <RowDialog store={store} table={table} row={open.row} onRefused={onRefused} onClose={close} />
      )}
      {open?.what === 'picture' && (
        <ChoosePicture
          organisationId={table.organisationId}
          onChoose={(value) => setPicture(open.row, open.column, value)}
          onClose={close}
        />
      )}
      {open?.what === 'misfits' && <MisfitsDialog misfits={open.misfits} onRest={open.onRest} onClose={close} />}
    </div>
  )
  return isLimited ? <PicturesOfRows value={picturesIn(table.columns, rows)}>{sheet}</PicturesOfRows> : sheet
}
