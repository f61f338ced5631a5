import { type ManifestCondition, readCondition } from '../content/read-condition.ts'
import { MAX_ZONES_BESIDE_MAIN } from '../platform/constants.ts'
import type { PlaylistId } from '../platform/id.ts'
import { PLAYLIST_ID } from '../platform/playlist-id.ts'
import type { ManifestItem } from './manifest-entry.ts'

// Without Zod, because the player reads layouts too.

/** A rectangle in the media area, in percent of its width and height. */
export type Rect = { x: number; y: number; width: number; height: number }

/** The rectangle of a zone on a landscape screen, and on a portrait screen. */
export type Place = { landscape: Rect; portrait: Rect }

/** A zone beside the main one, as players receive it. */
export type ManifestZone = Place & {
  /** The playlist that it plays. It identifies the zone. */
  playlistId: PlaylistId
  /** The name of the playlist. */
  name: string
  /** True: its room stays while nothing is on in it. Absent: the neighbour gets the room. */
  stays?: true | undefined
  /** While it is not met, nothing is on in the zone. Absent: it has no condition. */
  condition?: ManifestCondition | undefined
  /** As `Manifest.loopStartedAt`, for this zone. */
  loopStartedAt: number
  items: ManifestItem[]
}

/** The layout of a display, as players receive it. All places together cover the media area without an overlap. */
export type ManifestLayout = {
  main: Place
  zones: ManifestZone[]
  /**
   * The number of films that every screen of the display can hold at once [LY5]. Absent, or not a number: one zone plays films.
   * Older players ignore the field.
   */
  films?: number | undefined
}

/**
 * Reads the layout of a manifest. Unreadable items are left out.
 *
 * @returns undefined if there is none, or if its rectangles do not add up: the main zone then has the whole media area
 */
export function readLayout(
  value: unknown,
  readItem: (value: unknown) => ManifestItem | undefined,
): ManifestLayout | undefined {
  const { main, zones, films } = Object(value) as Record<string, unknown>
  const mainPlace = readPlace(main)
  if (!mainPlace || !Array.isArray(zones) || zones.length < 1 || zones.length > MAX_ZONES_BESIDE_MAIN) return undefined
  const read: ManifestZone[] = []
  for (const one of zones) {
    const place = readPlace(one)
    const { playlistId, name, stays, condition, loopStartedAt, items } = Object(one) as Record<string, unknown>
    if (!place || typeof playlistId !== 'string' || !PLAYLIST_ID.test(playlistId)) return undefined
    if (read.some((zone) => zone.playlistId === playlistId)) return undefined
    if (typeof name !== 'string' || !Number.isSafeInteger(loopStartedAt) || !Array.isArray(items)) return undefined
    const shown: ManifestItem[] = []
    for (const item of items) {
      const entry = readItem(item)
      if (entry) shown.push(entry)
    }
    read.push({
      ...place,
      playlistId: playlistId as PlaylistId,
      name,
      stays: stays === true || undefined,
      condition: readCondition(condition),
      loopStartedAt: loopStartedAt as number,
      items: shown,
    })
  }
  const places = [mainPlace, ...read]
  const isWhole = covers(places.map(({ landscape }) => landscape)) && covers(places.map(({ portrait }) => portrait))
  return isWhole ? { main: mainPlace, zones: read, films: films as number | undefined } : undefined
}

/** @returns undefined if one of its rectangles is missing, or is not within the media area */
export function readPlace(value: unknown): Place | undefined {
  const { landscape, portrait } = Object(value) as Record<string, unknown>
  const [across, upright] = [readRect(landscape), readRect(portrait)]
  return across && upright && { landscape: across, portrait: upright }
}

function readRect(value: unknown): Rect | undefined {
  const { x, y, width, height } = Object(value) as Record<string, unknown>
  const isPercent = (one: unknown): one is number => Number.isInteger(one) && (one as number) >= 0
  if (!isPercent(x) || !isPercent(y) || !isPercent(width) || !isPercent(height)) return undefined
  return width > 0 && height > 0 && x + width <= 100 && y + height <= 100 ? { x, y, width, height } : undefined
}

/** True if the rectangles, each within the area, cover it without an overlap. */
function covers(rects: readonly Rect[]): boolean {
  const area = rects.reduce((sum, { width, height }) => sum + width * height, 0)
  const areApart = rects.every((one, index) =>
    rects
      .slice(index + 1)
      .every(
        (other) =>
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y,
      ),
  )
  return area === 100 * 100 && areApart
}
