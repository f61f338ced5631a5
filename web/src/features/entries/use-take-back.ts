import type { ProgrammeKey } from '@placard/contract'
import { useUndoChange } from '../../api/undo.ts'
import { errorInWords } from '../../form/problems.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'

/** Undoes the command that brought a programme to a revision, and says so. @returns whether it is undone */
export function useTakeBack(key: ProgrammeKey): (revision: number) => Promise<boolean> {
  const { t } = useI18n()
  const notice = useNotice()
  const undoChange = useUndoChange(key)
  return async (revision) => {
    try {
      await undoChange(revision)
      notice('success', t('activity.undone'))
      return true
    } catch (error) {
      console.error('undoing a command failed', error)
      notice('error', t('activity.not-undone', { reason: errorInWords(error, t) }))
      return false
    }
  }
}
