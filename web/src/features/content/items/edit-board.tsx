import { Board, Duration, type Item, type ProgrammeKey, Title } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { tablesOf } from '../../../platform/api/tables.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { BoardDialog } from './board-dialog.tsx'
import { type BoardDraft, itemOf } from './board-draft.ts'
import { BOARD_FIELDS, differenceIn } from './item-draft.ts'
import { useItemChange } from './use-item-change.ts'

type Props = { programmeKey: ProgrammeKey; item: Item; saved: Item | undefined; onClose: () => void }

const Changed = z.object({ title: Title, duration: Duration, visible: z.boolean(), board: Board })

/** DT3, T4: changes the table, the look or the columns of a board. */
export default function EditBoard({ programmeKey, item, saved, onClose }: Props) {
  const { t } = useI18n()
  const notice = useNotice()
  const { data: tables } = useQuery(tablesOf(programmeKey.organisationId))
  const { base, theirs, settle, save } = useItemChange({ programmeKey, item, saved, differenceOf })
  const form = useForm({
    schema: Changed,
    start: (): BoardDraft => ({ board: item.board, duration: item.duration ?? 0, visible: item.visible }),
    bodyOf: (draft: BoardDraft) => {
      const { title, duration, visible, board } = itemOf(
        draft,
        tables?.find(({ id }) => id === draft.board?.tableId)?.name,
      )
      return { title: title || item.title, duration, visible, board }
    },
    save: async (wanted): Promise<void> => {
      // The next save is compared with the item as the other user has left it.
      if (theirs) settle(theirs.item)
      if (!(await save(differenceOf(wanted, base)))) return form.refuse({ code: 'changed-meanwhile' })
      notice('success', t('items.updated'))
      onClose()
    },
    shows: ['board.title', 'board.look', 'board.tableId'],
    logAs: 'saving a board failed',
  })
  return (
    <BoardDialog
      programmeKey={programmeKey}
      form={form}
      heading={t('board.edit')}
      isScheduled={item.schedule !== undefined}
      itemId={item.id}
      onClose={onClose}
    />
  )
}

const differenceOf = (now: Pick<Item, 'title' | 'duration' | 'visible' | 'board'>, before: Item) =>
  differenceIn(BOARD_FIELDS, now, before)
