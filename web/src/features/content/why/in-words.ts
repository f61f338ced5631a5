import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

// The code that explains a programme is loaded separately: the page works without it.
export const Explain = lazyDialog(() => import('./explain.tsx'), { patient: true })
export const State = lazyDialog(() => import('./state.tsx'), { patient: true })
