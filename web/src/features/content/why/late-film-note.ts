import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

/** With words of its own. All that it stands on is whole without it. */
export const FilmNote = lazyDialog(() => import('./film-note.tsx'), {
  patient: true,
  ahead: false,
  words: () => import('../../../platform/ui/i18n/messages/en/film-note.ts'),
})
