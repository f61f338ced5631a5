import { Button } from '@mantine/core'
import type { OrganisationId } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { codeOf } from '../../../platform/api/api-error.ts'
import { randomId } from '../../../platform/api/random-id.ts'
import { announce } from '../../../platform/ui/announcer.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { UploadIcon } from '../../../platform/ui/icons.tsx'
import { ACCEPTED_PICTURES } from './accepted.ts'
import { preparePicture } from './prepare-picture.ts'
import styles from './replace-picture.module.css'
import { sendFile } from './send-in-pieces.ts'
import type { UploadProblem } from './upload-state.ts'
import { useUploadWords } from './upload-words.ts'

type Props = {
  organisationId: OrganisationId
  /** Receives the address of the new picture, which is stored but not yet on any display, and the name of its file. */
  onReplaced: (url: string, fileName: string) => void
  onBusy: (isBusy: boolean) => void
  /** The text of the button. Left out if there is a picture already. */
  label?: string
}

type State =
  | { status: 'idle' }
  /** `share` of the bytes has been sent. */
  | { status: 'sending'; share: number }
  | { status: 'failed'; problem: UploadProblem }

/** Uploads a new picture for an existing item. Larger pictures are made to fit (C6). */
export default function ReplacePicture({ organisationId, onReplaced, onBusy, label }: Props) {
  const { t } = useI18n()
  const { problemWords } = useUploadWords()
  const [state, setState] = useState<State>({ status: 'idle' })
  const field = useRef<HTMLInputElement>(null)
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])

  const send = async (file: File, signal: AbortSignal): Promise<State> => {
    const prepared = await preparePicture(file, signal)
    if (prepared.status === 'unfit') return { status: 'failed', problem: prepared.problem }
    const media = await sendFile({
      organisationId,
      made: { type: 'image', bytes: prepared.picture },
      idempotencyKey: randomId(),
      uploadId: undefined,
      onBegun() {},
      onSent: (share) => setState({ status: 'sending', share }),
      onArrived() {},
      signal,
    })
    onReplaced(media.url, file.name)
    announce(t('edit.replaced'))
    return { status: 'idle' }
  }

  const replace = async (file: File) => {
    const controller = new AbortController()
    work.current = controller
    setState({ status: 'sending', share: 0 })
    onBusy(true)
    const next = await send(file, controller.signal).catch((error: unknown): State => {
      if (!controller.signal.aborted) console.error('replacing a picture failed', error)
      return { status: 'failed', problem: codeOf(error) }
    })
    if (controller.signal.aborted) return
    setState(next)
    onBusy(false)
  }

  const isSending = state.status === 'sending'
  return (
    <div className={styles.replace}>
      <Button
        variant="default"
        leftSection={<UploadIcon size={18} />}
        disabled={isSending}
        onClick={() => field.current?.click()}
      >
        {isSending ? t('upload.percent', { percent: Math.floor(state.share * 100) }) : (label ?? t('edit.replace'))}
      </Button>
      <input
        ref={field}
        type="file"
        accept={ACCEPTED_PICTURES}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void replace(file)
        }}
      />
      {state.status === 'failed' && (
        <p className={styles.problem} role="alert">
          {problemWords(state.problem)}
        </p>
      )}
    </div>
  )
}
