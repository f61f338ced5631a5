import type { Manifest, ManifestItem, ManifestZone, Rect } from '@placard/contract'
import { type ScreenPlan, screenPlanAt } from '../opening.ts'
import { soonestFirst } from '../plan.ts'
import { takenOverAt } from '../take-over.ts'
import { filmZones, isFilm } from './films.ts'
import { roomsOf, type Shape } from './room.ts'
import { MAIN_ZONE, type ZoneId } from './zone-id.ts'

const manifests = new WeakMap<ManifestZone, { of: Manifest; manifest: Manifest }>()

/**
 * The manifest of one zone beside the main one: its items, with the display's clock, hours and files. Everything that plays a
 * manifest plays a zone by it. Repeated calls return the same object. Take-overs belong to the main zone. The films of a zone that
 * may not play films are left out [LY5], so all screens and the server agree about what is on in it.
 */
export function zoneManifestOf(manifest: Manifest, zone: ManifestZone): Manifest {
  const known = manifests.get(zone)
  if (known?.of === manifest) return known.manifest
  const { layout: _, takeOvers: __, inclusions: ___, readCode: ____, ...rest } = manifest
  const items = filmZones(manifest).includes(zone.playlistId) ? zone.items : zone.items.filter((item) => !isFilm(item))
  const made = { ...rest, items, lines: [], loopStartedAt: zone.loopStartedAt }
  manifests.set(zone, { of: manifest, manifest: made })
  return made
}

/** The manifest that a zone plays. Undefined if the display has no such zone. */
export function manifestOfZone(manifest: Manifest, id: ZoneId): Manifest | undefined {
  if (id === MAIN_ZONE) return manifest
  const zone = manifest.layout?.zones.find(({ playlistId }) => playlistId === id)
  return zone && zoneManifestOf(manifest, zone)
}

/** A zone at an instant. `room` is undefined while the zone is closed: nothing is on in it, and a neighbour has its room. */
export type ZoneAt = { id: ZoneId; room: Rect | undefined; plan: ScreenPlan }

/**
 * Tells which zones a screen has at an instant, where they are, and what is on in each [LY4]. A zone in which nothing is on is
 * closed, unless it stays. If nothing is on in any zone, and during a take-over of the picture, the main zone has the whole area.
 *
 * @param now milliseconds since 1970, by the server's clock
 * @param canShow as in `planAt`
 * @returns the main zone first. `until`: the instant at which one of the plans changes
 */
export function zonesAt(
  manifest: Manifest,
  now: number,
  shape: Shape,
  canShow?: (item: ManifestItem) => boolean,
): { zones: ZoneAt[]; until: number } {
  const { layout } = manifest
  const main = screenPlanAt(manifest, now, canShow)
  const plans = [
    main,
    ...(layout?.zones ?? []).map((zone) => screenPlanAt(zoneManifestOf(manifest, zone), now, canShow)),
  ]
  const isOver = takenOverAt(manifest.takeOvers, now, canShow).picture !== undefined
  const rooms = layout
    ? roomsOf(
        layout,
        shape,
        plans.map(({ status }) => status === 'playing'),
        isOver,
      )
    : [{ x: 0, y: 0, width: 100, height: 100 }]
  const ids: ZoneId[] = [MAIN_ZONE, ...(layout?.zones ?? []).map(({ playlistId }) => playlistId)]
  return {
    zones: ids.map((id, index) => ({ id, room: rooms[index], plan: plans[index] as ScreenPlan })),
    until: Math.min(...plans.map(({ until }) => until)),
  }
}

/**
 * Lists the items of all zones in the order in which a screen needs them: the first of each zone, then the others of each zone
 * (`soonestFirst`).
 */
export function soonestInZones(manifest: Manifest, now: number): ManifestItem[] {
  const { layout } = manifest
  if (!layout) return soonestFirst(manifest, now)
  const lists = [manifest, ...layout.zones.map((zone) => zoneManifestOf(manifest, zone))].map((one) =>
    soonestFirst(one, now),
  )
  const first: ManifestItem[] = []
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
