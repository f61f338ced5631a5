import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

/** Loaded on demand with its own messages, because few users open it. */
export const ScreenDetails = lazyDialog(() => import('./screen-details.tsx'), { ahead: false })
