import { Button, NativeSelect } from '@mantine/core'
import {
  ItemId,
  type OrganisationId,
  type ProgrammeKey,
  type TableContents,
  type TableId,
  tablePath,
} from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../platform/api/call.ts'
import { randomId } from '../../../platform/api/random-id.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { tablesOf } from '../../../platform/api/tables.ts'
import { AlsoChanged } from '../../../platform/form/also-changed.tsx'
import beside from '../../../platform/form/beside.module.css'
import { FormActions } from '../../../platform/form/form-actions.tsx'
import { FormBody } from '../../../platform/form/form-body.tsx'
import type { Form } from '../../../platform/form/use-form.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { DropArea } from '../../../platform/ui/drop-area.tsx'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { TableIcon } from '../../../platform/ui/icons.tsx'
import { PreviewBeside } from '../preview/preview-beside.tsx'
import { TABLE_FILES } from '../tables/files/read-table-file.ts'
import { useNewTable } from '../tables/use-new-table.ts'
import styles from './board-dialog.module.css'
import { type BoardDraft, boardOf, shownOf } from './board-draft.ts'
import { BoardFields } from './board-fields.tsx'
import { DurationAndVisible } from './item-fields.tsx'

type Props = {
  programmeKey: ProgrammeKey
  form: Form<BoardDraft>
  heading: string
  /** Absent: "Save". */
  submitLabel?: string
  isScheduled: boolean
  /** The item as it is saved; undefined: it is new. */
  itemId?: ItemId
  /** Cells of a sheet, of which a table is made at once. */
  text?: string | undefined
  /** The table that is chosen at first; omitted: that of the form. */
  tableId?: TableId | undefined
  onClose: () => void
}

/** The cells of the chosen table. Undefined while they are loading. */
function useTable(organisationId: OrganisationId, tableId: TableId | undefined) {
  return useQuery({
    queryKey: ['table', organisationId, tableId],
    queryFn: ({ signal }) => call('getTable', { params: { organisationId, tableId: tableId as TableId }, signal }),
    enabled: tableId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
}

/** DT3: the table, the look, and what of the table is shown; with the player as a preview. */
export function BoardDialog({
  programmeKey,
  form,
  heading,
  submitLabel,
  isScheduled,
  itemId,
  text,
  tableId,
  onClose,
}: Props) {
  const { t } = useI18n()
  const { organisationId } = programmeKey
  const { values: draft, change } = form
  const [id] = useState(() => itemId ?? ItemId.parse(randomId()))
  const { data: tables, error: problem } = useQuery(tablesOf(organisationId))
  const [chosen, setChosen] = useState(tableId ?? draft.board?.tableId)
  const { data: table, error } = useTable(organisationId, chosen)
  const { isBusy, fromFile, fromText } = useNewTable(organisationId, setChosen)
  useBoardOf(table, draft, change)
  useGiven(text, fromText)
  usePaste(chosen === undefined && !isBusy, { fromFile, fromText })
  // Computed once for each change, so that the preview is not sent the same board again.
  const shown = shownOf(draft, table, { id, now: serverNow() })

  return (
    <Dialog title={heading} onClose={onClose} size="wide">
      <FormBody form={form} className={beside.form}>
        <PreviewBeside programmeKey={programmeKey} shown={shown} isHidden={!draft.visible} isScheduled={isScheduled} />
        <div className={beside.fields}>
          {(tables?.length ?? 0) > 0 && (
            <div className={styles.table}>
              <NativeSelect
                label={t('board.table')}
                value={chosen ?? ''}
                data={[
                  ...(chosen === undefined ? [{ value: '', label: t('board.choose-table') }] : []),
                  ...(tables ?? []).map(({ id: value, name }) => ({ value: value as string, label: name })),
                ]}
                error={form.errorAt('board.tableId')}
                onChange={({ currentTarget: { value } }) => {
                  setChosen(tables?.find((one) => one.id === value)?.id)
                  change({ board: undefined })
                }}
              />
              {chosen !== undefined && (
                <Link className={styles.link} to={tablePath(chosen)}>
                  {t('board.open-table')}
                </Link>
              )}
            </div>
          )}
          {chosen === undefined && <PasteHere isBusy={isBusy} fromFile={fromFile} fromText={fromText} />}
          {problem && !tables && <ErrorBox message={t('board.tables-not-read')} />}
          {error && <ErrorBox message={t('board.table-not-read')} />}
          {draft.board && table && (
            <BoardFields
              board={draft.board}
              table={table}
              errorAt={form.errorAt}
              onChange={(board) => change({ board })}
            />
          )}
          {draft.board && <DurationAndVisible values={draft} onChange={change} />}
          <AlsoChanged programmeKey={programmeKey} />
        </div>
        <FormActions
          submitLabel={submitLabel}
          isBusy={form.isBusy}
          ready={draft.board !== undefined}
          onCancel={onClose}
        />
      </FormBody>
    </Dialog>
  )
}

/** Begins a board as soon as the cells of a newly chosen table are there. */
function useBoardOf(table: TableContents | undefined, { board }: BoardDraft, change: Form<BoardDraft>['change']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new table, or one whose board is gone, begins a board
  useEffect(() => {
    if (table && board?.tableId !== table.table.id) change({ board: boardOf(table) })
  }, [table, board === undefined])
}

/** Makes a table of the given text, once. */
function useGiven(text: string | undefined, fromText: (text: string) => void): void {
  const isTaken = useRef(false)
  useEffect(() => {
    if (text === undefined || isTaken.current) return
    isTaken.current = true
    fromText(text)
  }, [text, fromText])
}

type Make = Pick<ReturnType<typeof useNewTable>, 'fromFile' | 'fromText'>

/** Cells that are pasted anywhere in the dialog become a table. */
function usePaste(isOn: boolean, make: Make): void {
  const take = useRef(make)
  take.current = make
  useEffect(() => {
    if (!isOn) return
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? []
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (text.trim() !== '') take.current.fromText(text)
      else if (file) take.current.fromFile(file)
      else return
      event.preventDefault()
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [isOn])
}

function PasteHere({ isBusy, fromFile, fromText }: Make & { isBusy: boolean }) {
  const { t } = useI18n()
  const id = useId()
  const canRead = typeof navigator.clipboard?.readText === 'function'
  return (
    <div className={styles.paste} aria-busy={isBusy}>
      <DropArea
        id={id}
        label={t('board.paste')}
        hints={[t('board.paste-hint')]}
        accept={TABLE_FILES}
        data-autofocus
        onPick={([file]) => file && fromFile(file)}
      />
      {canRead && (
        <Button
          variant="default"
          leftSection={<TableIcon />}
          loading={isBusy}
          onClick={() => void navigator.clipboard.readText().then(fromText, () => {})}
        >
          {t('board.paste-now')}
        </Button>
      )}
    </div>
  )
}
