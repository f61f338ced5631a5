export type Kind = 'item' | 'line'

/** Actions that the user may take; undefined if impossible. */
export type Mends = {
  /** For something hidden. */
  show?: (() => void) | undefined
  schedule?: (() => void) | undefined
  /** Opens its form. */
  edit?: (() => void) | undefined
}
