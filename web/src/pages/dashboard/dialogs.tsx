import type { Display, Line, Session } from '@placard/contract'
import { keyOf } from '../../shell/chosen-display.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const ActivityDialog = lazyDialog(() => import('../../features/activity/activity-dialog.tsx'))
const AddLine = lazyDialog(() => import('../../features/lines/add-line.tsx'))
const EditDisplay = lazyDialog(() => import('../../features/displays/edit-display.tsx'))
const PreviewLines = lazyDialog(() => import('../../features/lines/preview-lines.tsx'))
const ShowOnScreen = lazyDialog(() => import('../../features/screen-address/show-on-screen.tsx'))

export type DialogName = 'add-text' | 'preview' | 'activity' | 'screen' | 'settings'

type Props = {
  open: DialogName | undefined
  display: Display
  /** As it is now. */
  name: string
  role: Session['role']
  lines: Line[]
  onClose: () => void
}

/** Opened by the dashboard's buttons, one at a time. */
export function DashboardDialog({ open, display, name, role, lines, onClose }: Props) {
  switch (open) {
    case undefined:
      return null
    case 'settings':
      return <EditDisplay display={display} onClose={onClose} />
    case 'add-text':
      return <AddLine display={keyOf(display)} onClose={onClose} />
    case 'activity':
      return <ActivityDialog display={keyOf(display)} name={name} role={role} onClose={onClose} />
    case 'preview':
      return <PreviewLines lines={lines} onClose={onClose} />
    case 'screen':
      return <ShowOnScreen display={keyOf(display)} onClose={onClose} />
  }
}
