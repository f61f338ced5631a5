import type { Item, Manifest } from '@placard/contract'
import { MAIN_ZONE, type ZoneId } from './zone-id.ts'

/** A zone holds at most two films at once: the one on the screen, and the next one, which is prepared below it. */
const MOST_HELD = 2

/** True if the item needs a decoder. */
export const isFilm = ({ type }: Pick<Item, 'type'>): boolean => type === 'video' || type === 'youtube'

/**
 * Decides which zones may play films [LY5], one after the other, the main zone first. The first zone that has any always may. A
 * later one may if all screens of the display can hold its films as well. A film that waits for its turn needs a decoder too, so a
 * zone with several films counts twice.
 *
 * @param decoders the number of films that every screen of the display can hold at once
 * @returns asked for each zone in order, with the number of its films
 */
function filmRoom(decoders: number): (films: number) => boolean {
  let rest = decoders
  // The first zone has room in any case.
  let left = MOST_HELD
  return (films) => {
    const held = Math.min(films, MOST_HELD)
    // Also false if the number is none.
    if (!(held > 0 && held <= left)) return false
    rest -= held
    left = rest
    return true
  }
}

/** @returns the indices of the zones that may play films. @param counts the number of films in each zone, the main zone first */
export function filmPlaces(counts: readonly number[], decoders: number): number[] {
  const mayPlay = filmRoom(decoders)
  return counts.flatMap((films, index) => (mayPlay(films) ? [index] : []))
}

export const countFilms = (items: readonly Pick<Item, 'type'>[]): number => items.filter(isFilm).length

/**
 * Lists the zones that may play films, the main zone first. The server's manifest has the posters of films in the other zones in
 * their place. Films that are left there, as in a manifest of an older server, are left out.
 */
export function filmZones(
  { items, layout }: Pick<Manifest, 'items' | 'layout'>,
  decoders = (layout ? layout.films : 0) || 1,
): ZoneId[] {
  const mayPlay = filmRoom(decoders)
  const playing: ZoneId[] = mayPlay(items.filter(isFilm).length) ? [MAIN_ZONE] : []
  for (const { playlistId, items } of layout ? layout.zones : [])
    if (mayPlay(items.filter(isFilm).length)) playing.push(playlistId)
  return playing
}
