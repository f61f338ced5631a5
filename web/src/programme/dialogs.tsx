import type { Item, Line, Programme, ProgrammeKey, Session } from '@placard/contract'
import { lazyDialog } from '../platform/ui/lazy-dialog.tsx'
import type { Brought } from './take-anything.tsx'

const ActivityDialog = lazyDialog(() => import('../features/content/activity/activity-dialog.tsx'))
const AddLine = lazyDialog(() => import('../features/content/lines/add-line.tsx'))
const AddAnything = lazyDialog(() => import('./add-anything.tsx'), { ahead: false })
const AdvicePanel = lazyDialog(() => import('./advice-panel.tsx'), { ahead: false })
const Health = lazyDialog(() => import('./health.tsx'), { ahead: false })
/** The texts below it are there without it. */
const PlayerView = lazyDialog(() => import('../features/content/layouts/player-view.tsx'), {
  quiet: 'for good',
  ahead: false,
})
const PreviewLines = lazyDialog(() => import('../features/content/lines/preview-lines.tsx'))

export type DialogName = 'add-text' | 'add-anything' | 'preview' | 'activity' | 'health' | 'advice'

type Props = {
  open: DialogName
  programmeKey: ProgrammeKey
  /** Undefined while it is loading. */
  programme: Programme | undefined
  /** The current name. */
  name: string
  role: Session['role']
  canEdit: boolean
  /** All lines that are on. */
  lines: Line[]
  onEditNotice: (item: Item) => void
  onBring: (one: Brought) => void
  onMakeNotice: (line: Line, text: string) => void
  onOpen: (dialog: DialogName) => void
  onWriteNotice: () => void
  /** Undefined if playlists cannot be included. */
  onAddPlaylist: (() => void) | undefined
  onClose: () => void
}

/** The dialogs of the header's buttons, one at a time. */
export default function ProgrammeDialog({ open, programme, lines, onBring, ...page }: Props) {
  const { programmeKey, name, role, canEdit, onEditNotice, onClose } = page
  switch (open) {
    case 'add-text':
      return (
        <AddLine
          programmeKey={programmeKey}
          onFeed={(address) => onBring({ what: 'feed', address, as: 'lines' })}
          onClose={onClose}
        />
      )
    case 'add-anything':
      return (
        <AddAnything
          onBring={onBring}
          onWriteNotice={page.onWriteNotice}
          onAddPlaylist={page.onAddPlaylist}
          onClose={onClose}
        />
      )
    case 'activity':
      return <ActivityDialog programmeKey={programmeKey} name={name} role={role} canEdit={canEdit} onClose={onClose} />
    case 'health':
      return (
        programme && (
          <Health
            programmeKey={programmeKey}
            programme={programme}
            role={role}
            canEdit={canEdit}
            onEditNotice={onEditNotice}
            onClose={onClose}
          />
        )
      )
    case 'advice':
      return (
        programme && (
          <AdvicePanel
            programmeKey={programmeKey}
            programme={programme}
            canEdit={canEdit}
            onEditNotice={onEditNotice}
            onMakeNotice={page.onMakeNotice}
            onLoopHealth={() => page.onOpen('health')}
            onClose={onClose}
          />
        )
      )
    case 'preview':
      return (
        <PreviewLines
          lines={lines}
          player={<PlayerView programmeKey={programmeKey} name={name} shape="landscape" />}
          onClose={onClose}
        />
      )
  }
}
