import { IMAGE_TYPES } from '@placard/contract'
import { type RefObject, useEffect, useId, useState } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import styles from './picture-picker.module.css'

type Props = {
  file: File | undefined
  /** What is wrong with the choice; `warning` for a file that does not fit (C4), `error` for none (C3). */
  problem: { kind: 'error' | 'warning'; message: string } | undefined
  disabled: boolean
  inputRef: RefObject<HTMLInputElement | null>
  onPick: (file: File) => void
}

/** C1: pick a picture; the page around takes what is dropped or pasted. The file field itself is there for keyboard and screen reader, spread over the zone. */
export function PicturePicker({ file, problem, disabled, inputRef, onPick }: Props) {
  const { t } = useI18n()
  const id = useId()
  const preview = useObjectUrl(file)

  return (
    <div>
      <div className={styles.zone} data-problem={problem?.kind}>
        {preview && file ? (
          <>
            <img className={styles.preview} src={preview} alt={t('upload.chosen', { name: file.name })} />
            <label htmlFor={id} className={styles.replace}>
              {t('upload.replace')}
            </label>
          </>
        ) : (
          <>
            <span className={styles.icon}>
              <UploadIcon size={24} />
            </span>
            <label htmlFor={id} className={styles.choose}>
              {t('upload.choose')}
            </label>
            <span className={styles.hint}>{t('upload.drop')}</span>
            <span id={`${id}-limit`} className={styles.hint}>
              {t('upload.limit')}
            </span>
          </>
        )}
        <input
          ref={inputRef}
          id={id}
          className={styles.input}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          disabled={disabled}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => {
            const [picked] = event.currentTarget.files ?? []
            // Emptied, so that the same file picked again after a change on the disk is noticed.
            event.currentTarget.value = ''
            if (picked) onPick(picked)
          }}
        />
      </div>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} data-kind={problem.kind} role="alert">
          {problem.message}
        </p>
      )}
    </div>
  )
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
