import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

/** With words of its own: few ever ask. */
export const ScreenDetails = lazyDialog(() => import('./screen-details.tsx'), {
  ahead: false,
  words: () => import('../../../platform/ui/i18n/messages/en/screen-details.ts'),
})
