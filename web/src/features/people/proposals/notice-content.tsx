import { Button } from '@mantine/core'
import { CreateItem, isBlank, type TriedAround } from '@placard/contract'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { serverNow } from '../../../platform/api/server-clock.ts'
import type { Proposing } from '../../../platform/api/upload.ts'
import { FormBody } from '../../../platform/form/form-body.tsx'
import { useDoing } from '../../../platform/form/use-doing.ts'
import { useForm } from '../../../platform/form/use-form.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { dateLocale } from '../../../platform/ui/i18n/language.ts'
import unseen from '../../../platform/ui/unseen.module.css'
import { EMPTY_NOTICE, itemOf, type NoticeDraft } from '../../content/notices/notice-draft.ts'
import { NoticeFields } from '../../content/notices/notice-fields.tsx'
import { ACCEPTED_PICTURES } from '../../content/uploads/accepted.ts'
import type { Content } from './file-content.tsx'
import styles from './proposals.module.css'
import { sendPicture, UnfitFile } from './send-file.ts'
import type { Shown } from './shown-items.ts'

const SHOWN_AT_FIELDS = ['notice.heading', 'notice.body', 'notice.byline', 'notice.link'] as const

type Props = {
  /** Undefined: only the words, without a picture. */
  whose: Proposing | undefined
  around: TriedAround
  start?: NoticeDraft
  onShown: (shown: Shown | undefined) => void
  /** @throws ApiError: the form shows it */
  onReady: (content: Extract<Content, { kind: 'notice' }>) => void | Promise<void>
  children: ReactNode
}

/** The form of a notice, the same as for editors. */
export function NoticeContent({ whose, around, start = EMPTY_NOTICE, onShown, onReady, children }: Props) {
  const { t, language } = useI18n()
  const place = { zoneOffsets: around.zoneOffsets, language: dateLocale(language) }
  const clock = { at: serverNow(), place, textOf: () => undefined }
  const form = useForm({
    schema: CreateItem,
    start: () => start,
    bodyOf: (draft: NoticeDraft) => itemOf(draft, clock, t('items.type.notice')),
    save: async ({ title, notice, url, duration }) => {
      if (!notice) return
      await onReady({ kind: 'notice', title, notice, url, ...(duration === undefined ? {} : { duration }) })
    },
    shows: SHOWN_AT_FIELDS,
  })
  const { notice, url, duration } = itemOf(form.values, clock, '')
  const isEmpty = isBlank(notice.heading) && isBlank(notice.body)
  const words = JSON.stringify(isEmpty ? undefined : { kind: 'notice', notice, url, duration })
  const show = useRef(onShown)
  show.current = onShown
  useEffect(() => show.current(words === undefined ? undefined : (JSON.parse(words) as Shown)), [words])

  return (
    <FormBody form={form}>
      <NoticeFields
        form={form}
        clock={clock}
        isProposed
        picture={whose && <OnePicture whose={whose} onSent={(sent) => form.change({ url: sent })} />}
        brand={undefined}
        makeLine={undefined}
      />
      {children}
    </FormBody>
  )
}

/** Chooses and uploads the picture behind the words. */
function OnePicture({ whose, onSent }: { whose: Proposing; onSent: (url: string) => void }) {
  const { t } = useI18n()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { run, isBusy, problem } = useDoing({
    words: (error) =>
      error instanceof UnfitFile
        ? t(error.because === 'too-large' ? 'propose.too-large' : `file.${error.because}`)
        : undefined,
  })

  const take = (file: File) =>
    run('send', async () => onSent((await sendPicture(whose, file, new AbortController().signal)).url))

  return (
    <>
      <Button variant="default" size="sm" loading={isBusy} onClick={() => input.current?.click()}>
        {t('notices.add-picture')}
      </Button>
      <label htmlFor={id} className={unseen.words}>
        {t('notices.add-picture')}
      </label>
      <input
        ref={input}
        id={id}
        className={unseen.words}
        type="file"
        accept={ACCEPTED_PICTURES}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) take(file)
        }}
      />
      {problem !== undefined && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  )
}
