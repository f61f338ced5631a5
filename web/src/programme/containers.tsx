import type { Item, Programme, ProgrammeKey } from '@placard/contract'
import { forecastOf } from '@placard/playback'
import { type ReactNode, useMemo } from 'react'
import type { Selecting } from '../features/content/entries/use-ordered-list.tsx'
import { ItemList, ItemListSkeleton } from '../features/content/items/item-list.tsx'
import { MediaFrom } from '../features/content/items/media-from.ts'
import { NoticesHere } from '../features/content/items/notices-here.ts'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'

/** Not prefetched: a file is only sent with a network. */
const ReplaceFile = lazyDialog(() => import('./replace-file.tsx'), { quiet: 'for good', ahead: false })

type Props = {
  programmeKey: ProgrammeKey
  /** Undefined while it is loading. */
  programme: Programme | undefined
  canEdit: boolean
  mayEditPlaylists: boolean
  selecting: Selecting
  emptyAction: ReactNode
  onEditNotice: (item: Item) => void
}

/** D5 */
export function Containers(props: Props) {
  const { programmeKey, programme, canEdit, mayEditPlaylists, selecting, emptyAction, onEditNotice } = props
  const { organisationId } = programmeKey
  const zoneOffsets = programme?.zoneOffsets
  const language = programme?.language ?? undefined
  const forecast = programme && forecastOf(programme)
  const here = useMemo(
    () => ({ organisationId, zoneOffsets, language, forecast }),
    [organisationId, zoneOffsets, language, forecast],
  )
  if (!programme) return <ItemListSkeleton />
  return (
    <MediaFrom value={programme.mediaUrl}>
      <NoticesHere value={here}>
        <ItemList
          programmeKey={programmeKey}
          programme={programme}
          canEdit={canEdit}
          mayEditPlaylists={mayEditPlaylists}
          selecting={selecting}
          emptyAction={emptyAction}
          onEditNotice={onEditNotice}
          replace={(how) => <ReplaceFile organisationId={programmeKey.organisationId} {...how} />}
        />
      </NoticesHere>
    </MediaFrom>
  )
}
