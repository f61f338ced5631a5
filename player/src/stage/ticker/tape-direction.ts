import { type Direction, directionOf } from '@placard/playback'

/**
 * Decides the direction of the tape. Text enters with its beginning first, so right-to-left lines run to the right; among
 * others they go along with them, since one tape has one way.
 */
export function tapeDirection(texts: string[]): Direction {
  return texts.length > 0 && texts.every((text) => directionOf(text) === 'rtl') ? 'rtl' : 'ltr'
}
