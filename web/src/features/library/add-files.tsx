import { Button, Progress } from '@mantine/core'
import { useRef } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import { useUploadWords } from '../uploads/upload-words.ts'
import styles from './add-files.module.css'
import type { Adding } from './use-add-files.ts'

export function AddFilesButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button leftSection={<UploadIcon size={18} />} onClick={() => field.current?.click()}>
        {t('library.add')}
      </Button>
      <input
        ref={field}
        type="file"
        accept="image/*,video/*,application/pdf,.pdf"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

/** How far the upload is, and what became of files that were not taken. */
export function AddingStatus({ adding }: { adding: Adding }) {
  const { t } = useI18n()
  const { problemWords } = useUploadWords()
  const { total, done, share, known, failed } = adding
  if (total === 0) return null
  const isDone = done === total
  const added = done - known.length - failed.length
  const words = isDone ? t('library.added', { count: added }) : t('library.adding', { done: done + 1, total })
  return (
    <div className={styles.status}>
      {(!isDone || added > 0) && <p role="status">{words}</p>}
      {!isDone && <Progress value={((done + share) / total) * 100} aria-label={words} size="sm" radius="xl" />}
      {(known.length > 0 || failed.length > 0) && (
        <ul className={styles.problems} role="alert">
          {known.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they only grow
            <li key={`known ${index}`}>
              <bdi>{name}</bdi>: {t('library.known')}
            </li>
          ))}
          {failed.map(({ name, problem }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they only grow
            <li key={`failed ${index}`} data-failed="">
              <bdi>{name}</bdi>: {problemWords(problem)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
