import type { FilmFormat, Screens } from '@placard/contract'
import { isGone } from './health.ts'

/** Screens of a display that say so, of all that are there; `of` counts those as well that have not said what they can. */
export type FilmReach = { cannotPlay: number; cannotSound: number; of: number }

/** [CT6] Which screens cannot play a film of this format, and which have had to leave out a film's sound. */
export function filmReachOf(screens: Screens, format: FilmFormat | undefined): FilmReach {
  const there = screens.screens.filter((screen) => !isGone(screen, screens.at)).map(({ state }) => state)
  const cannotPlay = there.filter(({ canPlay }) => format && canPlay && !canPlay.includes(format))
  const cannotSound = there.filter(({ soundBlocked }) => soundBlocked === true)
  return { cannotPlay: cannotPlay.length, cannotSound: cannotSound.length, of: there.length }
}
