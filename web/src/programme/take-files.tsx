import type { ProgrammeKey } from '@placard/contract'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

/** With what reads a PDF: fetched by those who drop one. */
const AddDeck = lazyDialog(() => import('../features/decks/add-deck.tsx'), { ahead: false })

/**
 * Files that were dropped or pasted on a programme's page: a PDF opens the form for its pages, everything else goes on.
 *
 * @param takeOthers puts pictures and films on their way
 */
export function useTakeFiles(programmeKey: ProgrammeKey, takeOthers: (files: File[], keepsQuality: boolean) => void) {
  const [documents, setDocuments] = useState<readonly File[]>([])

  const take = async (files: File[], keepsQuality: boolean) => {
    const { kindOf } = await import('../features/uploads/file-kind.ts')
    const isDocument = await Promise.all(files.map(async (file) => kindOf(file, await headOf(file)) === 'pdf'))
    const others = files.filter((_, index) => !isDocument[index])
    if (others.length > 0) takeOthers(others, keepsQuality)
    setDocuments((before) => [...before, ...files.filter((_, index) => isDocument[index])])
  }

  const [file] = documents
  const dialog: ReactNode = file && (
    // Several, one after the other.
    <AddDeck
      key={documents.length}
      programmeKey={programmeKey}
      file={file}
      onClose={() => setDocuments(([, ...rest]) => rest)}
    />
  )
  return { take: (files: File[], keepsQuality = false) => void take(files, keepsQuality), dialog }
}

/** Empty where it cannot be read: whoever takes it says so. */
async function headOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 1_024).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}
