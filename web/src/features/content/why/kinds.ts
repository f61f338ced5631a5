export type Kind = 'item' | 'line'

/** Mends by whoever may edit one; undefined where that cannot be done. */
export type Mends = {
  /** Of something hidden. */
  show?: (() => void) | undefined
  schedule?: (() => void) | undefined
  /** Opens its form. */
  edit?: (() => void) | undefined
}
