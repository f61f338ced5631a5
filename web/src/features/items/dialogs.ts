import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const CopyItems = lazyDialog(() => import('./copy-items.tsx'))
