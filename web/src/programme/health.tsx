import { type Item, isPlaylistId, type Programme, type ProgrammeKey, type Session } from '@placard/contract'
import { useState } from 'react'
import { ITEM_KINDS } from '../features/content/items/item-kinds.ts'
import { MediaFrom } from '../features/content/items/media-from.ts'
import LoopHealth from '../features/content/loop-health/loop-health.tsx'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'

const EditItem = lazyDialog(() => import('../features/content/items/edit-item.tsx'))
const ReplaceFile = lazyDialog(() => import('./replace-file.tsx'), { quiet: true })

type Props = {
  programmeKey: ProgrammeKey
  programme: Programme
  role: Session['role']
  canEdit: boolean
  onEditNotice: (item: Item) => void
  onClose: () => void
}

/** [TM3] The share of the loop that people see. The form of an item opens over this dialog. */
export default function Health({ programmeKey, programme, role, canEdit, onEditNotice, onClose }: Props) {
  const [editing, setEditing] = useState<Item>()
  return (
    <MediaFrom value={programme.mediaUrl}>
      <LoopHealth
        programmeKey={programmeKey}
        programme={programme}
        canEdit={canEdit}
        maySet={role === 'owner' && !isPlaylistId(programme.id)}
        onEdit={(item) => (ITEM_KINDS[item.type].madeBy === 'notice-form' ? onEditNotice(item) : setEditing(item))}
        onClose={onClose}
      />
      {editing && (
        <EditItem
          programmeKey={programmeKey}
          item={editing}
          saved={programme.items.find(({ id }) => id === editing.id)}
          replace={(how) => <ReplaceFile organisationId={programmeKey.organisationId} {...how} />}
          onClose={() => setEditing(undefined)}
        />
      )}
    </MediaFrom>
  )
}
