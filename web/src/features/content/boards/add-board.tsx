import { CreateItem, type ProgrammeKey, type TableId } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { tablesOf } from '../../../platform/api/tables.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { BoardDialog } from '../items/board-dialog.tsx'
import { type BoardDraft, DEFAULT_SECONDS, itemOf } from '../items/board-draft.ts'
import { useAddItem } from '../items/use-item-change.ts'

type Props = {
  programmeKey: ProgrammeKey
  /** Cells of a sheet that were pasted on the page. */
  text?: string | undefined
  /** The table that is chosen at first. */
  tableId?: TableId
  /** Called instead of `onClose` once the board is added. */
  onAdded?: () => void
  onClose: () => void
}

/** DT3: puts a table on, or cells that are pasted. */
export default function AddBoard({ programmeKey, text, tableId, onAdded, onClose }: Props) {
  const { t } = useI18n()
  const addItem = useAddItem(programmeKey, onAdded ?? onClose)
  const { data: tables } = useQuery(tablesOf(programmeKey.organisationId))
  const form = useForm({
    schema: CreateItem,
    start: (): BoardDraft => ({ board: undefined, duration: DEFAULT_SECONDS, visible: true }),
    bodyOf: (draft: BoardDraft) => itemOf(draft, tables?.find(({ id }) => id === draft.board?.tableId)?.name),
    save: (item) => addItem(item, t(item.visible ? 'board.added' : 'notices.added-hidden')),
    shows: ['board.title', 'board.look', 'board.tableId'],
    logAs: 'adding a board failed',
  })
  return (
    <BoardDialog
      programmeKey={programmeKey}
      form={form}
      heading={t('board.add')}
      submitLabel={t('board.put-on')}
      isScheduled={false}
      text={text}
      tableId={tableId}
      onClose={onClose}
    />
  )
}
