import { Button } from '@mantine/core'
import { type RefObject, useEffect, useId, useState } from 'react'
import { writeBytes } from '../../../platform/ui/bytes.ts'
import { DropArea } from '../../../platform/ui/drop-area.tsx'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { ACCEPTED_PICTURES } from './accepted.ts'
import { isTakenAsItIs } from './file-check.ts'
import styles from './picture-picker.module.css'
import type { ChosenPicture } from './use-chosen-picture.ts'

type Props = {
  chosen: ChosenPicture | undefined
  /** C3: the form was submitted without a file. */
  missing: boolean
  disabled: boolean
  inputRef: RefObject<HTMLInputElement | null>
  /** The button that makes the chosen file fit. */
  makeFitRef: RefObject<HTMLButtonElement | null>
  onPick: (files: File[]) => void
  onMakeFit: () => void
}

/** C1: the field for a picture; the page around it accepts dropped and pasted files. */
export function PicturePicker({ chosen, missing, disabled, inputRef, makeFitRef, onPick, onMakeFit }: Props) {
  const { t } = useI18n()
  const id = useId()
  const problem = useProblem(chosen, missing)
  return (
    <div>
      <DropArea
        ref={inputRef}
        id={id}
        label={t(chosen ? 'upload.replace' : 'upload.choose')}
        hints={chosen ? [chosen.file.name] : [t('upload.drop'), t('upload.limit')]}
        problem={problem?.kind}
        accept={ACCEPTED_PICTURES}
        disabled={disabled}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onPick={onPick}
      >
        {chosen?.status === 'ready' && (
          <>
            <Preview key={chosen.file.name} chosen={chosen} />
            <label htmlFor={id} className={styles.replace}>
              {t('upload.replace')}
            </label>
            <Fitted chosen={chosen} />
          </>
        )}
      </DropArea>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} data-kind={problem.kind} role="alert">
          {problem.message}
        </p>
      )}
      {(chosen?.status === 'offered' || chosen?.status === 'fitting') && (
        <Button
          ref={makeFitRef}
          className={styles.makeFit ?? ''}
          loading={chosen.status === 'fitting'}
          aria-label={chosen.status === 'fitting' ? t('add.fitting') : t('add.make-fit')}
          onClick={onMakeFit}
        >
          {t('add.make-fit')}
        </Button>
      )}
    </div>
  )
}

type Ready = Extract<ChosenPicture, { status: 'ready' }>

/** The picture as it is uploaded: scaled down and upright. */
function Preview({ chosen }: { chosen: Ready }) {
  const { t } = useI18n()
  const url = useObjectUrl(chosen.picture)
  return url && <img className={styles.preview} src={url} alt={t('upload.chosen', { name: chosen.file.name })} />
}

function Fitted({ chosen: { file, picture } }: { chosen: Ready }) {
  const { t, language } = useI18n()
  if (!picture || isTakenAsItIs(file)) return null
  const [size, before] = [picture.size, file.size].map((bytes) => writeBytes(bytes, language))
  return (
    <span className={styles.hint} role="status">
      {t('add.fitted', { size: size ?? '', before: before ?? '' })}
    </span>
  )
}

/** C3 is an error, C4 a warning: the specified sentence, followed by the file and what to do. */
function useProblem(chosen: ChosenPicture | undefined, missing: boolean) {
  const { t, language } = useI18n()
  const warning = (message: string) => ({ kind: 'warning', message }) as const
  switch (chosen?.status) {
    case undefined:
      return missing ? ({ kind: 'error', message: t('add.file-missing') } as const) : undefined
    case 'looking':
      return chosen.fits ? undefined : warning(t('add.file-unfit'))
    case 'offered': {
      const which = chosen.tooLarge
        ? t('add.too-large', { size: writeBytes(chosen.file.size, language) })
        : t('add.other-kind')
      return warning(`${t('add.file-unfit')} ${which}`)
    }
    case 'unfit':
      return warning(`${t('add.file-unfit')} ${t(`file.${chosen.problem}`)}`)
    case 'fitting':
    case 'ready':
      return undefined
  }
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return setUrl(undefined)
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [blob])
  return url
}
