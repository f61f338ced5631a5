import type { LibraryFile, MediaId, OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { errorInWords } from '../../form/problems.ts'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { useNotice } from '../../ui/notices.ts'
import { useTakeBackTogether } from '../entries/use-take-back.ts'
import { useUploadWords } from '../uploads/upload-words.ts'
import { addFile } from './use-add-files.ts'
import { askLibraryAnew, tellChanged } from './use-library.ts'

/**
 * LB4: another file wherever one is shown, in one command with one undo.
 *
 * @param onReplaced closes the dialog: behind one that is open nobody can press Undo
 */
export function useReplaceFile(organisationId: OrganisationId, file: LibraryFile, onReplaced: () => void) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const takeBack = useTakeBackTogether(organisationId)
  const { problemWords } = useUploadWords()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])

  const send = async (chosen: File, signal: AbortSignal): Promise<string | undefined> => {
    const added = await addFile(organisationId, chosen, setShare, signal, { still: file.kind === 'picture' })
    if (added.status === 'failed') return problemWords(added.problem)
    const said = await take(added.file.id)
    if (said === undefined) onReplaced()
    return said
  }

  /** @returns why it was not taken, in words. @throws ApiError */
  const take = async (by: MediaId): Promise<string | undefined> => {
    if (by === file.id) return t(file.kind === 'deck' ? 'library.same-deck' : 'library.same')
    const params = { organisationId, mediaId: file.id }
    const replaced = await call('replaceLibraryFile', { params, body: { by } })
    notice('success', t('library.replaced', { count: file.uses }), {
      label: t('activity.undo'),
      run: () => void takeBack(replaced.changes).then(() => askLibraryAnew(client, organisationId)),
    })
    await tellChanged(client, organisationId, replaced)
    return undefined
  }

  const replace = async (chosen: File) => {
    const controller = new AbortController()
    work.current = controller
    setProblem(undefined)
    setShare(0)
    const said = await send(chosen, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) console.error('replacing a file failed', error)
      return errorInWords(error, t)
    })
    if (controller.signal.aborted) return
    setShare(undefined)
    setProblem(said)
  }
  /** @returns whether it was taken; otherwise `problem` says why not. @throws ApiError */
  const takeDeck = async (by: MediaId): Promise<boolean> => {
    const said = await take(by)
    setProblem(said)
    return said === undefined
  }
  return { replace: (chosen: File) => void replace(chosen), takeDeck, share, problem }
}
