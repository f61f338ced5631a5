import type { FilmFormat, Screen, Screens } from '@placard/contract'
import { isGone } from './health.ts'

/** Screens of a display that say so, of all that are there; `of` counts those as well that have not said what they can. */
export type FilmReach = { cannotPlay: Screen[]; cannotSound: Screen[]; of: number }

/** [CT6] Which screens cannot play a film of this format, and which have had to leave out a film's sound. */
export function filmReachOf(screens: Screens, format: FilmFormat | undefined): FilmReach {
  const there = screens.screens.filter((screen) => !isGone(screen, screens.at))
  const cannotPlay = there.filter(({ state: { canPlay } }) => format && canPlay && !canPlay.includes(format))
  const cannotSound = there.filter(({ state }) => state.soundBlocked === true)
  return { cannotPlay, cannotSound, of: there.length }
}
