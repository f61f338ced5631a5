import { lazyDialog } from '../../ui/lazy-dialog.tsx'

// Each is of a single item and of several at once: fetched by one script, whoever opens it.
export const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'))
export const CopyItems = lazyDialog(() => import('./copy-items.tsx'))
export const ScheduleDialog = lazyDialog(() => import('../schedule/schedule-dialog.tsx'))
