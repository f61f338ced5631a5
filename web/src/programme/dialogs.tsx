import type { Item, Line, Programme, ProgrammeKey, Session } from '@placard/contract'
import type { ComponentProps } from 'react'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const ActivityDialog = lazyDialog(() => import('../features/activity/activity-dialog.tsx'))
const AddLine = lazyDialog(() => import('../features/lines/add-line.tsx'))
const AddAnything = lazyDialog(() => import('./add-anything.tsx'), { ahead: false })
const Health = lazyDialog(() => import('./health.tsx'), { ahead: false })
const PreviewLines = lazyDialog(() => import('../features/lines/preview-lines.tsx'))

export type DialogName = 'add-text' | 'add-anything' | 'preview' | 'activity' | 'health'

type Props = {
  open: DialogName | undefined
  programmeKey: ProgrammeKey
  /** Undefined while it is on its way. */
  programme: Programme | undefined
  /** As it is now. */
  name: string
  role: Session['role']
  canEdit: boolean
  /** All that run. */
  lines: Line[]
  onEditNotice: (item: Item) => void
  door: Pick<ComponentProps<typeof AddAnything>, 'onFiles' | 'onAddress' | 'more'>
  onClose: () => void
}

/** Opened by the buttons of the header, one at a time. */
export function ProgrammeDialog({ open, programme, lines, door, ...page }: Props) {
  const { programmeKey, name, role, canEdit, onEditNotice, onClose } = page
  switch (open) {
    case undefined:
      return null
    case 'add-text':
      return <AddLine programmeKey={programmeKey} onClose={onClose} />
    case 'add-anything':
      return <AddAnything {...door} onClose={onClose} />
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
    case 'preview':
      return <PreviewLines lines={lines} onClose={onClose} />
  }
}
