import { Button, Progress, Switch } from '@mantine/core'
import type { LibraryFile, OrganisationId } from '@placard/contract'
import { useRef, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { UploadIcon } from '../../../platform/ui/icons.tsx'
import { ACCEPTED_DOCUMENTS, ACCEPTED_PICTURES } from '../uploads/accepted.ts'
import { useUploadWords } from '../uploads/upload-words.ts'
import styles from './add-files.module.css'
import type { AddingState } from './adding.ts'
import DescribeFile from './describe-file.tsx'

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
        accept={`${ACCEPTED_PICTURES},video/*,${ACCEPTED_DOCUMENTS}`}
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

type QualityProps = { checked: boolean; onChange: (keeps: boolean) => void }

/** The same question as in the form for adding to a display. */
export function KeepQuality({ checked, onChange }: QualityProps) {
  const { t } = useI18n()
  return (
    <Switch
      label={t('door.quality')}
      description={t('door.quality-hint')}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

type StatusProps = { organisationId: OrganisationId; adding: AddingState; onCancel: () => void }

/** The progress of the upload, the files that were refused, and the losses of those that were added. */
export function AddingStatus({ organisationId, adding, onCancel }: StatusProps) {
  const { t } = useI18n()
  const { problemWords } = useUploadWords()
  const { total, done, share, isWaiting, added, known, failed } = adding
  if (total === 0) return null
  const isDone = done === total
  const percent = Math.floor(share * 100)
  const words = isDone ? t('library.added', { count: added.length }) : t('library.adding', { done: done + 1, total })
  const lost = added.flatMap(({ lost, ...one }) => (lost ? [{ ...one, lost }] : []))
  return (
    <div className={styles.status}>
      {(!isDone || added.length > 0) && (
        <div className={styles.words}>
          <p role="status">{isWaiting ? t('upload.waiting', { percent }) : words}</p>
          {!isDone && (
            <Button variant="subtle" size="compact-sm" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
          )}
        </div>
      )}
      {!isDone && <Progress value={((done + share) / total) * 100} aria-label={words} size="sm" radius="xl" />}
      {lost.length + known.length + failed.length > 0 && (
        <ul className={styles.problems} role="alert">
          {lost.map(({ name, file, lost }) => (
            <li key={file.id}>
              <bdi>{name}</bdi>: {t(`upload.note.${lost}`)}
            </li>
          ))}
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
      {isDone && added.length > 0 && (
        <Describe key={added[0]?.file.id} organisationId={organisationId} files={added.map(({ file }) => file)} />
      )}
    </div>
  )
}

/** LB5: asks for descriptions of the files just added: open for a single file, folded for several. */
function Describe({ organisationId, files }: { organisationId: OrganisationId; files: readonly LibraryFile[] }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(files.length === 1)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('library.describe', { count: files.length })}</summary>
      {isOpen && (
        <ul className={styles.described}>
          {files.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
              <DescribeFile organisationId={organisationId} mediaId={id} />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
