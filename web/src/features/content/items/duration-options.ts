import { DURATION_OPTIONS_SECONDS } from '@placard/contract'

/** The options of K1, and the item's own duration if it differs. 0 stands for the player's default (P7). In seconds, ascending. */
export function durationOptions(current: number): number[] {
  return [...new Set([...DURATION_OPTIONS_SECONDS, current])].sort((one, other) => one - other)
}
