import type { LibraryFile, MediaId, OrganisationId } from '@placard/contract'
import { DeckDialog } from '../../../features/content/decks/deck-dialog.tsx'
import { WHOLE_DECK } from '../../../features/content/items/item-draft.ts'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'

type Props = {
  organisationId: OrganisationId
  file: File
  /** The deck that is replaced. */
  replaces?: LibraryFile | undefined
  /** Receives the stored deck. @throws ApiError: the form stays open and shows the reason */
  onMade: (id: MediaId, title: string) => Promise<void>
  onClose: () => void
}

/** CT8, LB4: makes a deck of the library from a PDF. The shown pages and their durations are chosen where the deck is used. */
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
