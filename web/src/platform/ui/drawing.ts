import { createSignal } from '../signal/signal.ts'

/** The number of entries of a long list that are rendered until their distance from the window is known. */
const FIRST_DRAWN = 12

/** Rendering state of a list. An entry is only notified of its own changes. */
export type Drawing = ReturnType<typeof createDrawing>

export function createDrawing(usualPx: number, above = 0) {
  const first = Math.max(0, FIRST_DRAWN - above)
  return {
    changed: createSignal(),
    ids: [] as readonly string[],
    first,
    usualPx,
    /** Height of the placeholder of an entry that is not rendered; undefined: it is rendered. */
    farPx: (_id: string, index: number): number | undefined => (index < first ? undefined : usualPx),
  }
}
