import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

// Each is of a single entry and of several at once: fetched by one script, whoever opens it.
export const RemoveDialog = lazyDialog(() => import('./remove-dialog.tsx'))
export const ScheduleDialog = lazyDialog(() => import('../schedules/schedule-dialog.tsx'))
/** Few ever see it, and not before they have selected something: fetched then. */
export const CopyEntries = lazyDialog(() => import('./copy-entries.tsx'), { ahead: false })
