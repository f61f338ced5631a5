import type { Rotation } from '@placard/contract'
import type { StageHands } from '../stage/player-view.tsx'

/** The stage, for the code that supervises it: its rotation, and functions that act on it while it is mounted. */
export type ShownStage = {
  readonly rotation: Rotation
  hands(): StageHands | undefined
  /** Sets the stage's functions. Returns a function that removes them. */
  onHands(hands: StageHands): () => void
}

export function createShownStage(rotation: Rotation): ShownStage {
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
