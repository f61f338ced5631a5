import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

// The code for schedules in words is loaded on demand, because most things are always on.
export const ScheduleChip = lazyDialog(() => import('./schedule-chip.tsx'), { quiet: true })
