import type { Item, Manifest, ManifestItem } from '@placard/contract'
import { MAIN_ZONE, type ZoneId } from './zone-id.ts'

/** True if the item needs a decoder. */
export const isFilm = ({ type }: Pick<Item, 'type'>): boolean => type === 'video' || type === 'youtube'

/**
 * Lists the zones that may play films [LY5]: the main zone first, then the others in their order, as far as they have any.
 * Many panels decode one film at a time, and a second one stays black. The server's manifest has the posters of films in the
 * other zones in their place. Films that are left there, as in a manifest of an older server, are left out.
 *
 * @param decoders the number of zones that may play films at the same time
 */
export function filmZones({ items, layout }: Pick<Manifest, 'items' | 'layout'>, decoders = 1): ZoneId[] {
  const zones: { id: ZoneId; items: readonly ManifestItem[] }[] = [{ id: MAIN_ZONE, items }]
  for (const zone of layout?.zones ?? []) zones.push({ id: zone.playlistId, items: zone.items })
  return zones
    .filter((zone) => zone.items.some(isFilm))
    .slice(0, decoders)
    .map(({ id }) => id)
}
