import type { Display, Item } from '@placard/contract'
import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'
import { keyOf } from '../../../shell/chosen-display.ts'

const AddPlaylist = lazyDialog(() => import('../../../features/content/playlists/add-playlist.tsx'), { ahead: false })
const EditDisplay = lazyDialog(() => import('../../../features/content/displays/edit-display.tsx'))
const ShowOnScreen = lazyDialog(() => import('../../../features/screens/screen-address/show-on-screen.tsx'), {
  ahead: false,
})

export type DialogName = 'playlist' | 'screen' | 'settings'

type Props = {
  open: DialogName | undefined
  display: Display
  /** Undefined while they are loading. */
  items: Item[] | undefined
  /** False for users who are limited to some displays. */
  mayMakePlaylists: boolean
  onClose: () => void
}

/** The dialogs about the display itself and its playlists, one at a time. */
export function DisplayDialog({ open, display, items, mayMakePlaylists, onClose }: Props) {
  const key = keyOf(display)
  switch (open) {
    case undefined:
      return null
    case 'playlist':
      return items && <AddPlaylist display={key} items={items} mayMake={mayMakePlaylists} onClose={onClose} />
    case 'settings':
      return <EditDisplay display={display} onClose={onClose} />
    case 'screen':
      return <ShowOnScreen display={key} onClose={onClose} />
  }
}
