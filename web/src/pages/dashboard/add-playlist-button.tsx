import { Button } from '@mantine/core'
import type { DisplayKey, Item, Session } from '@placard/contract'
import { useState } from 'react'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import { StackIcon } from '../../ui/icons.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const AddPlaylist = lazyDialog(() => import('../../features/playlists/add-playlist.tsx'), { ahead: false })

type Props = { session: Session; display: DisplayKey; items: Item[] }

/** CP3: puts one of the organisation's playlists into the loop of a display. */
export function AddPlaylistButton({ session, display, items }: Props) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="light" size="compact-md" leftSection={<StackIcon size={18} />} onClick={() => setOpen(true)}>
        {t('playlists.add')}
      </Button>
      {isOpen && (
        <AddPlaylist display={display} items={items} mayMake={!session.limited} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
