import { lazyDialog } from '../../../platform/ui/lazy-dialog.tsx'

/** Loaded late, with its own messages. Its surroundings are complete without it. */
export const FilmNote = lazyDialog(() => import('./film-note.tsx'), { patient: true, ahead: false })
