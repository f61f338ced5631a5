import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

/** Loaded when a card or a list has a text with values. */
export const MissingValues = lazyDialog(() => import('./missing-values.tsx'), { quiet: true, ahead: false })
