import type { Manifest, ManifestCondition, ManifestItem, ManifestZone } from '@placard/contract'
import { soonestFirst } from '../plan.ts'
import { takeOverItemsOf } from '../take-over.ts'
import { filmZones, isFilm } from './films.ts'

const manifests = new WeakMap<ManifestZone, { of: Manifest; manifest: Manifest }>()

/**
 * The manifest of one zone beside the main one: its items, with the display's clock, hours and files. Everything that plays a
 * manifest plays a zone by it. Repeated calls return the same object. Take-overs belong to the main zone, and corners to the screen. The films of a zone that
 * may not play films are left out [LY5], so all screens and the server agree about what is on in it.
 */
export function zoneManifestOf(manifest: Manifest, zone: ManifestZone): Manifest {
  const known = manifests.get(zone)
  if (known?.of === manifest) return known.manifest
  const { layout: _, takeOvers: __, inclusions: ___, readCode: ____, ...own } = manifest
  const { inserts: _____, cornerPieces: ______, ...rest } = own
  const items = filmZones(manifest).includes(zone.playlistId) ? zone.items : zone.items.filter((item) => !isFilm(item))
  const made = { ...rest, ...underCondition(items, zone.condition), lines: [], loopStartedAt: zone.loopStartedAt }
  manifests.set(zone, { of: manifest, manifest: made })
  return made
}

/** The items of a zone. While its condition is not met, none of them is on (DT6): it is closed as if they were off by a schedule. */
export function underCondition(
  items: ManifestItem[],
  condition: ManifestCondition | undefined,
): Pick<Manifest, 'items' | 'inclusions'> {
  if (!condition) return { items }
  return { items: items.map((item) => ({ ...item, inclusion: 0 })), inclusions: [{ condition }] }
}

/**
 * Lists the items of all zones in the order in which a screen needs them: those of inserts, the first of each zone, then the
 * others of each zone (`soonestFirst`).
 */
export function soonestInZones(manifest: Manifest, now: number): ManifestItem[] {
  const { layout, inserts } = manifest
  const first = takeOverItemsOf({ takeOvers: inserts })
  const zones = layout ? layout.zones : []
  const lists = [manifest, ...zones.map((zone) => zoneManifestOf(manifest, zone))].map((one) => soonestFirst(one, now))
  const rest: ManifestItem[] = []
  for (const [head, ...tail] of lists) {
    if (head) first.push(head)
    rest.push(...tail)
  }
  return first.concat(rest)
}

/** All items of a manifest that play in some zone, those of the main zone first. Without those of take-overs. */
export function itemsOfZones({ items, layout }: Pick<Manifest, 'items' | 'layout'>): ManifestItem[] {
  return layout ? items.concat(...layout.zones.map((zone) => zone.items)) : items
}
