import type { LibraryFile, MediaId, OrganisationId } from '@placard/contract'
import { DeckDialog } from '../../../features/content/decks/deck-dialog.tsx'
import { WHOLE_DECK } from '../../../features/content/items/item-draft.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

type Props = {
  organisationId: OrganisationId
  file: File
  /** The deck whose place it takes. */
  replaces?: LibraryFile | undefined
  /** With the deck, which is stored. @throws ApiError: the form stays and says why */
  onMade: (id: MediaId, title: string) => Promise<void>
  onClose: () => void
}

/** CT8, LB4: a PDF becomes a deck of the library. Which pages are shown, and for how long, is chosen where it is shown. */
export default function LibraryDeck({ organisationId, file, replaces, onMade, onClose }: Props) {
  const { t } = useI18n()
  return (
    <DeckDialog
      organisationId={organisationId}
      file={file}
      heading={replaces ? 'decks.replace' : 'decks.add'}
      submitLabel={t(replaces ? 'library.replace-now' : 'decks.put-on')}
      before={replaces && { title: replaces.name, duration: 0, settings: WHOLE_DECK, pages: replaces.pages ?? 0 }}
      isWhole
      save={({ deck, title }) => onMade(deck.id, title)}
      onClose={onClose}
    />
  )
}
