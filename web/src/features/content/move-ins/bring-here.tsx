import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { FolderIcon, UploadIcon } from '../../../platform/ui/icons.tsx'
import { chosenIn, droppedIn } from './dropped.ts'
import styles from './moving.module.css'
import type { Brought } from './read.ts'

/** Browsers of older phones cannot choose a folder. */
const CHOOSES_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype

/** `name`: a provisional name, until more is known. */
type Take = (name: string, brought: Promise<Brought> | Brought) => void

/**
 * Accepts files that are dropped anywhere on the page.
 *
 * @param onBrought undefined: drops are ignored for now, but the browser still must not open a dropped file in place of the page
 * @returns true while something is held over the page
 */
export function useDrop(onBrought: Take | undefined): boolean {
  const { t } = useI18n()
  const [isOver, setOver] = useState(false)
  const loose = t('moving.loose')
  const take = useRef(onBrought)
  take.current = onBrought

  useEffect(() => {
    // The browser fires leave and enter events for every child that the pointer crosses.
    let depth = 0
    const controller = new AbortController()
    const on = (name: 'dragenter' | 'dragleave' | 'dragover' | 'drop', listener: (event: DragEvent) => void) =>
      document.addEventListener(name, listener, { signal: controller.signal })
    const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    on('dragenter', (event) => {
      depth += 1
      if (isOurs(event)) setOver(true)
    })
    on('dragleave', () => {
      depth -= 1
      if (depth <= 0) setOver(false)
    })
    on('dragover', (event) => {
      if (!isOurs(event)) return
      event.preventDefault()
      if (!take.current && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    })
    on('drop', (event) => {
      depth = 0
      setOver(false)
      if (!isOurs(event) || !event.dataTransfer) return
      event.preventDefault()
      const name = event.dataTransfer.items[0]?.webkitGetAsEntry()?.name ?? loose
      take.current?.(name, droppedIn(event.dataTransfer, loose))
    })
    return () => controller.abort()
  }, [loose])
  return isOver
}

type Props = {
  /** Something is held over the page. */
  isOver: boolean
  onBrought: Take
}

/** Accepts a folder, a zip or an export, dropped or chosen. */
export function BringHere({ isOver, onBrought }: Props) {
  const { t } = useI18n()
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const loose = t('moving.loose')

  const choose = (field: HTMLInputElement) => {
    const { files: list } = field
    if (list && list.length > 0) {
      const brought = chosenIn(list, loose)
      onBrought(brought.name, brought)
    }
    field.value = ''
  }
  return (
    <section className={styles.drop} data-over={isOver || undefined} aria-label={t('moving.bring')}>
      <span className={styles.dropIcon} aria-hidden="true">
        <UploadIcon size={36} />
      </span>
      <p className={styles.dropTitle}>{t(isOver ? 'moving.let-go' : 'moving.drop')}</p>
      <p className={styles.dropLead}>{t('moving.drop-lead')}</p>
      <div className={styles.buttons}>
        {CHOOSES_FOLDERS && (
          <Button leftSection={<FolderIcon size={18} />} onClick={() => folder.current?.click()}>
            {t('moving.choose-folder')}
          </Button>
        )}
        <Button
          variant={CHOOSES_FOLDERS ? 'default' : 'filled'}
          leftSection={<UploadIcon size={18} />}
          onClick={() => files.current?.click()}
        >
          {t('moving.choose-file')}
        </Button>
      </div>
      <input
        ref={(field) => {
          folder.current = field
          field?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        multiple
        hidden
        data-choose="folder"
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-choose="files"
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
    </section>
  )
}
