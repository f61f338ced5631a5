import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The card and the form are whole without it. */
export const FilmNote = lazyDialog(() => import('../screens/film-note.tsx'), { patient: true, ahead: false })
