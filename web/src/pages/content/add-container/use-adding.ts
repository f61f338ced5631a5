import type { Item, ProgrammeKey, Session } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readFilmLength } from '../../../features/content/items/film-length.ts'
import { type ItemDraft, newItemOf } from '../../../features/content/items/item-draft.ts'
import { useCreateItem } from '../../../features/content/items/use-items.ts'
import { isFileProblem } from '../../../features/content/uploads/file-check.ts'
import type { UploadState } from '../../../features/content/uploads/upload-state.ts'
import type { UploadTask } from '../../../features/content/uploads/upload-task.ts'
import { useUploadState } from '../../../features/content/uploads/use-upload.ts'
import { type ApiErrorCode, codeOf } from '../../../platform/api/api-error.ts'
import { createCommandKey } from '../../../platform/api/command-key.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { useNotice } from '../../../platform/ui/notices.ts'
import { uploadsOf } from '../../../shell/session-uploads.ts'

export type AddingStep =
  | { status: 'typing' }
  /** C8: running, waiting, paused, or canceled; if canceled, the form can be edited again. */
  | { status: 'uploading'; task: UploadTask; state: UploadState }
  | { status: 'saving' }
  | { status: 'failed'; code: ApiErrorCode }
  | { status: 'done'; item: Item }

export type Submission = {
  draft: ItemDraft
  /** False: no duration was chosen, so a film is shown whole. */
  durationChosen: boolean
  file: File | undefined
}

/** Adds an item from the completed form: a picture as an upload, anything else by its address. */
export function useAdding(programmeKey: ProgrammeKey, session: Session) {
  const { t } = useI18n()
  const notice = useNotice()
  const uploads = uploadsOf(session, useQueryClient())
  const { mutateAsync: createItem } = useCreateItem(programmeKey)
  const [linked, setLinked] = useState<Exclude<AddingStep, { status: 'uploading' }>>({ status: 'typing' })
  const [sending, setSending] = useState<UploadTask>()
  const state = useUploadState(sending)
  const commandKey = useRef(createCommandKey())
  const last = useRef<Submission>(undefined)

  const succeeded = state?.status === 'success'
  useEffect(() => {
    if (succeeded) notice('success', t('add.uploaded'))
  }, [succeeded, notice, t])

  const link = async ({ draft, durationChosen }: Submission): Promise<void> => {
    setLinked({ status: 'saving' })
    try {
      // The form may have been sent before the length was known.
      const whole = durationChosen ? undefined : await readFilmLength(draft.type, draft.address)
      const item = newItemOf({ ...draft, duration: whole ?? draft.duration }, draft.address)
      const added = await createItem({ item, idempotencyKey: commandKey.current.keyFor(item) })
      // Adding the same address and title again is a new command, not a second try.
      commandKey.current = createCommandKey()
      setLinked({ status: 'done', item: added })
      notice('success', t('add.uploaded'))
    } catch (error) {
      console.error('adding an item failed', error)
      setLinked({ status: 'failed', code: codeOf(error) })
    }
  }

  const submit = (submission: Submission) => {
    last.current = submission
    const { draft, file } = submission
    if (sending) uploads.dismiss(sending)
    setSending(undefined)
    if (!file) return void link(submission)
    const { title, duration, visible } = draft
    const task = uploads.add(file, { programmeKey, title, duration: duration ?? 0, visible }, { attended: true })
    setSending(task)
  }

  return {
    step: sending && state ? stepOf(sending, state) : linked,
    /** The upload that the form shows; undefined: none. */
    task: sending,
    submit,
    retry: () => {
      if (sending) sending.retry()
      else if (last.current) submit(last.current)
    },
    /** Returns to the form, with the typed values. */
    reset: () => {
      if (sending) uploads.dismiss(sending)
      setSending(undefined)
      setLinked({ status: 'typing' })
    },
  }
}

function stepOf(task: UploadTask, state: UploadState): AddingStep {
  if (state.status === 'error') {
    const { problem } = state
    // File problems are shown at the file field; all others in an alert (X3).
    return isFileProblem(problem) ? { status: 'typing' } : { status: 'failed', code: problem }
  }
  const item = task.item()
  return state.status === 'success' && item ? { status: 'done', item } : { status: 'uploading', task, state }
}
