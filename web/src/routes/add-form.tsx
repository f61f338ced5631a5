import { Button } from '@mantine/core'
import { problemOf, readItemUrl, Title } from '@placard/contract'
import { type FormEvent, useRef, useState } from 'react'
import { EMPTY_DRAFT, type ItemDraft } from '../features/items/item-draft.ts'
import { AddressField, DurationField, TitleField, TypeField, VisibleField } from '../features/items/item-fields.tsx'
import { DropAnywhere } from '../features/uploads/drop-anywhere.tsx'
import { checkFile, type FileProblem } from '../features/uploads/file-check.ts'
import { PicturePicker } from '../features/uploads/picture-picker.tsx'
import { useI18n } from '../ui/i18n/i18n.tsx'
import styles from './add-container.module.css'
import type { AddingStep } from './use-adding.ts'

type Props = {
  step: AddingStep
  onSubmit: (submission: { draft: ItemDraft; file: File | undefined }) => void
  /** Several files at once: more than this form is for. */
  onSeveral: (files: File[]) => void
}

type Problems = { file?: 'file-missing' | FileProblem; title?: string; address?: string }

/** C1, C3 to C5. */
export function AddForm({ step, onSubmit, onSeveral }: Props) {
  const { t } = useI18n()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [file, setFile] = useState<File>()
  const [problems, setProblems] = useState<Problems>({})
  const fileField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const isImage = draft.type === 'image'
  const unfit = step.status === 'typing' && step.unfit && step.unfit.file === file ? step.unfit.problem : undefined
  const free = step.status === 'typing' || step.status === 'failed' || isCanceled(step)
  const busy = !free

  const change = (part: Partial<ItemDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    // What is being mended is wrong no more, as far as anybody knows before the next try.
    setProblems(({ file, title, address }) =>
      part.type
        ? {}
        : {
            ...(file && { file }),
            ...(title && part.title === undefined && { title }),
            ...(address && part.address === undefined && { address }),
          },
    )
  }

  const pick = (picked: File) => {
    const problem = checkFile(picked)
    setProblems((before) => ({ ...before, file: problem }))
    setFile(problem ? undefined : picked)
  }

  const takeDropped = (files: File[]) => {
    const [only] = files
    if (!only || files.length > 1) return onSeveral(files)
    setDraft((before) => ({ ...before, type: 'image' }))
    pick(only)
  }

  const check = (): Problems => {
    const title = Title.safeParse(draft.title)
    return {
      ...(isImage && !file ? { file: problems.file ?? ('file-missing' as const) } : {}),
      ...(!isImage && !readItemUrl(draft.type, draft.address.trim()).playable
        ? { address: t('field.url-invalid') }
        : {}),
      ...(title.success ? {} : { title: t(`error.${problemOf(title.error).code}`) }),
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setProblems(found)
    if (found.file) fileField.current?.focus()
    else if (found.address) addressField.current?.focus()
    else if (found.title) titleField.current?.focus()
    else onSubmit({ draft: { ...draft, title: Title.parse(draft.title) }, file: isImage ? file : undefined })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DropAnywhere title={t('upload.drop-form')} disabled={busy} onFiles={takeDropped} />
      <TypeField draft={draft} onChange={change} disabled={busy} />
      {isImage ? (
        <PicturePicker
          file={file}
          problem={pictureProblem(problems.file ?? unfit, t)}
          disabled={busy}
          inputRef={fileField}
          onPick={pick}
        />
      ) : (
        <AddressField
          label={t('field.address')}
          hint={t(draft.type === 'youtube' ? 'field.address-hint-youtube' : 'field.address-hint-video')}
          judge={false}
          draft={draft}
          onChange={change}
          disabled={busy}
          error={problems.address}
          fieldRef={addressField}
        />
      )}
      <TitleField draft={draft} onChange={change} disabled={busy} error={problems.title} fieldRef={titleField} />
      <DurationField draft={draft} onChange={change} disabled={busy} />
      <VisibleField draft={draft} onChange={change} disabled={busy} />
      <Button type="submit" size="md" disabled={busy} className={styles.submit ?? ''}>
        {isImage ? t('add.upload') : t('add.submit')}
      </Button>
    </form>
  )
}

const isCanceled = (step: AddingStep) => step.status === 'uploading' && step.state.status === 'canceled'

/** C3 is an error, C4 a warning. */
function pictureProblem(problem: Problems['file'] | 'unreadable', t: ReturnType<typeof useI18n>['t']) {
  switch (problem) {
    case undefined:
      return undefined
    case 'file-missing':
      return { kind: 'error', message: t('add.file-missing') } as const
    case 'file-unfit':
      return { kind: 'warning', message: t('add.file-unfit') } as const
    case 'image-too-large':
      return { kind: 'warning', message: t('error.image-too-large') } as const
    case 'unreadable':
      return { kind: 'warning', message: t('upload.unreadable') } as const
  }
}
