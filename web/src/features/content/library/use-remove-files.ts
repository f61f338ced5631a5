import type { MediaId, OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/api/call.ts'
import { useUndoTogether } from '../../../platform/api/undo.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { useTakeBackBy } from '../entries/use-take-back.ts'
import { askLibraryAnew, tellChanged } from './use-library.ts'

type Removed = { ids: readonly MediaId[]; changes: Parameters<ReturnType<typeof useUndoTogether>>[0] }

/** Removes files from the library and from all places, with one undo for both. @throws ApiError */
export function useRemoveFiles(organisationId: OrganisationId) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const undoTogether = useUndoTogether(organisationId)
  const params = { organisationId }
  const takeBack = useTakeBackBy(async ({ ids, changes }: Removed) => {
    // Files first: a place cannot be restored without its file.
    await call('bringBackLibraryFiles', { params, body: { ids: [...ids] } })
    try {
      if (changes.length > 0) await undoTogether(changes)
    } finally {
      await askLibraryAnew(client, organisationId)
    }
  })
  return async (ids: readonly MediaId[], { everywhere }: { everywhere: boolean }) => {
    const removed = await call('removeLibraryFiles', { params, body: { ids: [...ids], everywhere } })
    notice('success', t('library.removed', { count: ids.length }), {
      label: t('activity.undo'),
      run: () => void takeBack({ ids, ...removed }),
    })
    // Not awaited, so that dialogs about these files close first.
    void tellChanged(client, organisationId, removed)
  }
}
