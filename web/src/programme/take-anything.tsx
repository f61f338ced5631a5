import type { ProgrammeKey } from '@placard/contract'
import { type ReactNode, useState } from 'react'
import { webPageAddressOf } from '../features/items/typed-address.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { useFilmAddress } from './use-film-address.ts'

/** With what reads a PDF: fetched by those who bring one. */
const AddDeck = lazyDialog(() => import('../features/decks/add-deck.tsx'), { ahead: false })
const AddWebPage = lazyDialog(() => import('../features/web-pages/add-web-page.tsx'), { ahead: false })

type Asking = { what: 'deck'; file: File } | { what: 'web-page'; address: string }

/**
 * [CT1] Whatever is dropped, pasted or chosen on a programme's page: a PDF and a web page open a form of their own, one after the other;
 * everything else goes on its way at once.
 *
 * @param upload puts pictures and films on their way
 */
export function useTakeAnything(programmeKey: ProgrammeKey, upload: (files: File[], keepsQuality: boolean) => void) {
  const [asking, setAsking] = useState<readonly Asking[]>([])
  const takeFilm = useFilmAddress(programmeKey)

  const sort = async (files: File[], keepsQuality: boolean) => {
    const { kindOf } = await import('../features/uploads/file-kind.ts')
    const isDocument = await Promise.all(files.map(async (file) => kindOf(file, await headOf(file)) === 'pdf'))
    const others = files.filter((_, index) => !isDocument[index])
    if (others.length > 0) upload(others, keepsQuality)
    const documents = files.filter((_, index) => isDocument[index])
    setAsking((before) => [...before, ...documents.map((file): Asking => ({ what: 'deck', file }))])
  }

  /** @returns false when it is no address of anything that can be shown */
  const takeText = (text: string): boolean => {
    if (takeFilm(text)) return true
    const address = webPageAddressOf(text)
    if (address !== undefined) setAsking((before) => [...before, { what: 'web-page', address }])
    return address !== undefined
  }

  const [first] = asking
  const close = { programmeKey, onClose: () => setAsking(([, ...rest]) => rest) }
  const dialog: ReactNode =
    first?.what === 'deck' ? (
      <AddDeck key={asking.length} file={first.file} {...close} />
    ) : (
      first && <AddWebPage key={asking.length} address={first.address} {...close} />
    )
  return {
    takeFiles: (files: File[], keepsQuality = false) => void sort(files, keepsQuality),
    takeText,
    /** The form that asks about what was brought; nothing when there is none. */
    dialog,
  }
}

/** Empty where it cannot be read: whoever takes it says so. */
async function headOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 1_024).arrayBuffer())
  } catch {
    return new Uint8Array()
  }
}
