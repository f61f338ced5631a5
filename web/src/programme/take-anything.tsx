import type { FeedAs, ProgrammeKey } from '@placard/contract'
import { useEffect, useRef, useState } from 'react'
import { meantBy } from '../features/content/items/meant-by.ts'
import { addressProblemInWords } from '../features/content/items/playing.ts'
import { documentsAmong } from '../features/content/uploads/documents-among.ts'
import { useI18n } from '../platform/ui/i18n/i18n.tsx'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import { useNotice } from '../platform/ui/notices.ts'
import { useItemAddress } from './use-item-address.ts'

/** Loaded on demand, because it contains the PDF library. */
const AddDeck = lazyDialog(() => import('../features/content/decks/add-deck.tsx'), { ahead: false })
const AddFeed = lazyDialog(() => import('../features/content/feeds/add-feed.tsx'), { ahead: false })
const AddBoard = lazyDialog(() => import('../features/content/boards/add-board.tsx'), { ahead: false })
const AddWeather = lazyDialog(() => import('../features/content/weather/add-weather.tsx'), { ahead: false })
const AddWebPage = lazyDialog(() => import('../features/content/web-pages/add-web-page.tsx'), { ahead: false })

/** Something that was dropped, pasted or chosen. */
export type Brought =
  /** `keepsQuality`: films in 4K or with 60 frames per second are not converted. */
  | { what: 'files'; files: File[]; keepsQuality?: boolean }
  | { what: 'text'; text: string }
  /** Known to be a feed. `as`: determined by the place where it was typed. */
  | { what: 'feed'; address: string; as?: FeedAs }
  /** `text`: cells of a sheet. */
  | { what: 'board'; text?: string }
  | { what: 'weather' }

type Asking =
  | { what: 'deck'; file: File }
  | { what: 'board'; text?: string | undefined }
  | { what: 'weather' }
  | { what: 'web-page' | 'feed'; address: string; as?: FeedAs | undefined }

type Props = {
  programmeKey: ProgrammeKey
  /** Things that have yet to be processed. */
  brought: readonly Brought[]
  onTaken: () => void
  /** Starts to upload pictures and films. */
  upload: (files: File[], keepsQuality: boolean) => void
}

/**
 * [CT1] Detects the kind of the things brought to a programme's page. PDFs, web pages, feeds and copied cells open a form, one after the other.
 * Everything else is uploaded at once. Things that cannot be played are reported, and text that is not an address is ignored.
 */
export default function TakeAnything({ programmeKey, brought, onTaken, upload }: Props) {
  const [asking, setAsking] = useState<readonly Asking[]>([])
  const { t } = useI18n()
  const notice = useNotice()
  const addItem = useItemAddress(programmeKey)
  const taken = useRef(new WeakSet<Brought>())

  const ask = (more: Asking[]) => setAsking((before) => [...before, ...more])

  const takeFiles = async (files: File[], keepsQuality: boolean) => {
    const { documents, others } = await documentsAmong(files)
    if (others.length > 0) upload(others, keepsQuality)
    ask(documents.map((file) => ({ what: 'deck', file })))
  }

  const takeText = (text: string) => {
    const meant = meantBy(text, location.origin)
    if (meant?.what === 'item') addItem(meant)
    else if (meant?.what === 'nothing') notice('error', addressProblemInWords(meant.problem, t))
    else if (meant) ask([meant])
    else if (isSheet(text)) ask([{ what: 'board', text }])
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was brought is taken once, whatever else has changed
  useEffect(() => {
    for (const one of brought) {
      if (taken.current.has(one)) continue
      taken.current.add(one)
      if (one.what === 'text') takeText(one.text)
      else if (one.what === 'feed' || one.what === 'board' || one.what === 'weather') ask([one])
      else void takeFiles(one.files, one.keepsQuality === true)
    }
    if (brought.length > 0) onTaken()
  }, [brought])

  const [first] = asking
  const form = { programmeKey, onClose: () => setAsking(([, ...rest]) => rest) }
  if (first?.what === 'deck') return <AddDeck key={asking.length} file={first.file} {...form} />
  if (first?.what === 'feed') return <AddFeed key={asking.length} address={first.address} as={first.as} {...form} />
  if (first?.what === 'board') return <AddBoard key={asking.length} text={first.text} {...form} />
  if (first?.what === 'weather') return <AddWeather key={asking.length} {...form} />
  if (!first) return null
  return (
    <AddWebPage
      key={asking.length}
      address={first.address}
      onFeed={(address) => setAsking(([, ...rest]) => [{ what: 'feed', address }, ...rest])}
      {...form}
    />
  )
}

/** Copied cells of a spreadsheet: at least two rows with a tab between their cells. */
const isSheet = (text: string) => /^[^\n]*\t[^\n]*\n[^\n]*\t/.test(text)
