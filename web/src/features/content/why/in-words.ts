import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

// The code that explains a programme is a script of its own: the page stands without.
export const Explain = lazyDialog(() => import('./explain.tsx'), { patient: true })
export const State = lazyDialog(() => import('./state.tsx'), { patient: true })
