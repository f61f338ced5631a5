import type { LibraryFileUses, LibraryReplaced, MediaId, OrganisationId } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { useUndoTogether } from '../../../platform/api/undo.ts'
import { errorInWords } from '../../../platform/form/problems.ts'
import { askToStay } from '../../../platform/ui/ask-to-stay.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { useTakeBackBy } from '../entries/use-take-back.ts'
import { keepTrying } from '../uploads/keep-trying.ts'
import type { Loss } from '../uploads/prepare-file.ts'
import { useUploadWords } from '../uploads/upload-words.ts'
import { addFile } from './add-file.ts'
import { isKeeping } from './places.tsx'
import { askLibraryAnew, tellChanged } from './use-library.ts'

/** The number of places that would show the other file. */
export const replaceableIn = ({ uses, places }: LibraryFileUses) => uses - places.filter(isKeeping).length

/** `isWaiting`: the server cannot be reached for now; the upload continues automatically. */
type Sending = { share: number; isWaiting: boolean }

/**
 * LB4: replaces a file with another wherever it is shown, in one command with one undo.
 *
 * @param onReplaced closes the dialog, because Undo cannot be pressed behind an open dialog
 */
export function useReplaceFile(organisationId: OrganisationId, file: LibraryFileUses, onReplaced: () => void) {
  const { t } = useI18n()
  const notice = useNotice()
  const client = useQueryClient()
  const undo = useUndoTogether(organisationId)
  const takeBack = useTakeBackBy(({ changes, tables }: LibraryReplaced) => undo(changes, tables))
  const { problemWords } = useUploadWords()
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<string>()
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])

  const send = async (chosen: File, keepsQuality: boolean, signal: AbortSignal): Promise<string | undefined> => {
    const change = (more: Partial<Sending>) => {
      if (!signal.aborted) setSending((now) => ({ share: 0, isWaiting: false, ...now, ...more }))
    }
    const added = await addFile(organisationId, chosen, {
      // An animated picture would become a film, which cannot replace a picture.
      still: file.kind === 'picture',
      keepsQuality,
      onSent: (share) => change({ share }),
      patient: (tried) => keepTrying(tried, { onWaiting: (isWaiting) => change({ isWaiting }), signal }),
      signal,
    })
    if (added.status === 'failed') return problemWords(added.problem)
    const said = await take(added.file.id, added.lost)
    if (said === undefined) onReplaced()
    return said
  }

  /** @returns the reason it was refused, in words; undefined if accepted. @throws ApiError */
  const take = async (by: MediaId, lost?: Loss): Promise<string | undefined> => {
    if (by === file.id) return t(file.kind === 'deck' ? 'library.same-deck' : 'library.same')
    const params = { organisationId, mediaId: file.id }
    const replaced = await call('replaceLibraryFile', { params, body: { by } })
    const more = [
      lost && t(`library.replaced.${lost}`),
      file.places.some(isKeeping) && t('library.replaced.kept'),
    ].filter(Boolean)
    const done = t('library.replaced', { count: replaceableIn(file) })
    const words = more.length > 0 ? `${done}. ${more.join(' ')}` : done
    notice(lost ? 'warning' : 'success', words, {
      label: t('activity.undo'),
      run: () => void takeBack(replaced).then(() => askLibraryAnew(client, organisationId)),
    })
    await tellChanged(client, organisationId, replaced)
    return undefined
  }

  const replace = async (chosen: File, keepsQuality: boolean) => {
    const controller = new AbortController()
    const { signal } = controller
    work.current = controller
    setProblem(undefined)
    setSending({ share: 0, isWaiting: false })
    window.addEventListener('beforeunload', askToStay, { signal })
    const said = await send(chosen, keepsQuality, signal).catch((error: unknown) => {
      if (!signal.aborted) console.error('replacing a file failed', error)
      return errorInWords(error, t)
    })
    if (signal.aborted) return
    cancel()
    setProblem(said)
  }
  const cancel = () => {
    work.current?.abort(new DOMException('canceled', 'AbortError'))
    setSending(undefined)
  }
  /** @returns true if it was accepted; otherwise `problem` has the reason. @throws ApiError */
  const takeDeck = async (by: MediaId): Promise<boolean> => {
    const said = await take(by)
    setProblem(said)
    return said === undefined
  }
  return {
    replace: (chosen: File, keepsQuality: boolean) => void replace(chosen, keepsQuality),
    takeDeck,
    cancel,
    sending,
    problem,
  }
}
