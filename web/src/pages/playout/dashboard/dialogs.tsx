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
  /** Undefined while they are on their way. */
  items: Item[] | undefined
  /** False for whoever is limited to some displays. */
  mayMakePlaylists: boolean
  onClose: () => void
}

/** About the display itself, and the playlists in it. One at a time. */
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
