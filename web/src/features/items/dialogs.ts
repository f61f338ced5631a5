import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** Few ever see it, and not before they have selected something: fetched then. */
export const CopyItems = lazyDialog(() => import('./copy-items.tsx'), { ahead: false })
