import type { Line, ProgrammeKey, Session } from '@placard/contract'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const ActivityDialog = lazyDialog(() => import('../features/activity/activity-dialog.tsx'))
const AddLine = lazyDialog(() => import('../features/lines/add-line.tsx'))
const PreviewLines = lazyDialog(() => import('../features/lines/preview-lines.tsx'))

export type DialogName = 'add-text' | 'preview' | 'activity'

type Props = {
  open: DialogName | undefined
  programmeKey: ProgrammeKey
  /** As it is now. */
  name: string
  role: Session['role']
  canEdit: boolean
  /** All that run. */
  lines: Line[]
  onClose: () => void
}

/** Opened by the buttons of the header, one at a time. */
export function ProgrammeDialog({ open, programmeKey, name, role, canEdit, lines, onClose }: Props) {
  switch (open) {
    case undefined:
      return null
    case 'add-text':
      return <AddLine programmeKey={programmeKey} onClose={onClose} />
    case 'activity':
      return <ActivityDialog programmeKey={programmeKey} name={name} role={role} canEdit={canEdit} onClose={onClose} />
    case 'preview':
      return <PreviewLines lines={lines} onClose={onClose} />
  }
}
