import type { DisplayKey, Programme } from '@placard/contract'
import type { ReactNode } from 'react'
import { ItemList, ItemListSkeleton } from '../../features/items/item-list.tsx'
import { MediaFrom } from '../../features/items/media-from.ts'

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
      <ItemList display={display} items={programme.items} canEdit={canEdit} emptyAction={emptyAction} />
    </MediaFrom>
  )
}
