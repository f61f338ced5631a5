import type { OrganisationId } from '@placard/contract'
import type { ComponentProps } from 'react'
import type { DrawReplace } from '../features/content/items/edit-item.tsx'
import ReplacePicture from '../features/content/uploads/replace-picture.tsx'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'

const ReplaceDeck = lazyDialog(() => import('../features/content/decks/replace-deck.tsx'), {
  quiet: true,
  ahead: false,
})

type Props = { organisationId: OrganisationId } & ComponentProps<(how: Parameters<DrawReplace>[0]) => null>

/** Takes a new file for an existing item: a picture, or a newer version of a document. */
export default function ReplaceFile({ organisationId, deck, ...how }: Props) {
  return deck ? (
    <ReplaceDeck organisationId={organisationId} {...deck} />
  ) : (
    <ReplacePicture organisationId={organisationId} {...how} />
  )
}
