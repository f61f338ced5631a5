import type { Rotation } from '@placard/contract'
import type { StageHands } from '../stage/player-view.tsx'

/** The screen, for the code that supervises it: its rotation, and functions that act on the stage while there is one. */
export type Glass = {
  readonly rotation: Rotation
  hands(): StageHands | undefined
  /** Sets the stage's functions. Returns a function that removes them. */
  onHands(hands: StageHands): () => void
}

export function createGlass(rotation: Rotation): Glass {
  let hands: StageHands | undefined
  return {
    rotation,
    hands: () => hands,
    onHands(given) {
      hands = given
      return () => {
        if (hands === given) hands = undefined
      }
    },
  }
}
