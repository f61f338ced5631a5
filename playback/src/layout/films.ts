import type { Item, Manifest, ManifestItem } from '@placard/contract'
import { MAIN_ZONE, type ZoneId } from './zone-id.ts'

/** A zone holds at most two films at once: the one on the screen, and the next one, which is prepared below it. */
const MOST_HELD = 2

/** True if the item needs a decoder. */
export const isFilm = ({ type }: Pick<Item, 'type'>): boolean => type === 'video' || type === 'youtube'

/**
 * Decides which zones may play films [LY5]. The first zone that has any always may. A later one may if all screens of the display
 * can hold its films as well. A film that waits for its turn needs a decoder too, so a zone with several films counts twice.
 *
 * @param counts the number of films in each zone, the main zone first
 * @param decoders the number of films that every screen of the display can hold at once
 * @returns the indices of these zones
 */
export function filmPlaces(counts: readonly number[], decoders: number): number[] {
  const places: number[] = []
  let left = decoders
  for (const [index, films] of counts.entries()) {
    const held = Math.min(films, MOST_HELD)
    if (held === 0 || (places.length > 0 && held > left)) continue
    left -= held
    places.push(index)
  }
  return places
}

export const countFilms = (items: readonly Pick<Item, 'type'>[]): number => items.filter(isFilm).length

/**
 * Lists the zones that may play films, the main zone first. The server's manifest has the posters of films in the other zones in
 * their place. Films that are left there, as in a manifest of an older server, are left out.
 */
export function filmZones(
  { items, layout }: Pick<Manifest, 'items' | 'layout'>,
  decoders = layout?.films ?? 1,
): ZoneId[] {
  const zones: { id: ZoneId; items: readonly ManifestItem[] }[] = [{ id: MAIN_ZONE, items }]
  for (const zone of layout?.zones ?? []) zones.push({ id: zone.playlistId, items: zone.items })
  const places = filmPlaces(
    zones.map((zone) => countFilms(zone.items)),
    decoders,
  )
  return zones.filter((_, index) => places.includes(index)).map(({ id }) => id)
}
