import type { DisplayKey, Programme } from '@placard/contract'
import type { ReactNode } from 'react'
import { ItemList, ItemListSkeleton } from '../../features/items/item-list.tsx'
import { MediaFrom } from '../../features/items/media-from.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const ReplacePicture = lazyDialog(() => import('../../features/uploads/replace-picture.tsx'), { quiet: true })

type Props = {
  display: DisplayKey
  /** Undefined while it is on its way. */
  programme: Programme | undefined
  canEdit: boolean
  emptyAction: ReactNode
}

/** D5 */
export function Containers({ display, programme, canEdit, emptyAction }: Props) {
  if (!programme) return <ItemListSkeleton />
  return (
    <MediaFrom value={programme.mediaUrl}>
      <ItemList
        display={display}
        items={programme.items}
        canEdit={canEdit}
        emptyAction={emptyAction}
        replace={(how) => <ReplacePicture organisationId={display.organisationId} {...how} />}
      />
    </MediaFrom>
  )
}
