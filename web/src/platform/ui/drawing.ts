import { createSignal } from '../signal/signal.ts'

/** Entries of a long list that are drawn until it is known which are near the window. */
const FIRST_DRAWN = 12

/** How the entries of a list are drawn. An entry hears only of itself. */
export type Drawing = ReturnType<typeof createDrawing>

export function createDrawing(usualPx: number, above = 0) {
  const first = Math.max(0, FIRST_DRAWN - above)
  return {
    changed: createSignal(),
    ids: [] as readonly string[],
    first,
    usualPx,
    /** Height of the stub of one that is not drawn; undefined: it is. */
    farPx: (_id: string, index: number): number | undefined => (index < first ? undefined : usualPx),
  }
}
