import type { LibraryFile } from '@placard/contract'
import { memo, useId } from 'react'
import { writeFileSize } from '../../../platform/ui/bytes.ts'
import card from '../../../platform/ui/card.module.css'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { writeLength } from '../../../platform/ui/write-length.ts'
import styles from './file-card.module.css'
import { FilePicture } from './file-picture.tsx'

type Props = {
  file: LibraryFile
  /** Undefined: selection is not available. */
  isChosen: boolean | undefined
  onToggle: (file: LibraryFile) => void
  onOpen: (file: LibraryFile) => void
}

/** Memoised: rendering a thousand cards again with each loaded page would block every press. */
export const FileCard = memo(function FileCard({ file, isChosen, onToggle, onOpen }: Props) {
  const { t, language, number } = useI18n()
  const nameId = useId()
  const { uses } = file
  return (
    <article className={`${card.card} ${styles.card}`} aria-labelledby={nameId} data-chosen={isChosen || undefined}>
      <FilePicture file={file} />
      <div className={styles.body}>
        {/* The whole card opens the file. */}
        <button type="button" className={`${card.whole} ${styles.open}`} onClick={() => onOpen(file)}>
          <bdi id={nameId} className={styles.name}>
            {file.name || t('library.unnamed')}
          </bdi>
        </button>
        <p className={styles.facts}>
          <span className={styles.uses} data-none={uses === 0 || undefined}>
            {uses === 0 ? t('library.nowhere') : t('library.uses', { count: uses })}
          </span>
          {file.pages !== null && <span>{t('decks.count', { count: file.pages, pages: number(file.pages) })}</span>}
          {file.film && <span>{writeLength(file.film.lengthMs / 1_000)}</span>}
          <span>{writeFileSize(file.sizeBytes, language)}</span>
        </p>
      </div>
      {isChosen !== undefined && (
        <label className={styles.choose}>
          <input
            type="checkbox"
            aria-label={t('library.choose', { name: file.name || t('library.unnamed') })}
            checked={isChosen}
            onChange={() => onToggle(file)}
          />
        </label>
      )}
    </article>
  )
})
