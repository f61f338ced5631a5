import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

// Schedules in words are a script of their own: most things are always on.
export const ScheduleChip = lazyDialog(() => import('./schedule-chip.tsx'), { quiet: true })
