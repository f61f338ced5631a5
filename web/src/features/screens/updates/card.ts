import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

/** Loaded when the page is complete: it works without this card. */
export const UpdatesCard = lazyDialog(() => import('./updates-card.tsx'), { patient: true })
