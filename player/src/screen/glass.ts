import type { Rotation } from '@placard/contract'
import type { StageHands } from '../stage/player-view.tsx'

/** The glass, for the parts that watch over it: its rotation, and the stage's hands while there is a stage. */
export type Glass = {
  readonly rotation: Rotation
  hands(): StageHands | undefined
  /** The stage is there; answers the undo. */
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
