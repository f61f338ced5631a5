import type { Display, Item, MediaFile } from '@placard/contract'
import { useRef, useState } from 'react'
import { ApiError, type ApiErrorCode, codeOf } from '../api/api-error.ts'
import { createCommandKey } from '../api/command-key.ts'
import { uploadPicture } from '../api/upload.ts'
import { type ItemDraft, newItemOf } from '../features/items/item-draft.ts'
import { useCreateItem } from '../features/items/use-items.ts'
import type { FileProblem } from '../features/uploads/file-check.ts'
import { preparePicture } from '../features/uploads/prepare-picture.ts'
import type { UploadStep } from '../features/uploads/upload-progress.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import { useNotice } from '../ui/notices.ts'
import { keyOf } from './chosen-display.ts'

export type AddingStep =
  | { status: 'typing'; unfit?: { file: File; problem: FileProblem | 'unreadable' } }
  | UploadStep
  | { status: 'failed'; code: ApiErrorCode }
  | { status: 'done'; item: Item }

type Submission = { draft: ItemDraft; file: File | undefined }

/** From a form that is filled in to an item on air: prepare, send, save, each tried again from where it failed. */
export function useAdding(display: Display) {
  const { t } = useI18n()
  const notice = useNotice()
  const { mutateAsync: createItem } = useCreateItem(keyOf(display))
  const [step, setStep] = useState<AddingStep>({ status: 'typing' })
  const keys = useRef(commandKeys())
  const last = useRef<Submission>(undefined)
  const stored = useRef<{ file: File; media: MediaFile }>(undefined)
  const abort = useRef<AbortController>(undefined)

  const submit = async (submission: Submission): Promise<void> => {
    last.current = submission
    const controller = new AbortController()
    abort.current = controller
    try {
      const url = submission.file ? await store(submission.file, controller.signal) : submission.draft.address.trim()
      if (url === undefined) return
      setStep({ status: 'saving' })
      const item = newItemOf(submission.draft, url)
      const added = await createItem({ item, idempotencyKey: keys.current.create.keyFor(item) })
      setStep({ status: 'done', item: added })
      // The same picture under the same title once more is meant, and not a second try.
      keys.current = commandKeys()
      notice('success', t('add.uploaded'))
    } catch (error) {
      if (controller.signal.aborted) return setStep({ status: 'typing' })
      console.error('adding an item failed', error)
      // Not the server's words: the worker's script could not be loaded.
      setStep({ status: 'failed', code: error instanceof ApiError ? codeOf(error) : 'network-request-failed' })
    }
  }

  /** @returns where the picture is kept; undefined when it does not fit, which the form then says */
  const store = async (file: File, signal: AbortSignal): Promise<string | undefined> => {
    if (stored.current?.file === file) return stored.current.media.url
    setStep({ status: 'preparing' })
    const prepared = await preparePicture(file, signal)
    if (prepared.status === 'unfit') {
      setStep({ status: 'typing', unfit: { file, problem: prepared.problem } })
      return undefined
    }
    setStep({ status: 'sending', share: 0 })
    const media = await uploadPicture({
      organisationId: display.organisationId,
      picture: prepared.picture,
      idempotencyKey: keys.current.upload.keyFor([file.name, file.size, file.lastModified]),
      onProgress: (share) => setStep({ status: 'sending', share }),
      signal,
    })
    stored.current = { file, media }
    return media.url
  }

  return {
    step,
    submit: (submission: Submission) => void submit(submission),
    retry: () => {
      if (last.current) void submit(last.current)
    },
    /** C8 */
    cancel: () => abort.current?.abort(),
    reset: () => setStep({ status: 'typing' }),
  }
}

const commandKeys = () => ({ upload: createCommandKey(), create: createCommandKey() })
