import { useEffect, useRef, useState } from 'react'
import { UploadIcon } from '../../../platform/ui/icons.tsx'
import styles from './drop-anywhere.module.css'

type Props = {
  /** Says how dropped files are used. */
  title: string
  lead?: string
  disabled?: boolean
  onFiles: (files: File[]) => void
  /** Receives text that is pasted outside of a field, or an address that is dropped. */
  onText?: (text: string) => void
}

/** Accepts files that are dropped anywhere on the page, or pasted. Pages also have a button for the same. */
export function DropAnywhere({ title, lead, disabled = false, onFiles, onText }: Props) {
  const [over, setOver] = useState(false)
  const take = useRef(onFiles)
  take.current = onFiles
  const takeText = useRef(onText)
  takeText.current = onText

  useEffect(() => {
    if (disabled) return
    // The browser fires leave and enter events for every child that the pointer crosses.
    let depth = 0
    const isOurs = (transfer: DataTransfer | null) => transfer?.types.includes('Files') && !isDialogOpen()
    const end = () => {
      depth = 0
      setOver(false)
    }
    const enter = ({ dataTransfer }: DragEvent) => {
      depth += 1
      if (isOurs(dataTransfer)) setOver(true)
    }
    const leave = () => {
      depth -= 1
      if (depth <= 0) end()
    }
    const dragOver = (event: DragEvent) => {
      // Without this, the browser would open a dropped file in place of the page.
      const types = event.dataTransfer?.types ?? []
      if (types.includes('Files') || (takeText.current && types.includes('text/uri-list'))) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
      if (isOurs(event.dataTransfer)) give(event.dataTransfer?.files)
      else if (!isDialogOpen()) {
        const address = event.dataTransfer?.getData('text/uri-list')
        if (address && takeText.current) {
          event.preventDefault()
          takeText.current(address)
        }
      }
      end()
    }
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      if (isDialogOpen()) return
      if (clipboardData?.files.length) return give(clipboardData.files)
      if (!(target instanceof Element && target.closest(FIELDS)))
        takeText.current?.(clipboardData?.getData('text/plain') ?? '')
    }
    const give = (files: FileList | undefined) => {
      if (files && files.length > 0) take.current([...files])
    }
    const undo = [
      on('dragenter', enter),
      on('dragleave', leave),
      on('dragover', dragOver),
      on('drop', drop),
      on('paste', paste),
    ]
    return () => {
      for (const off of undo) off()
      end()
    }
  }, [disabled])

  if (!over) return null
  return (
    <div className={styles.overlay} aria-hidden="true">
      <div className={styles.words}>
        <UploadIcon size={40} />
        <p className={styles.title}>{title}</p>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
    </div>
  )
}

/** Text pasted into one of these is left to the field. */
const FIELDS = 'input, textarea, select, [contenteditable]'

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

function on<Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void) {
  document.addEventListener(name, listener)
  return () => document.removeEventListener(name, listener)
}
