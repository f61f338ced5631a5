import { TextInput } from '@mantine/core'
import { MAX_PROPOSAL_BYTES, MAX_TITLE_CHARACTERS, type SendProposal, Title } from '@placard/contract'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { z } from 'zod'
import { codeOf } from '../../../platform/api/api-error.ts'
import type { Proposing } from '../../../platform/api/upload.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useForm } from '../../../platform/form/use-form.ts'
import { ErrorBox } from '../../../platform/ui/error-box.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { UploadIcon } from '../../../platform/ui/icons.tsx'
import { usePdf } from '../../content/decks/use-pdf.ts'
import { ACCEPTED_DOCUMENTS, ACCEPTED_PICTURES } from '../../content/uploads/accepted.ts'
import { titleOfFile } from '../../content/uploads/title-of-file.ts'
import styles from './proposals.module.css'
import { type SentPage, sendPages, sendPicture, UnfitFile } from './send-file.ts'
import type { Shown } from './shown-items.ts'

export type Content = SendProposal['content']

type Props = {
  kind: 'image' | 'deck'
  whose: Proposing
  onShown: (shown: Shown | undefined) => void
  onReady: (content: Content) => void
  children: ReactNode
}

const Named = z.object({ title: Title })

/** A picture, or the pages of a PDF. They are uploaded as soon as they are chosen, and kept until the proposal is decided. */
export function FileContent({ kind, whose, onShown, onReady, children }: Props) {
  const { t } = useI18n()
  const id = useId()
  const [file, setFile] = useState<File>()
  const [pages, setPages] = useState<readonly SentPage[]>()
  const [problem, setProblem] = useState<string>()
  const [work, setWork] = useState<string>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  const form = useForm({
    schema: Named,
    start: () => ({ title: '' }),
    save: async ({ title }) => {
      const [first] = pages ?? []
      if (!first || !pages) return
      onReady(
        kind === 'image'
          ? { kind, title, url: first.url }
          : { kind, title, pages: pages.map(({ mediaId, text }) => ({ mediaId, text })) },
      )
    },
  })

  const arrived = (sent: readonly SentPage[]) => {
    setPages(sent)
    setWork(undefined)
    onShown({ kind, pages: sent })
  }
  const failed = (error: unknown) => {
    if (sending.current?.signal.aborted) return
    setWork(undefined)
    if (error instanceof UnfitFile)
      setProblem(t(error.because === 'too-large' ? 'propose.too-large' : `file.${error.because}`))
    else setProblem(t(`error.${codeOf(error)}`))
  }

  const choose = (chosen: File) => {
    sending.current?.abort()
    sending.current = new AbortController()
    setPages(undefined)
    onShown(undefined)
    setProblem(undefined)
    if (chosen.size > MAX_PROPOSAL_BYTES) return setProblem(t('propose.too-large'))
    form.change({ title: titleOfFile(chosen.name, t(`proposals.kind.${kind}`)) })
    setWork(t('propose.preparing'))
    setFile(chosen)
    if (kind === 'deck') return
    sendPicture(whose, chosen, sending.current.signal)
      .then(({ id: mediaId, url }) => arrived([{ mediaId, url, text: '' }]))
      .catch(failed)
  }

  return (
    <FormBody form={form}>
      <div className={styles.choose}>
        <UploadIcon size={24} />
        <label htmlFor={id}>
          {t(pages ? 'propose.choose-other' : kind === 'image' ? 'propose.choose-picture' : 'propose.choose-pdf')}
        </label>
        <span className={styles.note}>{t('propose.file-hint')}</span>
        <input
          id={id}
          type="file"
          accept={kind === 'image' ? ACCEPTED_PICTURES : ACCEPTED_DOCUMENTS}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            currentTarget.value = ''
            if (chosen) choose(chosen)
          }}
        />
      </div>
      {problem !== undefined && <ErrorBox message={problem} />}
      <p role="status" className={styles.note}>
        {work}
      </p>
      {kind === 'deck' && file && work !== undefined && (
        <Pages
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          whose={whose}
          signal={sending.current?.signal}
          onWork={setWork}
          onArrived={arrived}
          onFailed={failed}
          onUnreadable={() => {
            setWork(undefined)
            setProblem(t('propose.pdf-problem'))
          }}
        />
      )}
      {pages && (
        <TextInput
          label={t('propose.file-title')}
          maxLength={MAX_TITLE_CHARACTERS}
          dir="auto"
          {...form.field('title')}
        />
      )}
      {pages && children}
    </FormBody>
  )
}

type PagesProps = {
  file: File
  whose: Proposing
  signal: AbortSignal | undefined
  onWork: (words: string) => void
  onArrived: (pages: readonly SentPage[]) => void
  onFailed: (error: unknown) => void
  onUnreadable: () => void
}

/** Reads a document in the browser, and uploads its pages once all are drawn. */
function Pages(props: PagesProps) {
  const { t } = useI18n()
  const { reading, pages } = usePdf(props.file)
  const { status } = reading
  const latest = useRef(props)
  latest.current = props
  const drawn = useRef(pages)
  drawn.current = pages

  useEffect(() => {
    const { whose, signal, onWork, onArrived, onFailed, onUnreadable } = latest.current
    if (status === 'locked' || status === 'too-long' || status === 'failed') return onUnreadable()
    if (status !== 'drawn' || !signal) return
    const whole = [...drawn.current].sort((a, b) => a.number - b.number).flatMap(({ page }) => page ?? [])
    const tell = (done: number) =>
      onWork(t('propose.sending-page', { page: String(Math.min(done + 1, whole.length)), count: whole.length }))
    tell(0)
    sendPages(whose, whole, tell, signal).then(onArrived, onFailed)
  }, [status, t])

  return null
}
