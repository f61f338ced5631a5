import { Button } from '@mantine/core'
import { DEFAULT_FORM_DURATION_SECONDS, type ProgrammeKey, problemOf, type Session, Title } from '@placard/contract'
import { isFilm } from '@placard/playback'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { UNKNOWN_FILM_SECONDS, useFilmLength } from '../../../features/content/items/film-length.ts'
import type { ItemDraft } from '../../../features/content/items/item-draft.ts'
import {
  AddressField,
  DurationField,
  TitleField,
  TypeField,
  VisibleField,
} from '../../../features/content/items/item-fields.tsx'
import { ITEM_KINDS } from '../../../features/content/items/item-kinds.ts'
import { completeAddress } from '../../../features/content/items/typed-address.ts'
import { usePlaying } from '../../../features/content/items/use-playing.ts'
import { DropAnywhere } from '../../../features/content/uploads/drop-anywhere.tsx'
import { PicturePicker } from '../../../features/content/uploads/picture-picker.tsx'
import { titleOfFile } from '../../../features/content/uploads/title-of-file.ts'
import type { ChosenPicture } from '../../../features/content/uploads/use-chosen-picture.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import styles from './add-container.module.css'
import { forgetDraft } from './kept-draft.ts'
import type { AddingStep, Submission } from './use-adding.ts'
import { useDraft } from './use-draft.ts'

/** Only needed for a film in a zone. */
const FilmInZone = lazyDialog(() => import('../../../features/content/advice/film-in-zone.tsx'), {
  quiet: true,
  ahead: false,
})

type Props = {
  session: Session
  programmeKey: ProgrammeKey
  step: AddingStep
  /** The progress of the upload, shown instead of the button. */
  progress: ReactNode
  onSubmit: (submission: Submission) => void
  /** Called for several files at once, which this form does not handle. */
  onSeveral: (files: File[]) => void
  /** Opens another, empty form. */
  onAfresh: () => void
}

type Problems = { file?: 'missing'; title?: string; address?: string }

/** C1, C3 to C5. */
export function AddForm({ session, programmeKey, step, progress, onSubmit, onSeveral, onAfresh }: Props) {
  const { t } = useI18n()
  const free = step.status === 'typing' || step.status === 'failed' || isCanceled(step)
  const busy = !free
  const typed = useDraft(session, programmeKey, busy)
  const { draft, setDraft, chosen, choose, makeFit } = typed
  /** The title suggested by the file's name. Another file replaces it unless the user has changed it. */
  const suggested = useRef('')
  const [problems, setProblems] = useState<Problems>({})
  const fileField = useRef<HTMLInputElement>(null)
  const makeFitButton = useRef<HTMLButtonElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const { addressHint, length } = ITEM_KINDS[draft.type]
  const isFile = addressHint === undefined
  const address = completeAddress(draft.address)
  const playing = usePlaying(draft, address)
  const filmSeconds = useFilmLength(draft.type, address)
  // K1 for a picture. A film is not cut unless the user chooses a duration.
  const duration = typed.durationChosen
    ? draft.duration
    : length === null
      ? DEFAULT_FORM_DURATION_SECONDS
      : (filmSeconds ?? UNKNOWN_FILM_SECONDS)
  const seen = { ...draft, duration }

  const change = (part: Partial<ItemDraft>) => {
    if (part.duration !== undefined) typed.setDurationChosen(true)
    setDraft((before) => ({ ...before, ...part }))
    // An edited field counts as right until the next try.
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

  const take = (files: File[]) => {
    const [only] = files
    if (!only || files.length > 1) return onSeveral(files)
    const title = titleOfFile(only.name, t('upload.pasted'))
    // React may evaluate the new draft later, when `suggested` has already changed.
    const former = suggested.current
    suggested.current = title
    setDraft((before) => ({ ...before, type: 'image', ...(before.title === former ? { title } : {}) }))
    setProblems({})
    choose(only)
  }

  const check = (): Problems => {
    const title = Title.safeParse(draft.title)
    return {
      ...(isFile && !chosen ? { file: 'missing' as const } : {}),
      ...(isFile || playing.why === undefined ? {} : { address: playing.why }),
      ...(title.success ? {} : { title: t(`error.${problemOf(title.error).code}`) }),
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setProblems(found)
    // Files are only made to fit on request.
    if (isFile && chosen && !isUsable(chosen)) return (makeFitButton.current ?? fileField.current)?.focus()
    if (found.file) fileField.current?.focus()
    else if (found.address) addressField.current?.focus()
    else if (found.title) titleField.current?.focus()
    else {
      const submitted = {
        ...seen,
        title: Title.parse(draft.title),
        ...(isFile ? {} : { type: playing.type, address: playing.url }),
      }
      onSubmit({ draft: submitted, durationChosen: typed.durationChosen, file: isFile ? chosen?.file : undefined })
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DropAnywhere title={t('upload.drop-form')} disabled={busy} onFiles={take} />
      {typed.isFound && free && (
        <Found
          lostFile={isFile ? typed.lostFile : null}
          onAfresh={() => {
            forgetDraft()
            onAfresh()
          }}
        />
      )}
      <TypeField draft={draft} onChange={change} disabled={busy} />
      {isFile ? (
        <PicturePicker
          chosen={chosen}
          missing={problems.file !== undefined}
          disabled={busy}
          inputRef={fileField}
          makeFitRef={makeFitButton}
          onPick={take}
          onMakeFit={() => {
            makeFit()
            titleField.current?.focus()
          }}
        />
      ) : (
        <AddressField
          label={t('field.address')}
          hint={t(addressHint)}
          judge={false}
          draft={draft}
          onChange={change}
          disabled={busy}
          error={problems.address}
          fieldRef={addressField}
        />
      )}
      {'playlistId' in programmeKey && (isFile ? chosen?.file.type.startsWith('video/') : isFilm(playing)) && (
        <FilmInZone playlistKey={programmeKey} hasPoster={isFile} />
      )}
      <TitleField draft={draft} onChange={change} disabled={busy} error={problems.title} fieldRef={titleField} />
      <DurationField key={draft.type} draft={seen} onChange={change} disabled={busy} filmSeconds={filmSeconds} />
      <VisibleField draft={draft} onChange={change} disabled={busy} />
      {progress}
      {(!progress || free) && (
        <Button
          type="submit"
          size="md"
          disabled={busy}
          loading={step.status === 'saving'}
          className={styles.submit ?? ''}
        >
          {isFile ? t('add.upload') : t('add.submit')}
        </Button>
      )}
    </form>
  )
}

/** Says that the fields of an earlier visit were restored, except possibly the file. */
function Found({ lostFile, onAfresh }: { lostFile: string | null; onAfresh: () => void }) {
  const { t } = useI18n()
  return (
    <div className={styles.found} role="status">
      <p>
        {t('add.draft-found')} {lostFile !== null && t('add.draft-file-gone', { name: `\u2068${lostFile}\u2069` })}
      </p>
      <Button variant="subtle" size="compact-sm" onClick={onAfresh}>
        {t('add.afresh')}
      </Button>
    </div>
  )
}

/** A file that is small enough may be sent before it was inspected: the upload reports any problem. */
const isUsable = (chosen: ChosenPicture) => chosen.status === 'ready' || (chosen.status === 'looking' && chosen.fits)

const isCanceled = (step: AddingStep) => step.status === 'uploading' && step.state.status === 'canceled'
