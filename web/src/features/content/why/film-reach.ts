import type { FilmFormat, Item, Screen } from '@placard/contract'
import { isGone } from '../../../platform/api/screens/health.ts'

/** The properties of a screen that matter for films. `display`: the name of its display, if the screens are of several. */
export type FilmScreen = Pick<Screen, 'id' | 'name' | 'seenAt' | 'beat' | 'state'> & { display?: string }
/** `at`: the server's time of the answer. */
export type FilmScreens = { at: number; screens: readonly FilmScreen[] }

/** The affected screens; `of` counts all present screens, including those that have not reported their abilities. */
export type FilmReach = { cannotPlay: FilmScreen[]; cannotSound: FilmScreen[]; of: number }

/** [CT6] The screens that cannot play a film of this format, and the screens that had to leave out a film's sound. */
export function filmReachOf({ at, screens }: FilmScreens, format: FilmFormat | undefined): FilmReach {
  const there = screens.filter((screen) => !isGone(screen, at))
  const cannotPlay = there.filter(({ state: { canPlay } }) => format && canPlay && !canPlay.includes(format))
  const cannotSound = there.filter(({ state }) => state.soundBlocked === true)
  return { cannotPlay, cannotSound, of: there.length }
}

export type BroughtFilm = { id: string; title: string; format: FilmFormat; cannotPlay: FilmScreen[] }

/** [CT6] For the items of an included playlist: the films that some screens cannot play, and all of these screens. */
export function broughtReachOf(
  screens: FilmScreens,
  items: readonly Pick<Item, 'id' | 'title' | 'film'>[],
): { films: BroughtFilm[]; cannotPlay: FilmScreen[]; of: number } {
  const films = items.flatMap(({ id, title, film }): BroughtFilm[] => {
    const { cannotPlay } = filmReachOf(screens, film?.format)
    return film && cannotPlay.length > 0 ? [{ id, title, format: film.format, cannotPlay }] : []
  })
  const cannotPlay = Array.from(new Set(films.flatMap((film) => film.cannotPlay)))
  return { films, cannotPlay, of: filmReachOf(screens, undefined).of }
}
