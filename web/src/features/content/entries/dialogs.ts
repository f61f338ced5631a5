import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

// Each dialog is for one entry or for several, and is loaded once for both.
export const RemoveDialog = lazyDialog(() => import('./remove-dialog.tsx'))
export const ScheduleDialog = lazyDialog(() => import('../conditions/schedule-dialog.tsx'))
/** Rarely used, and only after a selection: loaded then. */
export const CopyEntries = lazyDialog(() => import('./copy-entries.tsx'), { ahead: false })
