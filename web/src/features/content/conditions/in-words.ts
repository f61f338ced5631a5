import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

// The code for conditions is loaded on demand, because most things have none.
export const ConditionChip = lazyDialog(() => import('./condition-chip.tsx'), { quiet: true, ahead: false })
export const ConditionSaid = lazyDialog(() => import('./condition-said.tsx'), { quiet: true, ahead: false })
export const ConditionFields = lazyDialog(() => import('./condition-fields.tsx'), { quiet: true, ahead: false })
export const ConditionDialog = lazyDialog(() => import('./condition-dialog.tsx'), { ahead: false })
