import type { OrganisationId, ProgrammeKey, UndoTogether } from '@placard/contract'
import { useUndoChange, useUndoTogether } from '../../../platform/api/undo.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'

/** Undoes the commands that led to these revisions of a programme, newest first, and shows the result. @returns true if all are undone */
export function useTakeBack(key: ProgrammeKey): (...revisions: number[]) => Promise<boolean> {
  const undo = useUndoChange(key)
  const said = useTakeBackBy(async (revisions: readonly number[]) => {
    for (const revision of revisions) await undo(revision)
  })
  return (...revisions) => said(revisions)
}

/** The same for a command on several programmes. */
export function useTakeBackTogether(
  organisationId: OrganisationId,
): (changes: UndoTogether['changes']) => Promise<boolean> {
  return useTakeBackBy(useUndoTogether(organisationId))
}

/** The same with any call. @param undo throws ApiError */
export function useTakeBackBy<What>(undo: (what: What) => Promise<void>): (what: What) => Promise<boolean> {
  const { t } = useI18n()
  const notice = useNotice()
  return async (what) => {
    try {
      await undo(what)
      notice('success', t('activity.undone'))
      return true
    } catch (error) {
      console.error('undoing a command failed', error)
      notice('error', t('activity.not-undone', { reason: errorInWords(error, t) }))
      return false
    }
  }
}
