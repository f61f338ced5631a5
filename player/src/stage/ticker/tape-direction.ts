import { type Direction, directionOf } from '@placard/playback'

/**
 * Decides the direction of the tape. The beginning of a text enters first, so right-to-left lines run to the right. If
 * there are other lines as well, all run to the left, because a tape has only one direction.
 */
export function tapeDirection(texts: string[]): Direction {
  return texts.length > 0 && texts.every((text) => directionOf(text) === 'rtl') ? 'rtl' : 'ltr'
}
